/** Commands of keys, scans and buttons in the Batches view. */
import { refuse } from "../../store/sounds.ts";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { batchInHandOf, hasEnded, openBatchOf } from "./batches.slice.ts";
import { useBatches } from "./use-batches.ts";

/**
 * Runs the main command: continues printing after a jam, resumes the paused batch or shows its
 * unanswered question, or starts the new batch.
 */
export function goOn(): void {
  const store = useBatches.getState();
  const batch = batchInHandOf(store);
  if (store.jam.step === "offered") return void store.takeRest();
  if (store.jam.step !== "none") return refuse();
  if (store.batchPane.show === "new") return void store.startBatch();
  if (batch?.status !== "PAUSED") return refuse();
  // The question comes first: until it is answered, a resumed batch would pause again at the same
  // label.
  if (batch.unknown > 0) return store.recallQuestions();
  void store.actOnBatch(batch.id, "resume");
}

/** Returns whether Enter runs the main command; in the list, Enter goes into the panel first. */
export function hasEnter(): boolean {
  const { batchPane, isInBatch } = useBatches.getState();
  if (document.activeElement?.role === "grid") return false;
  return batchPane.show !== "list" || isInBatch;
}

/** Pauses the batch in hand. */
export function pauseOpen(): void {
  const store = useBatches.getState();
  const batch = batchInHandOf(store);
  if (batch?.status !== "RUNNING") return refuse();
  void store.actOnBatch(batch.id, "pause");
}

/** Asks whether to stop the batch in hand for good. */
export function askStopOpen(): void {
  const store = useBatches.getState();
  const batch = batchInHandOf(store);
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

/** Opens the page of a batch. */
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
 * Handles Esc. Closes the first of these that is open: what was shown after a scan, the panel that
 * has the focus, the form of a new batch, the page of a batch.
 *
 * @returns false when nothing is open, or the batch is just being resumed.
 */
export function stepBack(): boolean {
  const { jam, dismissJam, batches, batchPane, showBatchList } = useBatches.getState();
  if (jam.step === "resuming") return false;
  if (jam.step !== "none") {
    dismissJam();
    return true;
  }
  const wasInPanel = leavePanel();
  // Without a batch there is no list to go back to.
  if (!wasInPanel && (batchPane.show === "list" || batches === null || batches.length === 0))
    return false;
  showBatchList();
  return true;
}

/** Handles the answer whether to stop a batch for good. */
export function answerStop(id: string, yes: boolean): void {
  const store = useBatches.getState();
  store.askStop(null);
  if (yes) void store.actOnBatch(id, "stop");
}
