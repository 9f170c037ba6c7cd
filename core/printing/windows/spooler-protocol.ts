/** Operations of the thread that calls Windows's spooler. */
import type { Media } from "../../db/documents/media.schema.ts";
import type { WindowsJob, WindowsQueue } from "./winspool.ts";

type NewJob = {
  readonly queue: string;
  /** Name of the print job, as the spooler shows it. */
  readonly name: string;
  readonly bytes: Uint8Array;
};

/** Failed operations throw a WindowsError, which callers recognise by its code. */
export type SpoolerOperations = {
  getQueue(queue: string): WindowsQueue;
  /** Lists jobs that have not ended. */
  listJobs(queue: string): readonly WindowsJob[];
  deleteJob(job: { readonly queue: string; readonly id: number }): void;
  list(_: undefined): readonly { readonly name: string; readonly server: string }[];
  /** Prints bytes that no driver changes, and returns the job's id. */
  printRaw(job: NewJob): number;
  /**
   * Prints a PDF through the printer's own driver, on paper of the size `media`.
   * @returns The job's id.
   */
  printPdf(job: NewJob & { readonly media: Media }): Promise<number>;
};
