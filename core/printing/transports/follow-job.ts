/** Follows one job in the system's spooler to its end, or cancels it. */
import { setTimeout } from "node:timers/promises";
import type { PrinterFault } from "../languages/language.ts";
import { SpoolerError, type Spooler, type SpoolerJob, type SpoolerQueue } from "../spooler.ts";
import { PrinterError, type PrintOutcome } from "./transport.ts";

/** Time limits, in ms. */
export type FollowTimeouts = {
  /** Time limit for the spooler to reach the printer. */
  readonly reachMs: number;
  /** Time limit for other programs' jobs in the queue to end. */
  readonly queueMs: number;
  /**
   * Time limit for the printer to accept the whole label; a slow serial line takes one kilobyte per
   * second.
   */
  readonly printMs: number;
  /** Time limit for an unreachable spooler to become reachable again. */
  readonly lostMs: number;
  /** Time limit for the printer to close its connection once it has all bytes. */
  readonly closeMs: number;
};

type Cause = Pick<PrinterFault, "reason" | "message">;

/**
 * Shortest and longest interval between two polls of a job, in ms. Most labels are handed over in
 * about 20 ms; a job that takes longer is polled less and less often.
 */
const [FIRST_POLL_MS, LAST_POLL_MS] = [8, 100];

/**
 * Follows a job until the spooler has handed it over, and returns SENT.
 *
 * @param id The job's id.
 * @throws PrinterError when the job failed or was cancelled. The job is then no longer in the
 *   queue, unless the error's message says that it is.
 * @throws SpoolerError `maybe` when the spooler rejects a request or stays unreachable.
 */
export async function followJob<P extends { readonly name: string }>(
  spooler: Spooler<P>,
  printer: P,
  id: number,
  {
    timeouts,
    signal,
    ...begin
  }: {
    readonly timeouts: FollowTimeouts;
    readonly signal: AbortSignal | undefined;
    /** Whether the spooler became unreachable while the job was being submitted. */
    readonly wasLost: boolean;
  },
): Promise<PrintOutcome> {
  const job: Followed<P> = {
    spooler,
    printer,
    id,
    timeouts,
    signal,
    startedAt: performance.now(),
    mayHaveBeenSent: false,
    wasLost: begin.wasLost,
    sentAt: undefined,
  };
  let lostAt: number | undefined;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LAST_POLL_MS, pollMs * 1.3)) {
    await setTimeout(pollMs);
    try {
      const outcome = await checkJob(job);
      if (outcome !== undefined) return outcome;
      lostAt = undefined;
    } catch (error) {
      if (!(error instanceof SpoolerError)) throw error;
      if (error.kind !== "lost") throw new SpoolerError(error.kind, "maybe", error.message);
      job.wasLost = true;
      lostAt ??= performance.now();
      if (performance.now() - lostAt >= timeouts.lostMs)
        throw new SpoolerError("lost", "maybe", error.message);
    }
  }
}

/** A followed job. Times are ms, from a monotonic clock. */
type Followed<P> = {
  readonly spooler: Spooler<P>;
  readonly printer: P;
  readonly id: number;
  readonly timeouts: FollowTimeouts;
  readonly signal: AbortSignal | undefined;
  readonly startedAt: number;
  /** Whether the job was ever seen in a state in which bytes may have reached the printer. */
  mayHaveBeenSent: boolean;
  wasLost: boolean;
  /** When the printer had all bytes; undefined while bytes are missing. */
  sentAt: number | undefined;
};

/**
 * Checks the job once.
 * @returns Undefined while the job must be followed further.
 */
