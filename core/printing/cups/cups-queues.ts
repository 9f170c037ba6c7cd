/**
 * Requests to CUPS about its queues and jobs: one function per IPP operation (RFC 8011), with the
 * answer mapped to our types.
 */
import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { IppError, askCups } from "./ipp-client.ts";
import type { IppAnswer, IppAttribute, IppGroup } from "./ipp.ts";

const OPERATIONS = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJob: 0x0009,
  getJobs: 0x000a,
  getPrinter: 0x000b,
  getPrinters: 0x4002,
} as const;
/** Statuses below this are successes. */
const FIRST_ERROR = 0x0100;
const STATUS_NOT_FOUND = 0x0406;
/** The job has already ended. */
const STATUS_NOT_POSSIBLE = 0x0404;
const CALL_MS = 5_000;
/** Time limit for queueing a document; a label of dots at 600 dpi is about a megabyte. */
const PRINT_MS = 30_000;
const COMMAND_MS = 5_000;

export type CupsQueue = {
  readonly name: string;
  readonly state: "idle" | "processing" | "stopped";
  readonly isAccepting: boolean;
  /** Keywords such as `media-empty-error`. */
  readonly reasons: readonly string[];
  /** The printer's or the driver's own message; "" for none. */
  readonly message: string;
  /**
   * CUPS's reaction to a job that its driver could not print: `abort-job`, `retry-job`,
   * `stop-printer`, `retry-current-job`.
   */
  readonly errorPolicy: string;
  readonly deviceURI: string;
  readonly makeAndModel: string;
  readonly deviceID: string;
  /** The queue's default paper, by its CUPS name; "" for none. */
  readonly media: string;
};

const JOB_STATES = {
  3: "pending",
  4: "held",
  5: "processing",
  6: "stopped",
  7: "cancelled",
  8: "aborted",
  9: "completed",
} as const;
export type CupsJob = {
  readonly id: number;
  readonly name: string;
  readonly state: (typeof JOB_STATES)[keyof typeof JOB_STATES];
  /** Whether the job was ever given to the printer's driver. */
  readonly hasStarted: boolean;
  /** The printer's state reasons while it had the job. */
  readonly printerReasons: readonly string[];
  readonly printerMessage: string;
};

/** CUPS answered with an IPP error; nothing was done. */
export class CupsRefusal extends Error {
  override readonly name = "CupsRefusal";
  readonly isUnknownQueue: boolean;

  constructor(status: number, message: string) {
    super(`${message} (IPP 0x${status.toString(16).padStart(4, "0")})`);
    this.isUnknownQueue = status === STATUS_NOT_FOUND;
  }
}

const QUEUE_ATTRIBUTES = [
  "printer-name",
  "printer-state",
  "printer-state-reasons",
  "printer-state-message",
  "printer-is-accepting-jobs",
  "printer-error-policy",
  "device-uri",
  "printer-make-and-model",
  "printer-device-id",
  "media-default",
];
const JOB_ATTRIBUTES = [
  "job-id",
  "job-name",
  "job-state",
  "time-at-processing",
  "job-printer-state-reasons",
  "job-printer-state-message",
];

/**
 * Gets a queue by its name.
 *
 * @throws CupsRefusal, IppError
 */
export async function getQueue(queue: string): Promise<CupsQueue> {
  const { groups } = await ask("getPrinter", queuePath(queue), [
    queueURI(queue),
    requested(QUEUE_ATTRIBUTES),
  ]);
  return readQueue(groups[0] ?? new Map());
}

/**
 * Lists the queues.
 *
 * @throws CupsRefusal, IppError
 */
export async function listQueues(): Promise<readonly CupsQueue[]> {
  const { groups } = await ask("getPrinters", "/", [requested(QUEUE_ATTRIBUTES)]);
  return groups.map(readQueue).filter(({ name }) => name !== "");
}

export type NewCupsJob = {
  readonly queue: string;
  readonly name: string;
  readonly document: Uint8Array;
  readonly format: "application/vnd.cups-raw" | "application/pdf";
  readonly options: readonly IppAttribute[];
};

/**
 * Queues a document, and returns the id of its job.
 *
 * @throws CupsRefusal when nothing was queued; IppError, whose `sent` states whether the document
 *   may have been queued.
 */
export async function printJob({
  queue,
  name,
  document,
  format,
  options,
}: NewCupsJob): Promise<number> {
  const attributes: IppAttribute[] = [
    queueURI(queue),
    user(),
    { tag: "name", name: "job-name", values: [name] },
    { tag: "mimeType", name: "document-format", values: [format] },
  ];
  const { groups } = succeeded(
    await askCups(
      { operation: OPERATIONS.printJob, attributes, job: options, document },
      queuePath(queue),
      PRINT_MS,
    ),
  );
  const id = numberOf(groups[0], "job-id");
  if (id === undefined)
    throw new IppError("maybe", "The print system did not return a job number.");
  return id;
}

