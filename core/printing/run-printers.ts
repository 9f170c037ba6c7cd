/**
 * Printing in the background: each printer has one loop for its labels and one for its state. A
 * printer that is slow, gone or out of paper delays no other printer, and no label waits for the
 * loop that queries the state.
 */
import { startLoop, type Loop } from "../base/loop.ts";
import type { PrintingDeps } from "./deps.ts";
import { createPrinterQueue, type PrinterQueue } from "./printer-queue.ts";
import { findPrinter, hasRole, listPrinters } from "./printers.ts";
import { expireJobs, recordMissingPrinter } from "./waiting-jobs.ts";
import type { PrinterWatch } from "./watch-printer.ts";

const ASK_EVERY_MS = 4_000;
/**
 * Interval between status queries of shared printers, in ms. It is short, so that other stations
 * see a state that is at most five seconds old.
 */
const ASK_SHARED_EVERY_MS = 3_000;
/** Interval between status queries while labels wait for a printer that does not print, in ms. */
const ASK_SOON_MS = 1_000;
/**
 * Longest time between two checks for due labels, in ms. There is a limit, because labels also
 * become due when the clock is set forward.
 */
const LOOK_EVERY_MS = 5_000;

export type Printing = {
  /** Call when a print job, a printer or a role may have changed. */
  wake(): void;
  /** Resolves when no label is being sent; no label is sent after that. */
  stop(): Promise<void>;
};

type Lane = { readonly queue: PrinterQueue; readonly labels: Loop; readonly state: Loop };

/**
 * Starts printing. A removed printer keeps its loops, since an outcome may still have to be
 * written; an idle loop only costs a check every few seconds.
 */
export function startPrinting(deps: PrintingDeps, watch: PrinterWatch): Printing {
  const lanes = new Map<string, Lane>();
  const assigning = startLoop(deps.log, "printers and roles", () => {
    for (const { id } of listPrinters(deps))
      if (!lanes.has(id)) lanes.set(id, startLane(deps, watch, id));
    const isMore = recordMissingPrinter(deps);
    const expiry = expireJobs(deps);
    return Promise.resolve(
      isMore ? 0 : expiry === undefined ? undefined : waitFor(expiry, deps.now(), LOOK_EVERY_MS),
    );
  });
  const loops = (): Loop[] => [
    assigning,
    ...[...lanes.values()].flatMap(({ labels, state }) => [labels, state]),
  ];
  return {
    wake() {
      for (const loop of loops()) loop.wake();
    },
    async stop() {
      await assigning.stop();
      await Promise.all(loops().map((loop) => loop.stop()));
      await Promise.all([...lanes.values()].map(({ queue }) => queue.settle()));
    },
  };
}

function startLane(deps: PrintingDeps, watch: PrinterWatch, printerID: string): Lane {
  const queue = createPrinterQueue(deps, printerID, {
    holdOf: watch.holdOf,
    onState(printer, known) {
      watch.note(printer, known);
      if (known === undefined) state.wake();
    },
  });
  // Starts the renderer's thread now, which takes half a second, so that the first label does not
  // wait for it. If the thread cannot start, the first label reports the error.
  void deps.labels
    .layouts()
    .catch((err: unknown) =>
      deps.log.warn(
        { err },
        "the label renderer could not be made ready; the first label starts it",
      ),
    );
  const isHeld = (): boolean => {
    const printer = findPrinter(deps, printerID);
    return printer !== undefined && watch.holdOf(printer) !== undefined;
  };
  const labels = startLoop(deps.log, `printing at ${printerID}`, async () => {
    if (await queue.sendNext()) return 0;
    const due = queue.nextDue();
    // No label is sent before the printer's state changes.
    if (due !== undefined && isHeld()) return LOOK_EVERY_MS;
    // The loop also runs when nothing is due, so that a label whose event was missed is found.
    return due === undefined ? LOOK_EVERY_MS : waitFor(due, deps.now(), LOOK_EVERY_MS);
  });
  const state = startLoop(deps.log, `the state of ${printerID}`, async () => {
    const printer = findPrinter(deps, printerID);
    const isWaitedFor = queue.nextDue() !== undefined;
    if (
      printer === undefined ||
      !printer.isActive ||
      (!hasRole(deps, printerID) && !isWaitedFor && !printer.isShared)
    )
      return undefined;
    const idleMs = printer.isShared ? ASK_SHARED_EVERY_MS : ASK_EVERY_MS;
    const everyMs = isWaitedFor && watch.holdOf(printer) !== undefined ? ASK_SOON_MS : idleMs;
    const age = watch.ageOf(printer);
    if (queue.isSending) return ASK_SOON_MS;
    if (age < everyMs) return everyMs - age;
    const wasHeld = isHeld();
    await watch.ask(printer);
    if (wasHeld && !isHeld()) labels.wake();
    return watch.holdOf(printer) !== undefined && queue.nextDue() !== undefined
      ? ASK_SOON_MS
      : idleMs;
  });
  return { queue, labels, state };
}

function waitFor(due: string, now: string, atMostMs: number): number {
  return Math.min(atMostMs, Math.max(1, Date.parse(due) - Date.parse(now)));
}
