/**
 * The port of a system's print spooler, CUPS or Windows. Each implementation's folder maps the
 * system's reports to these types.
 */
import type { PrinterFault } from "./languages/language.ts";
import type { PrinterState } from "./printers.schema.ts";

/**
 * Error of a spooler. `sent` is `nothing` when the request was not carried out, and `maybe` when it
 * may have been. `kind` is `lost` when the spooler cannot be reached or does not answer, `no queue`
 * when the system has no such queue, and `refused` for any other error.
 */
export class SpoolerError extends Error {
  override readonly name = "SpoolerError";
  readonly sent: "nothing" | "maybe";
  readonly kind: "refused" | "no queue" | "lost";

  /**
   * Creates the error.
   *
   * @param message For the person at the desk.
   */
  constructor(kind: SpoolerError["kind"], sent: "nothing" | "maybe", message: string) {
    super(message);
    this.kind = kind;
    this.sent = sent;
  }
}

export type SpoolerQueue = {
  /**
   * Why the queue itself passes nothing on: stopped, or closed for jobs. Undefined when it works.
   */
  readonly closed: PrinterFault | undefined;
  /** The fault that was reported at the printer's last job. */
  readonly fault: PrinterFault | undefined;
  readonly isBusy: boolean;
  /**
   * Whether the printer has all bytes of the current job, and the spooler only waits for the
   * printer to close its connection.
   */
  readonly isAllSent: boolean;
};

export type SpoolerJob = {
  readonly id: number;
  readonly name: string;
  /**
   * `waiting`: not with the printer's driver now. `done`: the driver has finished without error.
   */
  readonly state: "waiting" | "printing" | "done" | "cancelled" | "aborted";
  /** Whether bytes of the job may have reached the printer. */
  readonly hasBeenSent: "no" | "unknown" | "maybe";
  /** The driver's own message; "" for none. */
  readonly message: string;
  /** The cause that keeps this job from being printed. */
  readonly fault: PrinterFault | undefined;
  /** Whether the job's driver reports that it cannot reach the printer. */
  readonly isUnreachable: boolean;
};

/** A print queue of the system. */
export type FoundQueue = {
  readonly name: string;
  readonly makeAndModel: string;
  /**
   * Device of the queue, as the system names it: `usb://Zebra/ZD421`, `socket://10.0.0.7:9100`, a
   * Windows port.
   */
  readonly device: string;
  /** IEEE 1284 device ID, "MFG:Zebra;CMD:ZPL;…"; "" when it is unknown. */
  readonly deviceID: string;
  readonly state: PrinterState["state"];
};

/** A job to submit. Its `name` identifies it in the queue afterwards. */
export type NewSpoolerJob = { readonly name: string; readonly bytes: Uint8Array };

export type Spooler<P> = {
  /**
   * Reads the state of the printer's queue.
   *
   * @throws SpoolerError
   */
  getQueue(printer: P): Promise<SpoolerQueue>;
  /**
   * Submits a job, and returns its id.
   *
   * @throws SpoolerError
   */
  submit(printer: P, job: NewSpoolerJob): Promise<number>;
  /**
   * Reads the state of a job.
   *
   * @throws SpoolerError
   */
  getJob(printer: P, id: number): Promise<SpoolerJob>;
  /**
   * Returns the jobs of the queue that have not ended; with `all` also ended jobs that the spooler
   * remembers.
   *
   * @throws SpoolerError
   */
  listJobs(printer: P, which: "open" | "all"): Promise<readonly Pick<SpoolerJob, "id" | "name">[]>;
  /**
   * Removes a job. A job that has ended is not changed.
   *
   * @returns The job after the request.
   * @throws SpoolerError
   */
  cancel(printer: P, id: number): Promise<SpoolerJob>;
  /**
   * Lists the queues of this computer.
   *
   * @throws SpoolerError
   */
  list: () => Promise<readonly FoundQueue[]>;
};
