/** What the reader threads serve. */
import type { SqlRow } from "./database.ts";

export type Read = { readonly sql: string; readonly parameters: SqlRow };

/** Several reads of one moment. `deadlineMs`: how long they may take together, from their begin. */
type ReadRequest = {
  readonly reads: readonly Read[];
  readonly deadlineMs: number;
  /** All reads of this connection until `endSession` are of the moment of the first. */
  readonly isSession?: boolean;
};

export type ReaderOperations = {
  /** @returns The rows of each. @throws AppError E2052 after its deadline. */
  read(request: ReadRequest): unknown[][];
  endSession(input: undefined): void;
};