async function checkJob<P extends { readonly name: string }>(
  followed: Followed<P>,
): Promise<PrintOutcome | undefined> {
  const { spooler, printer, id, timeouts, startedAt } = followed;
  const job = await spooler.getJob(printer, id);
  followed.mayHaveBeenSent ||= job.hasBeenSent === "maybe";
  const queue = await spooler.getQueue(printer);
  const outcome = findOutcome(job, queue);
  if (outcome !== undefined) return outcome;
  if (followed.signal?.aborted === true)
    return cancelJob(followed, { reason: "cancelled", message: "Printing was cancelled." });
  if (followed.wasLost) {
    followed.mayHaveBeenSent = true; // a restarted spooler sends the job from its beginning again
    return cancelJob(followed, {
      reason: "connection lost",
      message: "The print system was restarted while the label was being sent.",
    });
  }
  followed.sentAt = queue.isAllSent ? (followed.sentAt ?? performance.now()) : undefined;
  if (followed.sentAt !== undefined && performance.now() - followed.sentAt >= timeouts.closeMs) {
    // The printer keeps its connection open. If the job stayed in the queue, it would hold up later
    // jobs for a long time, and would be sent again after a restart.
    await spooler.cancel(printer, id);
    return { state: "SENT" };
  }
  const ms = performance.now() - startedAt;
  const cause = findCause(job, queue, { ms, timeouts, name: printer.name });
  return cause === undefined ? undefined : cancelJob(followed, cause);
}

/**
 * Cancels the job.
 * @returns SENT when the job was handed over in the meantime.
 * @throws PrinterError otherwise.
 */
async function cancelJob<P>(
  { spooler, printer, id, mayHaveBeenSent }: Followed<P>,
  { reason, message }: Cause,
): Promise<PrintOutcome> {
  const job = await spooler.cancel(printer, id).catch((error: unknown) => {
    throw new PrinterError(
      "maybe",
      reason,
      `${message} The label could not be removed from the system's print queue (${error instanceof Error ? error.message : String(error)}). Remove it there, and check whether it was printed.`,
    );
  });
  if (job.state === "done") return { state: "SENT" };
  if (mayHaveBeenSent || job.hasBeenSent !== "no")
    throw new PrinterError("maybe", reason, `${message} Check whether the label was printed.`);
  throw new PrinterError("nothing", reason, `${message} The label waits.`);
}

/**
 * Finds the outcome of a job that has ended; undefined while the job is open.
 *
 * @throws PrinterError `maybe` when the job was cancelled or aborted, or ended with a fault.
 */
function findOutcome(job: SpoolerJob, { fault }: SpoolerQueue): PrintOutcome | undefined {
  switch (job.state) {
    case "done":
      if (fault === undefined) return { state: "SENT" };
      throw new PrinterError(
        "maybe",
        fault.reason,
        `${fault.message} Then check whether the label was printed.`,
      );
    case "cancelled":
      throw new PrinterError(
        "maybe",
        "cancelled",
        "The label was removed from the system's print queue. Check whether it was printed.",
      );
    case "aborted":
      throw new PrinterError(
        "maybe",
        "fault",
        `The print system aborted the label${inBrackets(job.message)}. Check whether it was printed.`,
      );
    case "waiting":
    case "printing":
      return undefined;
  }
}

/** Returns why the job must be cancelled now; undefined when it may go on. */
function findCause(
  job: SpoolerJob,
  queue: SpoolerQueue,
  {
    ms,
    timeouts,
    name,
  }: { readonly ms: number; readonly timeouts: FollowTimeouts; readonly name: string },
): Cause | undefined {
  if (job.state === "waiting") {
    if (queue.closed !== undefined) return queue.closed;
    if (job.hasBeenSent !== "no")
      return {
        reason: "fault",
        message: `The print system stopped while it was sending the label${inBrackets(job.message)}.`,
      };
    if (job.fault !== undefined) return job.fault;
    return ms < timeouts.queueMs
      ? undefined
      : {
          reason: "busy",
          message: "Jobs of other programs are ahead of the label in the system's print queue.",
        };
  }
  if (ms < timeouts.reachMs) return undefined;
  if (job.isUnreachable)
    return {
      reason: "unreachable",
      message: `The system's print queue cannot reach ${name}. Switch it on and check its cable.`,
    };
  return (
    job.fault ??
    queue.fault ??
    (ms < timeouts.printMs
      ? undefined
      : { reason: "timeout", message: `${name} stopped accepting the label.` })
  );
}

function inBrackets(message: string): string {
  return message === "" ? "" : ` (${message})`;
}
