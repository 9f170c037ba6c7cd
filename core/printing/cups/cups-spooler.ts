/**
 * CUPS behind the port `Spooler`: maps the states and the drivers' messages of CUPS, and chooses
 * the format of each printer language.
 */
import type { PrinterFault } from "../languages/language.ts";
import type { CupsPrinter } from "../printer.ts";
import {
  SpoolerError,
  type FoundQueue,
  type Spooler,
  type SpoolerJob,
  type SpoolerQueue,
} from "../spooler.ts";
import { faultOfReasons, QUEUE_PAUSED, QUEUE_REJECTS, QUEUE_REPEATS } from "../spooler-state.ts";
import {
  cancelJob,
  CupsRefusal,
  getJob,
  getQueue,
  listJobs,
  listQueues,
  printJob,
  type CupsJob,
  type CupsQueue,
  type NewCupsJob,
} from "./cups-queues.ts";
import { IppError } from "./ipp-client.ts";
import type { IppAttribute } from "./ipp.ts";

/**
 * Messages with which CUPS's own drivers report that they have not reached the printer, so no byte
 * has been sent. They are in English, which our requests ask for.
 */
const NOT_REACHED =
  /^(?:looking (?:up|for)|connecting to|waiting for) printer|^the printer (?:is (?:unreachable|in use|busy|not responding)|may not exist)|^unable to locate printer/i;
const BROKEN_OFF = /^unable to/i;
const ALL_SENT = "cups-waiting-for-job-completed";

export const cupsSpooler: Spooler<CupsPrinter> = {
  getQueue: ({ queue }) => translated(async () => readQueue(await getQueue(queue))),
  submit: ({ queue, ...printer }, { name, bytes }) =>
    translated(() => printJob({ queue, name, document: bytes, ...formatFor(printer) })),
  getJob: (_, id) => translated(() => findJob(id)),
  listJobs: ({ queue }, which) =>
    translated(() => listJobs(queue, which === "open" ? "not-completed" : "all")),
  cancel: (_, id) =>
    translated(async () => {
      await cancelJob(id);
      return findJob(id);
    }),
  list: () => translated(async () => (await listQueues()).map(foundQueue)),
};

/**
 * Gets a job. A job that CUPS does not know counts as done, because CUPS without job history
 * forgets a job as soon as the job has ended.
 */
async function findJob(id: number): Promise<SpoolerJob> {
  try {
    return readJob(await getJob(id));
  } catch (error) {
    if (error instanceof CupsRefusal && error.isUnknownQueue)
      return {
        id,
        name: "",
        state: "done",
        hasBeenSent: "maybe",
        message: "",
        fault: undefined,
        isUnreachable: false,
      };
    throw error;
  }
}

/**
 * Sends label languages to the printer unchanged (raw). PDF goes through the CUPS driver, in the
 * paper's size and unscaled.
 */
function formatFor({
  language,
  media,
}: Pick<CupsPrinter, "language" | "media">): Pick<NewCupsJob, "format" | "options"> {
  if (language !== "PDF") return { format: "application/vnd.cups-raw", options: [] };
  const keyword = (name: string, value: string): IppAttribute => ({
    tag: "keyword",
    name,
    values: [value],
  });
  return {
    format: "application/pdf",
    options: [
      keyword("media", `Custom.${media.widthMm}x${media.heightMm}mm`),
      keyword("print-scaling", "none"),
      { tag: "boolean", name: "fit-to-page", values: [false] },
    ],
  };
}

function readQueue(queue: CupsQueue): SpoolerQueue {
  return {
    closed: closedOf(queue),
    fault: faultOfReasons(queue.reasons),
    isBusy: queue.state === "processing",
    isAllSent: queue.reasons.includes(ALL_SENT) && !BROKEN_OFF.test(queue.message),
  };
}

function closedOf({ state, isAccepting, errorPolicy }: CupsQueue): PrinterFault | undefined {
  if (state === "stopped") return QUEUE_PAUSED;
  if (!isAccepting) return QUEUE_REJECTS;
  return errorPolicy === "retry-current-job" ? QUEUE_REPEATS : undefined;
}

const STATES: Readonly<Record<CupsJob["state"], SpoolerJob["state"]>> = {
  pending: "waiting",
  held: "waiting",
  stopped: "waiting",
  processing: "printing",
  cancelled: "cancelled",
  aborted: "aborted",
  completed: "done",
};

function readJob({
  id,
  name,
  state,
  hasStarted,
  printerReasons,
  printerMessage,
}: CupsJob): SpoolerJob {
  const isUnreachable = hasStarted && NOT_REACHED.test(printerMessage);
  // A driver that has no message yet has only just started.
  const hasBeenSent =
    !hasStarted || (isUnreachable && state !== "pending" && state !== "held")
      ? "no"
      : state === "processing" && printerMessage === ""
        ? "unknown"
        : "maybe";
  return {
    id,
    name,
    state: STATES[state],
    hasBeenSent,
    message: printerMessage,
    fault: faultOfReasons(printerReasons),
    isUnreachable,
  };
}

function foundQueue(queue: CupsQueue): FoundQueue {
  const fault = closedOf(queue) ?? faultOfReasons(queue.reasons);
  return {
    name: queue.name,
    makeAndModel: queue.makeAndModel,
    device: queue.deviceURI,
    deviceID: queue.deviceID,
    state: fault?.state ?? (queue.state === "processing" ? "busy" : "ready"),
  };
}

/**
 * Runs a request to CUPS.
 *
 * @throws SpoolerError in place of every error.
 */
async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CupsRefusal)
      throw new SpoolerError(
        error.isUnknownQueue ? "no queue" : "refused",
        "nothing",
        error.message,
      );
    if (error instanceof IppError)
      throw new SpoolerError(
        error.httpStatus === 0 ? "lost" : "refused",
        error.sent,
        error.message,
      );
    throw new SpoolerError(
      "refused",
      "nothing",
      error instanceof Error ? error.message : String(error),
    );
  }
}
