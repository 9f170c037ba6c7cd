/**
 * The port of a system's print spooler: CUPS, or that of Windows. What one reports is put into
 * these words by its own folder.
 */
import type { PrinterFault } from "./languages/language.ts";
import type { PrinterState } from "./printers.schema.ts";

/**
 * `nothing`: what was asked was not done. `maybe`: it may have been. `lost`: the spooler cannot be
 * reached now.
 */
export class SpoolerError extends Error {
  override readonly name = "SpoolerError";
  readonly sent: "nothing" | "maybe";
  readonly kind: "refused" | "no queue" | "lost";

  /** @param message For the person at the desk. */
  constructor(kind: SpoolerError["kind"], sent: "nothing" | "maybe", message: string) {
    super(message);
    this.kind = kind;
    this.sent = sent;
  }
}

export type SpoolerQueue = {
  /**
   * Why the queue itself passes nothing on: stopped, or closed for jobs. Undefined when it does.
   */
  readonly closed: PrinterFault | undefined;
  /** What the printer was reported to have at its last job. */
  readonly fault: PrinterFault | undefined;
  readonly isBusy: boolean;
  /**
   * All bytes of the job that is printed are with the printer; the spooler waits for the printer to
   * close its connection.
   */
  readonly isAllSent: boolean;
};

export type SpoolerJob = {
  readonly id: number;
  readonly name: string;
  /** `waiting`: not given to the printer's driver now. `done`: the driver has ended well. */
  readonly state: "waiting" | "printing" | "done" | "cancelled" | "aborted";
  /** Whether bytes of it may be with the printer. */
  readonly hasLeft: "no" | "unknown" | "maybe";
  /** The driver's own sentence; "" for none. */
  readonly message: string;
  /** What keeps this job from being printed. */
  readonly fault: PrinterFault | undefined;
  /** Whether its driver reports that it does not reach the printer. */
  readonly isAway: boolean;
};

/** A queue of the system that was found. */
export type FoundQueue = {
  readonly name: string;
  readonly makeAndModel: string;
  /**
   * Where it leads, as the system names it: `usb://Zebra/ZD421`, `socket://10.0.0.7:9100`, a port
   * of Windows.
   */
  readonly device: string;
  /** IEEE 1284, "MFG:Zebra;CMD:ZPL;…"; "" when it is not known. */
  readonly deviceID: string;
  readonly state: PrinterState["state"];
};

/** What is to be printed. `name`: of the job, by which it is found again. */
export type NewSpoolerJob = { readonly name: string; readonly bytes: Uint8Array };

export type Spooler<P> = {
  /** @throws SpoolerError */
  getQueue(printer: P): Promise<SpoolerQueue>;
  /** @returns The id of the job. @throws SpoolerError */
  submit(printer: P, job: NewSpoolerJob): Promise<number>;
  /** @throws SpoolerError */
  getJob(printer: P, id: number): Promise<SpoolerJob>;
  /**
   * @returns Jobs of the queue that have not ended; with `all` also those that the spooler
   *   remembers.
   * @throws SpoolerError
   */
  listJobs(printer: P, which: "open" | "all"): Promise<readonly Pick<SpoolerJob, "id" | "name">[]>;
  /**
   * Removes a job; one that has ended stays as it ended.
   * @returns The job as it was then.
   * @throws SpoolerError
   */
  cancel(printer: P, id: number): Promise<SpoolerJob>;
  /** @throws SpoolerError */
  list: () => Promise<readonly FoundQueue[]>;
};