/**
 * Gets a job by its id.
 *
 * @throws CupsRefusal, IppError
 */
export async function getJob(id: number): Promise<CupsJob> {
  const { groups } = await ask("getJob", "/jobs", [jobURI(id), user(), requested(JOB_ATTRIBUTES)]);
  return readJob(groups[0] ?? new Map());
}

/**
 * Returns the jobs of a queue that have not ended; with `all` also ended jobs that CUPS remembers.
 *
 * @throws CupsRefusal, IppError
 */
export async function listJobs(
  queue: string,
  which: "not-completed" | "all" = "not-completed",
): Promise<readonly CupsJob[]> {
  const { groups } = await ask("getJobs", queuePath(queue), [
    queueURI(queue),
    user(),
    { tag: "keyword", name: "which-jobs", values: [which] },
    requested(JOB_ATTRIBUTES),
  ]);
  return groups.map(readJob).filter(({ id }) => id > 0);
}

/**
 * Cancels a job. A job that has ended is not changed.
 *
 * @throws IppError without a readable answer of CUPS; Error when the command `cancel` fails.
 */
export async function cancelJob(id: number): Promise<void> {
  try {
    const { status } = await askCups(
      { operation: OPERATIONS.cancelJob, attributes: [jobURI(id), user()] },
      "/jobs",
      CALL_MS,
    );
    if (status < FIRST_ERROR || status === STATUS_NOT_POSSIBLE || status === STATUS_NOT_FOUND)
      return;
  } catch (error) {
    if (!(error instanceof IppError) || error.httpStatus === 0) throw error;
  }
  // CUPS may require authentication that only its own command `cancel` supports.
  await new Promise<void>((resolve, reject) =>
    execFile(
      "cancel",
      [String(id)],
      { timeout: COMMAND_MS, killSignal: "SIGKILL", env: { ...process.env, LC_ALL: "C" } },
      (error) => (error === null ? resolve() : reject(error)),
    ),
  );
}

async function ask(
  operation: keyof typeof OPERATIONS,
  path: string,
  attributes: readonly IppAttribute[],
): Promise<IppAnswer> {
  return succeeded(await askCups({ operation: OPERATIONS[operation], attributes }, path, CALL_MS));
}

function succeeded(answer: IppAnswer): IppAnswer {
  if (answer.status >= FIRST_ERROR)
    throw new CupsRefusal(answer.status, "The print system refused");
  return answer;
}

function readQueue(group: IppGroup): CupsQueue {
  const state = numberOf(group, "printer-state");
  return {
    name: textOf(group, "printer-name"),
    state: state === 5 ? "stopped" : state === 4 ? "processing" : "idle",
    isAccepting: group.get("printer-is-accepting-jobs")?.[0] !== false,
    reasons: textsOf(group, "printer-state-reasons"),
    message: textOf(group, "printer-state-message"),
    errorPolicy: textOf(group, "printer-error-policy"),
    deviceURI: textOf(group, "device-uri"),
    makeAndModel: textOf(group, "printer-make-and-model"),
    deviceID: textOf(group, "printer-device-id"),
    media: textOf(group, "media-default"),
  };
}

function readJob(group: IppGroup): CupsJob {
  const state = numberOf(group, "job-state");
  return {
    id: numberOf(group, "job-id") ?? 0,
    name: textOf(group, "job-name"),
    state:
      Object.entries(JOB_STATES).find(([number]) => Number(number) === state)?.[1] ?? "aborted",
    hasStarted: numberOf(group, "time-at-processing") !== undefined,
    printerReasons: textsOf(group, "job-printer-state-reasons"),
    printerMessage: textOf(group, "job-printer-state-message"),
  };
}

function textsOf(group: IppGroup, name: string): readonly string[] {
  return (group.get(name) ?? []).map(String).filter((text) => text !== "none");
}

function textOf(group: IppGroup, name: string): string {
  return textsOf(group, name)[0] ?? "";
}

function numberOf(group: IppGroup | undefined, name: string): number | undefined {
  const value = group?.get(name)?.[0];
  return typeof value === "number" ? value : undefined;
}

function queuePath(queue: string): string {
  return `/printers/${encodeURIComponent(queue)}`;
}

function queueURI(queue: string): IppAttribute {
  return { tag: "uri", name: "printer-uri", values: [`ipp://localhost${queuePath(queue)}`] };
}

function jobURI(id: number): IppAttribute {
  return { tag: "uri", name: "job-uri", values: [`ipp://localhost/jobs/${id}`] };
}

function user(): IppAttribute {
  return { tag: "name", name: "requesting-user-name", values: [userInfo().username] };
}

function requested(names: readonly string[]): IppAttribute {
  return { tag: "keyword", name: "requested-attributes", values: names };
}
