/**
 * Transport through the system's spooler, CUPS or Windows: any printer that the system knows,
 * including USB printers. A job is followed until the spooler has handed it over. A job that cannot
 * be handed over is cancelled, so that the spooler does not print it later, such as after a restart
 * of the computer.
 *
 * A spooler does not see paper, so SENT is the highest status.
 */
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { CupsPrinter, WindowsPrinter } from "../printer.ts";
import { SpoolerError, type NewSpoolerJob, type Spooler } from "../spooler.ts";
import { followJob, type FollowTimeouts } from "./follow-job.ts";
import { notWanted, PrinterError, type PrinterTransport } from "./transport.ts";

type SpoolerPrinter = CupsPrinter | WindowsPrinter;

const TIMEOUTS: FollowTimeouts = {
  reachMs: 3_000,
  queueMs: 20_000,
  printMs: 180_000,
  lostMs: 10_000,
  closeMs: 300,
};

const LOOK_AGAIN_MS = 100;

/** Prefix of the names of our jobs in the printer's queue. */
function namePrefix(printer: Pick<SpoolerPrinter, "id">): string {
  return `Packbench ${printer.id}`;
}

/**
 * Creates the transport.
 *
 * @param options.timeouts ms.
 */
export function createSpoolerTransport<P extends SpoolerPrinter>(
  spooler: Spooler<P>,
  options: { readonly timeouts?: Partial<FollowTimeouts> } = {},
): PrinterTransport<P> {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  /** Names of the jobs that are being followed. */
  const followed = new Set<string>();

  /**
   * Cancels jobs that a crash or restart left in the queue. The journal sends their labels again,
   * or asks a person whether they were printed.
   */
  async function cancelLeftovers(printer: P): Promise<void> {
    const left = (await spooler.listJobs(printer, "open")).filter(
      ({ name }) => name.startsWith(namePrefix(printer)) && !followed.has(name),
    );
    for (const { id } of left) await spooler.cancel(printer, id);
  }

  return {
    proves: () => "SENT",
    async send(printer, bytes, { signal, isWanted, onStage } = {}) {
      const name = `${namePrefix(printer)} ${randomBytes(4).toString("hex")}`;
      followed.add(name);
      try {
        await cancelLeftovers(printer);
        // The queue's `fault` does not stop the label: it comes from an earlier job, and only a new
        // job shows whether it still exists.
        const { closed } = await spooler.getQueue(printer);
        if (closed !== undefined)
          throw new PrinterError("nothing", closed.reason, `${closed.message} The label waits.`);
        if (signal?.aborted === true || isWanted?.() === false) throw notWanted();
        onStage?.("connected");
        const { id, wasLost } = await submit(spooler, printer, { name, bytes }, timeouts.lostMs);
        const outcome = await followJob(spooler, printer, id, { timeouts, signal, wasLost });
        onStage?.("sent");
        return outcome;
      } catch (error) {
        throw printerError(printer, error);
      } finally {
        followed.delete(name);
      }
    },
    async probe(printer) {
      try {
        await cancelLeftovers(printer);
        const { closed, fault, isBusy } = await spooler.getQueue(printer);
        const cause = closed ?? fault;
        if (cause !== undefined) return { state: cause.state, message: cause.message };
        return isBusy
          ? { state: "busy", message: "Printing." }
          : { state: "ready", message: "Ready." };
      } catch (error) {
        return { state: "unreachable", message: printerError(printer, error).message };
      }
    },
  };
}

/**
 * Submits a job, and looks for it in the queue when the spooler's answer was lost.
 *
 * @returns The job's id; `wasLost` when the answer was lost and the job was found in the queue.
 * @throws SpoolerError
 */
async function submit<P>(
  spooler: Spooler<P>,
  printer: P,
  job: NewSpoolerJob,
  lostMs: number,
): Promise<{ readonly id: number; readonly wasLost: boolean }> {
  try {
    return { id: await spooler.submit(printer, job), wasLost: false };
  } catch (error) {
    if (!(error instanceof SpoolerError) || error.sent === "nothing") throw error;
    for (
      const startedAt = performance.now();
      performance.now() - startedAt < lostMs;
      await setTimeout(LOOK_AGAIN_MS)
    ) {
      const jobs = await spooler.listJobs(printer, "all").catch(() => undefined);
      const found = jobs?.find(({ name }) => name === job.name);
      if (found !== undefined) return { id: found.id, wasLost: true };
      if (jobs !== undefined) throw new SpoolerError(error.kind, "nothing", error.message);
    }
    throw error;
  }
}

function printerError(printer: SpoolerPrinter, error: unknown): PrinterError {
  if (error instanceof PrinterError) return error;
  if (!(error instanceof SpoolerError))
    return new PrinterError(
      "maybe",
      "fault",
      "The print system did not answer as it should. Check whether the label was printed.",
    );
  const advice =
    error.sent === "nothing" ? "The label waits." : "Check whether the label was printed.";
  if (error.kind === "no queue")
    return new PrinterError(
      error.sent,
      "unreachable",
      `The system has no print queue "${printer.queue}". Set it up in the system's printer settings, or choose another queue. ${advice}`,
    );
  return new PrinterError(
    error.sent,
    error.kind === "lost" ? "unreachable" : "refused",
    `${error.message} ${advice}`,
  );
}
