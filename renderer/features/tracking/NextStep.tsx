/**
 * Why the chosen parcel needs attention, what to do next and by which key, and the form that marks
 * the parcel as handled.
 */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { BoardParcel, Reason } from "../../../core/shipping/board/board.schema.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { dayOf } from "./day-of.ts";
import { actOnChosen } from "./parcel-acts.ts";
import { askToHandle, canNote } from "./tracking-commands.ts";
import styles from "./Tracking.module.css";
import { useTracking } from "./use-tracking.ts";

const TONES: Readonly<Record<Reason, Tone>> = {
  LOST: "stop",
  DAMAGED: "stop",
  UNDELIVERABLE: "attention",
  RETURNED: "info",
  LATE: "attention",
  STUCK: "attention",
  UNREPORTED: "info",
};

/**
 * Shows why the parcel needs attention, and what to do.
 *
 * @returns Only the result of the last command if the parcel needs no attention.
 */
export function NextStep({
  parcel,
  stuckDays,
}: {
  readonly parcel: BoardParcel;
  readonly stuckDays: number;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const parcelAction = useTracking((store) => store.parcelAction);
  const act = useSettledPress(actOnChosen);
  const { reason } = parcel;
  if (reason === null) return <Outcome />;
  const why =
    reason === "LATE"
      ? t("tracking.why.LATE", {
          day: parcel.promisedUntil === null ? "" : dayOf(parcel.promisedUntil, format),
        })
      : reason === "STUCK"
        ? t("tracking.why.STUCK", { count: stuckDays })
        : t(`tracking.why.${reason}`);
  return (
    <Panel
      tone={TONES[reason]}
      urgent={false}
      title={t(`tracking.reason.${reason}`)}
      testID="next-step"
      commands={
        parcelAction.step === "note" ? undefined : (
          <>
            <Button keyName="F4" {...act}>
              {t(`tracking.act.${reason}`)}
            </Button>
            {canNote(reason) ? (
              <Button keyName="F9" onPress={askToHandle}>
                {t("tracking.handle")}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <p>
        {why} {t(`tracking.next.${reason}`)}
      </p>
      {parcelAction.step === "note" ? <NoteForm /> : null}
      <Outcome />
    </Panel>
  );
}

function NoteForm() {
  const { t } = useTranslation();
  const [note, setNote] = useState("");
  const handle = useTracking((store) => store.handleChosen);
  const askNote = useTracking((store) => store.askNote);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void handle(note.trim());
  };
  return (
    <form className={styles["note"]} onSubmit={send}>
      <Field
        label={t("tracking.note")}
        hint={t("tracking.handleLead")}
        value={note}
        onChange={setNote}
        focusNow
      />
      <div className={styles["commands"]}>
        <Button rank="primary" submits>
          {t("tracking.handle")}
        </Button>
        <Button keyName="Esc" onPress={() => askNote(false)}>
          {t("keys.close")}
        </Button>
      </div>
    </form>
  );
}

/** Result of the last command. */
function Outcome() {
  const { t } = useTranslation();
  const parcelAction = useTracking((store) => store.parcelAction);
  if (parcelAction.step === "failed") {
    return (
      <div role="alert">
        <Mark tone="stop">{t("tracking.notHandled")}</Mark>
        {parcelAction.copyNumber === null ? null : (
          <p>{t("tracking.sentAgain", { number: parcelAction.copyNumber })}</p>
        )}
        <FailureText failure={parcelAction.failure} />
      </div>
    );
  }
  return parcelAction.step === "done" ? (
    <p role="status">
      <Mark tone={parcelAction.what === "notCopied" ? "attention" : "ok"}>
        {t(`tracking.done.${parcelAction.what}`)}
      </Mark>
    </p>
  ) : null;
}
