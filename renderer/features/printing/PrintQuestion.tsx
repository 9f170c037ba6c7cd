/**
 * Asks whether a print came out. Names the print, shows why its outcome is unknown, and for a label
 * its picture. A scan of the label answers yes; a scan of another code works as usual.
 */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { placeWords } from "../../lib/format.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Slot, type SlotProps } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import styles from "./PrintQuestion.module.css";
import { usePrinting } from "./use-printing.ts";

/** Faults after whose repair the printer may still print the contents of its memory. */
const HELD: ReadonlySet<PrintJob["lastErrorCode"]> = new Set<PrintJob["lastErrorCode"]>([
  "paper out",
  "ribbon out",
  "head open",
  "paused",
  "no answer",
  "timeout",
]);

const READY: ReadonlySet<string> = new Set(["ready", "busy"]);

/** The open question; nothing when its job no longer exists. */
export function PrintQuestion(props: SlotProps["overlay"]) {
  const job = usePrinting(({ asked, printJobs }) => printJobs.find(({ id }) => id === asked?.id));
  return job === undefined ? null : <Question job={job} {...props} />;
}

type QuestionProps = SlotProps["overlay"] & { readonly job: PrintJob };

function Question({ job, coversOffers, isBrief = false }: QuestionProps) {
  const { t } = useTranslation();
  // false for a test label, a program's file or a document
  const isLabel = job.shipmentID !== "" && job.kind === "LABEL";
  const isHeld = HELD.has(job.lastErrorCode);
  // Whether the fault is fixed, so that the question does not ask to fix it.
  const isReady = usePrinting(
    ({ desk }) =>
      isHeld &&
      desk.step === "ready" &&
      desk.facts.labelPrinter?.id === job.printerID &&
      READY.has(desk.facts.labelPrinter.state),
  );

  return (
    <div className={styles["question"]}>
      <Panel
        tone="ask"
        title={
          isLabel
            ? t("question.title", {
                order: job.orderNumber === "" ? String(job.shipmentNumber) : job.orderNumber,
              })
            : t("question.titleOf", { title: job.title, printer: job.printerName })
        }
        alert
        testID="print-question"
        commands={<Answers job={job} />}
      >
        {job.shipmentID !== "" ? (
          <p className={styles["who"]}>
            <b>{placeWords(job.districtName === "" ? job.cityName : job.districtName)}</b>{" "}
            {job.recipientName}
          </p>
        ) : null}
        <p className={styles["cause"]} data-testid="print-cause">
          {isReady ? t("question.ready", { printer: job.printerName }) : <PrintCause job={job} />}
        </p>
        {isHeld && !isReady ? (
          <p>{t("question.held")}</p>
        ) : isLabel ? (
          <p>{t("question.scan")}</p>
        ) : null}
        {coversOffers ? <p>{t("question.waits")}</p> : null}
      </Panel>
      {isLabel && !isBrief ? (
        <Slot name="labelPicture" props={{ shipmentID: job.shipmentID, barcode: job.barcode }} />
      ) : null}
    </div>
  );
}

function Answers({ job }: { readonly job: PrintJob }) {
  const { t } = useTranslation();
  const answering = usePrinting((store) => store.answering);
  const answer = usePrinting((store) => store.answerPrintJob);
  const putOff = usePrinting((store) => store.putOffQuestion);
  const yes = useSettledPress(() => void answer(job.id, true));
  const no = useSettledPress(() => void answer(job.id, false));
  return answering === job.id ? (
    <p role="status">{t("question.answering")}</p>
  ) : (
    <>
      <Button keyName="F10" {...yes}>
        {t("question.yes")}
      </Button>
      <Button keyName="F12" {...no}>
        {t("question.no")}
      </Button>
      <Button keyName="Esc" onPress={() => putOff(job.id)}>
        {t("question.later")}
      </Button>
    </>
  );
}
