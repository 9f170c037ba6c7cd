/** Asks for the papers without which nothing is bought: numbers are typed, and a PDF is attached. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createDocument } from "../../../core/printing/printing.api.ts";
import { SOURCE_DEMANDS } from "../../../core/shipping/sources/order-sources.schema.ts";
import { addPaper } from "../../../core/printing/shipment-papers.api.ts";
import { writeOrderNumbers } from "../../../core/shipping/shipments/order-numbers.api.ts";
import { call, invoke } from "../../lib/bridge.ts";
import type { Failure } from "../../lib/failure.ts";
import { MISSING_PAPERS_ID } from "../../lib/focus.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useAct } from "../../ui/use-act.ts";
import styles from "./FailedPanel.module.css";
import type { PackStep } from "./pack-step.ts";
import { usePack } from "./use-pack.ts";

const NUMBERS = ["invoiceNumber", "waybillNumber"] as const;
type NumberName = (typeof NUMBERS)[number];
type Numbers = Partial<Record<NumberName, string>>;
const LONGEST_TITLE = 100;
/** Size of a paper, mm: A4. */
const A4 = { widthMm: 210, heightMm: 297 } as const;

type MissingPapersProps = { readonly pack: Extract<PackStep, { step: "failed" }> };

/** Shows what the order lacks, each with a way to add it; afterwards the offers are back. */
export function MissingPapers({ pack: { failure } }: MissingPapersProps) {
  const { t } = useTranslation();
  const form = usePapersForm(failure);
  const { numbers, typed, attached, act } = form;
  return (
    <form
      id={MISSING_PAPERS_ID}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Panel
        tone="stop"
        title={t("failure.buying")}
        alert
        testID="missing-papers"
        commands={<Commands form={form} />}
      >
        {form.missing.map((paper) => (
          <p key={paper}>{t(`sources.papers.missing.${paper}`, { order: form.order })}</p>
        ))}
        {numbers.map((number, i) => (
          <Field
            key={number}
            focusNow={i === 0}
            label={t(`sources.demand.${number}`)}
            value={typed[number] ?? ""}
            onChange={(text) => form.type({ ...typed, [number]: text })}
            wrong={form.isWrong(number) ? t("sources.papers.type") : null}
          />
        ))}
        {attached === "" ? null : (
          <p role="status" className={styles["next"]}>
            {t("sources.papers.attached", { name: attached })}
          </p>
        )}
        <ActFailure act={act} />
      </Panel>
    </form>
  );
}

/** The typed numbers and the attached paper, and what saves them. */
function usePapersForm({ reason = "", values }: Failure) {
  const act = useAct();
  const dispatch = usePack((store) => store.dispatchPack);
  const missing = new Set(reason.split(" "));
  const numbers = NUMBERS.filter((number) => missing.has(number));
  const order = String(values?.["order"] ?? "");
  const shipmentID = String(values?.["shipmentID"] ?? "");
  const [typed, type] = useState<Numbers>({});
  const [isTried, setIsTried] = useState(false);
  const [attached, setAttached] = useState("");
  const isEmpty = (number: NumberName): boolean => (typed[number] ?? "").trim() === "";
  const goOn = (): void => dispatch({ type: "goOn" });
  return {
    act,
    /** Lists what the order lacked at the refused purchase, without a PDF that was attached since. */
    missing: SOURCE_DEMANDS.filter(
      (paper) => missing.has(paper) && (paper !== "paper" || attached === ""),
    ),
    order,
    numbers,
    typed,
    type,
    attached,
    goOn,
    needsPaper: missing.has("paper") && attached === "",
    isWrong: (number: NumberName): boolean => isTried && isEmpty(number),
    save(): void {
      setIsTried(true);
      if (numbers.some(isEmpty)) return;
      void act
        .run(() => call(writeOrderNumbers, { params: { shipmentID }, body: typed }))
        .then((isSaved) => isSaved && goOn());
    },
    attach(): void {
      void act.run(async () => {
        const name = await attachPaper(shipmentID);
        if (name === null) return;
        setAttached(name);
        if (numbers.length === 0) goOn();
      });
    },
  };
}

function Commands({ form }: { readonly form: ReturnType<typeof usePapersForm> }) {
  const { t } = useTranslation();
  const isRunning = form.act.state.step === "running";
  const isOnlyPaper = form.numbers.length === 0;
  return (
    <>
      {isOnlyPaper ? null : (
        <Button submits rank="primary" keyName="Enter" disabled={isRunning}>
          {t("sources.papers.save")}
        </Button>
      )}
      {form.needsPaper ? (
        <>
          {/* The key Alt+P presses this. */}
          <button id="attach-paper" type="button" hidden tabIndex={-1} onClick={form.attach} />
          <Button
            rank={isOnlyPaper ? "primary" : "secondary"}
            keyName="Alt+P"
            disabled={isRunning}
            onPress={form.attach}
          >
            {t("sources.papers.attach")}
          </Button>
        </>
      ) : null}
      <Button rank="quiet" keyName="Esc" onPress={form.goOn}>
        {t("failure.do.offers")}
      </Button>
    </>
  );
}

/** Lets a person choose a PDF, and attaches it. @returns Its name; null when none was chosen. */
async function attachPaper(shipmentID: string): Promise<string | null> {
  const file = await invoke("window:chooseFile", {
    filters: [{ name: "PDF", extensions: ["pdf"] }],
  });
  if (file === null) return null;
  const { hash } = await call(createDocument, { body: { content: file.base64, ...A4 } });
  const body = { documentHash: hash, title: file.name.slice(0, LONGEST_TITLE) };
  await call(addPaper, { params: { shipmentID }, body });
  return file.name;
}
