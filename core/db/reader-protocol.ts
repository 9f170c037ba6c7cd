/** Operations of the reader threads. */
import type { SqlRow } from "./database.ts";

export type Read = { readonly sql: string; readonly parameters: SqlRow };

/** Several reads of one state of the database. `deadlineMs`: time limit of all reads together. */
type ReadRequest = {
  readonly reads: readonly Read[];
  readonly deadlineMs: number;
  /** All reads of this connection until `endSession` see the same state as the first. */
  readonly isSession?: boolean;
};

export type ReaderOperations = {
  /**
   * Returns the rows of each read.
   *
   * @throws AppError E2052 after the deadline.
   */
  read(request: ReadRequest): unknown[][];
  endSession(input: undefined): void;
};
