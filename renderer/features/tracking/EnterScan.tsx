/**
 * Form for a scan that a person knows from the carrier: the parcel's new state, its time, and the
 * tracking number that the carrier gave later. Asks before a state that ends the parcel's way.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { enterScans } from "../../../core/fulfilment/scans/scans.api.ts";
import type { ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Field } from "../../ui/Field.tsx";
import field from "../../ui/Field.module.css";
import { Panel } from "../../ui/Panel.tsx";
import { trackWords } from "../../ui/track-words.ts";
import { useAct } from "../../ui/use-act.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useTracking } from "./use-tracking.ts";

const STATES = [
  "package_accepted",
  "delivered",
  "package_undeliverable",
  "package_lost",
  "return_to_sender",
] as const;
type State = (typeof STATES)[number];

type EnterScanProps = {
  readonly shipmentID: string;
  /** Gets the parcel's way with the new scan. */
  readonly onEntered: (way: ParcelWay) => void;
};

const NOTHING = { time: "", number: "" };

/** Shows the form; Esc closes it. */
export function EnterScan({ shipmentID, onEntered }: EnterScanProps) {
  const { t } = useTranslation();
  const act = useAct();
  useFocusBack();
  const close = useTracking((store) => store.askScan);
  const [subCode, setState] = useState<State>("package_accepted");
  const [typed, setTyped] = useState(NOTHING);
  const [isAsked, setAsked] = useState(false);
  const goBack = (): void => setAsked(false);
  useEscCloses(() => (isAsked ? goBack() : close(null)));
  const enter = (): void => {
    const { time, number } = typed;
    const statusDate = time === "" ? undefined : new Date(time).toISOString();
    const given = /^https?:/i.test(number.trim()) ? "trackingURL" : "trackingNumber";
    const body = { subCode, statusDate, [given]: number };
    goBack();
    void act.run(async () => {
      onEntered(await call(enterScans, { params: { shipmentID }, body }));
      close(null);
    });
  };
  const isEnd = subCode === "delivered" || subCode === "return_to_sender";
  if (isAsked) return <Sure state={subCode} onYes={enter} onNo={goBack} />;
  return (
    <ActForm
      title={t("tracking.hand.title")}
      command={t("tracking.hand.title")}
      act={act}
      onSubmit={isEnd ? () => setAsked(true) : enter}
    >
      <Choice
        label={t("tracking.hand.state")}
        value={subCode}
        options={STATES.map((value) => ({ value, words: t(trackWords(value)) }))}
        onChange={setState}
        focusNow
      />
      <Texts typed={typed} onChange={setTyped} />
    </ActForm>
  );
}

type TextsProps = {
  readonly typed: typeof NOTHING;
  readonly onChange: (typed: typeof NOTHING) => void;
};

function Texts({ typed, onChange }: TextsProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className={field["field"]}>
        <span className={field["label"]}>{t("tracking.hand.time")}</span>
        <input
          type="datetime-local"
          className={field["input"]}
          value={typed.time}
          onChange={(event) => onChange({ ...typed, time: event.target.value })}
        />
      </label>
      <Field
        label={t("tracking.hand.link")}
        value={typed.number}
        onChange={(number) => onChange({ ...typed, number })}
      />
    </>
  );
}

type SureProps = {
  readonly state: State;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** Asks before a state that ends the parcel's way; the button that cancels has the focus. */
function Sure({ state, onYes, onNo }: SureProps) {
  const { t } = useTranslation();
  return (
    <Panel
      tone="ask"
      title={t(trackWords(state))}
      alert
      testID="scan-sure"
      commands={
        <>
          <Button focusNow keyName="Esc" onPress={onNo}>
            {t("form.keep")}
          </Button>
          <Button onPress={onYes}>{t("tracking.hand.title")}</Button>
        </>
      }
    >
      <p>{t("tracking.hand.sure")}</p>
    </Panel>
  );
}
