/** The open batch: its state, what to do now and with which key, its progress, and its labels. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { JobCause } from "../../ui/JobMark.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useBatchTitle } from "./BatchList.tsx";
import { askStopOpen, goOn, pauseOpen } from "./batch-commands.ts";
import { batchState, timeLeft } from "./batch-words.ts";
import styles from "./Batches.module.css";
import { hasEnded } from "./batches.slice.ts";
import { BatchItems } from "./BatchItems.tsx";
import { useBatches } from "./use-batches.ts";
import { useWaitsForPrinter } from "./use-waits.ts";

/**
 * Shows the batch. Focuses its heading on mount, so that Enter runs the main command and presses no
 * button.
 */
export function OpenBatch({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const acting = useBatches((store) => store.acting);
  const waits = useWaitsForPrinter(batch);
  const { tone, words, now } = batchState(batch, waits !== undefined, t);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // The focused button may disappear when the batch's state changes.
  useEffect(() => focusHeadingIfLost(heading.current), [batch.status, acting.step]);

  return (
    <section
      className={styles["batch"]}
      aria-label={useBatchTitle(batch)}
      data-testid="open-batch"
      data-status={batch.status}
    >
      <header className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {useBatchTitle(batch)}
        </h2>
        <p className={styles["soft"]}>
          {t("batches.labels", { count: batch.total })}, {t(`batches.sorts.${batch.sort}`)}
        </p>
      </header>
      <div className={styles["state"]} role="status">
        <Mark tone={tone} size={24}>
          {t(words)}
        </Mark>
        {waits === undefined ? null : (
          <p>
            <JobCause job={waits} />
          </p>
        )}
        <p>{now}</p>
      </div>
      <Counts batch={batch} waits={waits !== undefined} />
      {acting.step === "failed" && acting.id === batch.id ? (
        <div role="alert">
          <b>{t("batches.notDone")}</b>
          <FailureText failure={acting.failure} />
        </div>
      ) : null}
      <div className={styles["acts"]}>
        <Commands batch={batch} />
        {batch.status === "STOPPED" ? null : <LastGood />}
      </div>
      <BatchItems batch={batch} />
    </section>
  );
}

function Counts({ batch, waits }: { readonly batch: Batch; readonly waits: boolean }) {
  const { t } = useTranslation();
  const left = timeLeft(batch, waits, t);
  const progress = t("batches.progress", { printed: batch.printed, total: batch.total });
  return (
    <div className={styles["far"]}>
      <div className={styles["counts"]}>
        <b data-testid="batch-progress">{progress}</b>
        {batch.failed > 0 && batch.status !== "STOPPED" ? (
          <Mark tone="stop">{t("batches.failed", { count: batch.failed })}</Mark>
        ) : null}
        {batch.unknown > 0 ? (
          <Mark tone="ask">{t("batches.asked", { count: batch.unknown })}</Mark>
        ) : null}
        {left === "" ? null : (
          <span>
            {t("batches.left.label")}: <b>{left}</b>
          </span>
        )}
      </div>
      <progress value={batch.printed} max={batch.total} aria-label={progress} />
    </div>
  );
}

function Commands({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const busy = useBatches((store) => store.acting.step === "asked");
  const isOffered = useBatches((store) => store.jam.step !== "none");
  const isAsked = useBatches((store) => store.asked !== null);
  const resume = useSettledPress(goOn);
  if (hasEnded(batch)) return null;
  const next = batch.total - batch.left + 1;
  return (
    <div className={styles["commands"]}>
      {batch.status === "RUNNING" ? (
        <Button keyName="F9" disabled={busy} onPress={pauseOpen}>
          {t("batches.pause")}
        </Button>
      ) : isOffered || isAsked ? null : (
        <Button rank="primary" keyName="Enter" disabled={busy} {...resume}>
          {batch.unknown > 0
            ? t("batches.answer")
            : batch.left > 0
              ? t("batches.resumeNext", { next })
              : t("batches.resume")}
        </Button>
      )}
      <Button keyName="F8" disabled={busy || isAsked} onPress={askStopOpen}>
        {t("batches.stop")}
      </Button>
    </div>
  );
}

/** Field for the number of the last good label, for a packer without a scanner. */
function LastGood() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const code = typed.trim();
    setTyped("");
    if (code !== "") runShared("takeCode", code);
  };
  return (
    <form className={styles["last"]} onSubmit={send}>
      <Field
        label={t("batches.last.label")}
        placeholder={t("batches.last.hint")}
        value={typed}
        onChange={setTyped}
      >
        <Button submits disabled={typed.trim() === ""}>
          {t("batches.last.find")}
        </Button>
      </Field>
    </form>
  );
}
