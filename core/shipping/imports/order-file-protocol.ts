/** What the thread that reads order files serves. One file is open at a time. */
import type { RejectedRow } from "./imports.schema.ts";
import type { Header } from "./order-columns.ts";
import type { NumberFormats } from "./order-numbers.ts";
import type { PreparedOrder } from "./prepare-orders.ts";
import type { Headings } from "./reject-row.ts";

export type FileHead = {
  readonly fileName: string;
  readonly rows: number;
  readonly headings: Headings;
  /** Where each column is in a row. */
  readonly at: Header["at"];
  readonly formats: NumberFormats;
  /** All headings of the file, in its order. */
  readonly allHeadings: readonly string[];
  /** Headings whose columns are not read. */
  readonly unread: readonly string[];
};

/** Both lists empty: there is no more. */
export type Batch = {
  readonly orders: readonly PreparedOrder[];
  readonly rejected: readonly RejectedRow[];
};

/**
 * A row of the file with its faults; without faults where another row of the same order was
 * refused.
 */
export type RefusedRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly faults: readonly RejectedRow[];
};

export type OrderFileOperations = {
  /**
   * Opens a file: a request's body, as it came.
   * @throws AppError E2029 or E1085 when nothing of it can be read.
   */
  open(file: { readonly id: string; readonly body: Uint8Array }): FileHead;
  /**
   * Some orders of the open file: the core asks again when it has taken them.
   * @throws Error when another file, or none, is open.
   */
  next(id: string): Batch;
  /** Reads some rows of the open file once more. @returns `RefusedRow`s, serialized. */
  pack(rows: {
    readonly id: string;
    readonly rows: readonly Omit<RefusedRow, "cells">[];
  }): Uint8Array;
  /** Forgets the rest of the open file. */
  drop(input: undefined): void;
};
