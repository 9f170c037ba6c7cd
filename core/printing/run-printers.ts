/**
 * Printing beside requests: each printer has a loop of its own, so one that is out of paper, slow or gone delays
 * no other.
 */
import { startLoop, type Loop } from "../base/loop.ts";
import type { Deps } from "../deps.ts";
import { createPrinterQueue, type PrinterQueue } from "./printer-queue.ts";
import { findPrinter, hasRole, listPrinters } from "./printers.ts";
import { noteNoPrinter } from "./waiting-jobs.ts";
import type { PrinterWatch } from "./watch-printer.ts";

const PROBE_EVERY_MS = 5_000;

export type Printing = {
  /** A print job, a printer or a role may have changed. */
  wake(): void;
  /** Resolves when no label is on its way any more; none is sent after it. */
  stop(): Promise<void>;
};

type Lane = { readonly queue: PrinterQueue; readonly loop: Loop };

/** Starts printing. A printer that lost its role keeps its loop, since it may still have an outcome to write; an idle loop costs nothing. */
export function startPrinting(deps: Deps, watch: PrinterWatch): Printing {
  const lanes = new Map<string, Lane>();
  const assigning = startLoop(deps.log, "printers and roles", () => {
    for (const { id } of listPrinters(deps)) if (!lanes.has(id)) lanes.set(id, startLane(deps, watch, id));
    return Promise.resolve(noteNoPrinter(deps) ? 0 : undefined);
  });
  return {
    wake() {
      for (const { loop } of [{ loop: assigning }, ...lanes.values()]) loop.wake();
    },
    async stop() {
      await assigning.stop();
      await Promise.all([...lanes.values()].map(({ loop }) => loop.stop()));
      await Promise.all([...lanes.values()].map(({ queue }) => queue.settle()));
    },
  };
}

function startLane(deps: Deps, watch: PrinterWatch, printerID: string): Lane {
  const queue = createPrinterQueue(deps, printerID);
  // Any call starts the drawing thread, which takes half a second: not the first label's. One that cannot be started is that label's matter.
  void deps.labels.layouts().catch(() => undefined);
  const loop = startLoop(deps.log, `printing at ${printerID}`, async () => {
    if (await queue.sendNext()) return 0;
    const printer = findPrinter(deps, printerID);
    if (printer === undefined || !hasRole(deps, printerID)) return undefined;
    await watch.ask(printer);
    return waitFor(queue.nextDue(), deps.now(), PROBE_EVERY_MS);
  });
  return { queue, loop };
}

function waitFor(due: string | undefined, now: string, atMostMs: number): number {
  return due === undefined ? atMostMs : Math.min(atMostMs, Math.max(1, Date.parse(due) - Date.parse(now)));
}
