/** Commands of keys, scans and buttons in the Batches view. */
import { refuse } from "../../store/sounds.ts";
import { hasEnded, openBatchOf } from "./batches.slice.ts";
import { useBatches } from "./use-batches.ts";

/**
 * Runs the main command: continues printing after a jam, resumes the paused batch or shows its
 * unanswered question, or starts the new batch.
 */
export function goOn(): void {
  const store = useBatches.getState();
  const batch = openBatchOf(store);
  if (store.jam.step === "offered") return void store.takeRest();
  if (store.jam.step !== "none") return refuse();
  if (store.batchPane.show === "new") return void store.startBatch();
  if (batch?.status !== "PAUSED") return refuse();
  // The question comes first: until it is answered, a resumed batch would pause again at the same
  // label.
  if (batch.unknown > 0) return store.recallQuestions();
  void store.actOnBatch(batch.id, "resume");
}

/** Pauses the open batch. */
export function pauseOpen(): void {
  const store = useBatches.getState();
  const batch = openBatchOf(store);
  if (batch?.status !== "RUNNING") return refuse();
  void store.actOnBatch(batch.id, "pause");
}

/** Asks whether to stop the open batch for good. */
export function askStopOpen(): void {
  const store = useBatches.getState();
  const batch = openBatchOf(store);
  if (batch === null || hasEnded(batch)) return refuse();
  store.dismissJam();
  store.askStop(batch.id);
}

/** Opens the form of a new batch. */
export function openNew(): void {
  const store = useBatches.getState();
  store.dismissJam();
  store.openNewBatch();
}

/** Opens a batch. */
export function open(id: string): void {
  const store = useBatches.getState();
  store.dismissJam();
  store.openBatch(id);
}

/**
 * Takes a scan as the last good label of the open batch.
 *
 * @returns false when no batch is open, or the open batch was stopped.
 */
export function takeLabel(code: string): boolean {
  const store = useBatches.getState();
  const batch = openBatchOf(store);
  if (batch === null || batch.status === "STOPPED") return false;
  store.askStop(null);
  void store.offerRest(batch.id, code);
  return true;
}

/**
 * Handles Esc: dismisses what was shown after a scan.
 *
 * @returns false when there is nothing to dismiss, or the batch is just being resumed.
 */
export function putOffJam(): boolean {
  const { jam, dismissJam } = useBatches.getState();
  if (jam.step === "none" || jam.step === "resuming") return false;
  dismissJam();
  return true;
}

/** Handles the answer whether to stop a batch for good. */
export function answerStop(id: string, yes: boolean): void {
  const store = useBatches.getState();
  store.askStop(null);
  if (yes) void store.actOnBatch(id, "stop");
}
