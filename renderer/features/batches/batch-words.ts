/** Words for a batch: its state, what to do now, and the remaining time. Pure. */
import type { ParseKeys, TFunction } from "i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import type { Tone } from "../../ui/Mark.tsx";

type BatchState = {
  readonly tone: Tone;
  readonly words: ParseKeys;
  /** Words for what to do now. */
  readonly now: string;
};

/**
 * Returns the words for a batch's state.
 *
 * @param waits Whether the batch's printer cannot print now.
 */
export function batchState(batch: Batch, waits: boolean, t: TFunction): BatchState {
  const { status, pauseReason, failed, unknown, total, printed } = batch;
  switch (status) {
    case "RUNNING":
      return waits
        ? { tone: "attention", words: "batches.state.waits", now: t("batches.now.waits") }
        : { tone: "info", words: "batches.state.RUNNING", now: t("batches.now.RUNNING") };
    case "PAUSED":
      if (unknown > 0)
        return { tone: "ask", words: "batches.state.question", now: t("batches.now.asked") };
      if (pauseReason === "restart")
        return { tone: "attention", words: "batches.state.restart", now: t("batches.now.restart") };
      return {
        tone: "attention",
        words: "batches.state.PAUSED",
        now: t(pauseReason === "question" ? "batches.now.answered" : "batches.now.person"),
      };
    case "DONE":
      return failed > 0
        ? {
            tone: "attention",
            words: "batches.state.doneWithFailed",
            now: t("batches.now.failed", { count: failed }),
          }
        : { tone: "ok", words: "batches.state.DONE", now: t("batches.now.DONE") };
    case "STOPPED": {
      const count = total - printed - unknown;
      return {
        tone: "stop",
        words: "batches.state.STOPPED",
        now: count === 0 ? t("batches.now.stoppedAll") : t("batches.now.stopped", { count }),
      };
    }
  }
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Returns the remaining time in words, such as "about 3 minutes" or "paused".
 *
 * @returns "" for a batch without labels left.
 */
export function timeLeft(
  { status, left, secondsLeft }: Pick<Batch, "status" | "left" | "secondsLeft">,
  waits: boolean,
  t: TFunction,
): string {
  if (left === 0) return "";
  if (waits) return t("batches.left.paused");
  if (secondsLeft === null)
    return t(status === "PAUSED" ? "batches.left.paused" : "batches.left.unknown");
  if (secondsLeft < MINUTE_S) return t("batches.left.seconds");
  if (secondsLeft < 1.5 * HOUR_S)
    return t("batches.left.minutes", { count: Math.round(secondsLeft / MINUTE_S) });
  return t("batches.left.hours", { count: Math.round(secondsLeft / HOUR_S) });
}
