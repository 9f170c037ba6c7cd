/**
 * Windows's spooler behind the port `Spooler`: maps the flags of Windows, and chooses the format of
 * each printer language.
 */
import type { PrinterFault } from "../languages/language.ts";
import { HEAD_OPEN, PAPER_OUT, RIBBON_OUT } from "../languages/printer-faults.ts";
import type { WindowsPrinter } from "../printer.ts";
import { SpoolerError, type FoundQueue, type Spooler, type SpoolerJob } from "../spooler.ts";
import { UNREACHABLE, FAULT, JAM, QUEUE_PAUSED } from "../spooler-state.ts";
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { SpoolerOperations } from "./spooler-protocol.ts";
import type { WindowsJob, WindowsQueue } from "./winspool.ts";

/** Time limit for one call, in ms; a driver that takes longer counts as hung. */
const CALL_MS = 30_000;
const IDLE_MS = 60_000;

/** PRINTER_STATUS_…, as in winspool.h. */
const QUEUE = { paused: 0x1, busy: 0x200 | 0x400 | 0x4000 } as const;
const QUEUE_FAULTS: readonly (readonly [number, PrinterFault])[] = [
  [0x400000, HEAD_OPEN],
  [0x8, JAM],
  [0x10 | 0x40, PAPER_OUT],
  [0x40000, RIBBON_OUT],
  [0x80 | 0x1000, UNREACHABLE],
  [0x2 | 0x100000 | 0x200000 | 0x800, FAULT],
];
/** PRINTER_ATTRIBUTE_WORK_OFFLINE: a person, or Windows itself, has set the printer offline. */
const WORK_OFFLINE = 0x400;
const PENDING_DELETION = 0x4;
/** JOB_STATUS_…, as in winspool.h. */
const JOB = {
  deleted: 0x4 | 0x100,
  done: 0x80 | 0x1000,
  printing: 0x10,
  restarted: 0x800,
} as const;
const JOB_FAULTS: readonly (readonly [number, PrinterFault])[] = [
  [0x40, PAPER_OUT],
  [0x20, UNREACHABLE],
  [0x2 | 0x200 | 0x400, FAULT],
  [0x1, QUEUE_PAUSED],
];

/**
 * Creates the spooler.
 *
 * @param workerURL File of the thread; absent: spooler-worker.ts.
 */
export function createWindowsSpooler(
  workerURL = new URL("./spooler-worker.ts", import.meta.url),
): Spooler<WindowsPrinter> {
  const thread = openThread(workerURL);
  return {
    async getQueue({ queue }) {
      const { status, attributes } = await translated(() => thread.call("getQueue", queue));
      return {
        closed: closedOf({ status, attributes }),
        fault: faultOf(QUEUE_FAULTS, status),
        isBusy: (status & QUEUE.busy) !== 0,
        isAllSent: false,
      };
    },
    submit: ({ queue, language, media }, { name, bytes }) =>
      translated(() =>
        language === "PDF"
          ? thread.call("printPdf", { queue, name, bytes, media })
          : thread.call("printRaw", { queue, name, bytes }),
      ),
    getJob: ({ queue }, id) => findJob(thread, queue, id),
    listJobs: ({ queue }) => translated(() => thread.call("listJobs", queue)),
    async cancel({ queue }, id) {
      const before = await findJob(thread, queue, id);
      if (before.state === "done") return before;
      await translated(() => thread.call("deleteJob", { queue, id }));
      return { ...before, state: "cancelled" };
    },
    async list() {
      const names = await translated(() => thread.call("list", undefined));
      return Promise.all(names.map((found) => describeQueue(thread, found)));
    },
  };
}

function openThread(url: URL): ThreadCalls<SpoolerOperations> {
  return createThreadCalls<SpoolerOperations>({
    url,
    name: "Windows spooler",
    callTimeoutMs: CALL_MS,
    startTimeoutMs: CALL_MS,
    idleMs: IDLE_MS,
    isSilent: true,
    ending: "stopped",
    lost: () => new SpoolerError("lost", "maybe", "Windows's print system does not answer."),
  });
}

async function findJob(
  thread: ThreadCalls<SpoolerOperations>,
  queue: string,
  id: number,
): Promise<SpoolerJob> {
  const jobs = await translated(() => thread.call("listJobs", queue));
  const found = jobs.find((job) => job.id === id);
  if (found !== undefined) return readJob(found);
  // Windows forgets a job as soon as the job has ended.
  return {
    id,
    name: "",
    state: "done",
    hasBeenSent: "maybe",
    message: "",
    fault: undefined,
    isUnreachable: false,
  };
}

/**
 * Describes a queue. A printer of another computer is not queried, because an unreachable computer
 * would hold up all queues.
 */
async function describeQueue(
  thread: ThreadCalls<SpoolerOperations>,
  { name, server }: { readonly name: string; readonly server: string },
): Promise<FoundQueue> {
  const queue =
    server === ""
      ? await translated(() => thread.call("getQueue", name)).catch(() => undefined)
      : undefined;
  const fault =
    queue === undefined ? undefined : (closedOf(queue) ?? faultOf(QUEUE_FAULTS, queue.status));
  return {
    name,
    makeAndModel: queue?.driver ?? "",
    device: queue?.port ?? server,
    deviceID: "",
    state: fault?.state ?? "ready",
  };
}

function readJob({ id, name, status, statusText, pagesPrinted }: WindowsJob): SpoolerJob {
  const has = (flags: number): boolean => (status & flags) !== 0;
  const state = has(JOB.done)
    ? "done"
    : has(JOB.deleted)
      ? "cancelled"
      : has(JOB.printing)
        ? "printing"
        : "waiting";
  const fault = faultOf(JOB_FAULTS, status);
  return {
    id,
    name,
    state,
    hasBeenSent: pagesPrinted > 0 || has(JOB.printing | JOB.restarted) ? "maybe" : "no",
    message: statusText,
    fault,
    isUnreachable: fault === UNREACHABLE,
  };
}

function closedOf({
  status,
  attributes,
}: Pick<WindowsQueue, "status" | "attributes">): PrinterFault | undefined {
  if ((status & (QUEUE.paused | PENDING_DELETION)) !== 0) return QUEUE_PAUSED;
  return (attributes & WORK_OFFLINE) === 0 ? undefined : UNREACHABLE;
}

function faultOf(faults: typeof JOB_FAULTS, status: number): PrinterFault | undefined {
  return faults.find(([flags]) => (status & flags) !== 0)?.[1];
}

/**
 * Runs a call of the thread.
 *
 * @throws SpoolerError in place of every error.
 */
async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SpoolerError) throw error;
    const [code, message] = [
      error instanceof Error && "code" in error ? error.code : "",
      error instanceof Error ? error.message : String(error),
    ];
    throw new SpoolerError(
      code === "no queue" ? "no queue" : "refused",
      code === "maybe" ? "maybe" : "nothing",
      message,
    );
  }
}
