/** Protocol of the thread that reads order files. One file is open at a time. */
import type { RejectedRow, RepairedCell } from "./imports.schema.ts";
import type { Header } from "./order-columns.ts";
import type { NumberFormats } from "./order-numbers.ts";
import type { PreparedOrder, UsedSource } from "./prepare-orders.ts";
import type { FileSources } from "./choose-source.ts";
import type { FileHeadings } from "./file-headings.schema.ts";
import type { Headings } from "./reject-row.ts";

export type FileHead = {
  readonly fileName: string;
  readonly source: UsedSource;
  readonly rows: number;
  readonly headings: Headings;
  /** Index of each column in a row. */
  readonly at: Header["at"];
  readonly formats: NumberFormats;
  /** All headings of the file, in order. */
  readonly allHeadings: readonly string[];
  /** Headings of ignored columns. */
  readonly unread: readonly string[];
  readonly repairedCount: number;
  /** The first repaired cells. */
  readonly repaired: readonly RepairedCell[];
};

/** Orders and faults; both lists are empty at the end of the file. */
export type Batch = {
  readonly orders: readonly PreparedOrder[];
  readonly rejected: readonly RejectedRow[];
};

/**
 * A row of the file with its faults. The row has no faults when only another row of the same order
 * was rejected.
 */
export type RefusedRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly faults: readonly RejectedRow[];
};

export type OrderFileOperations = {
  /**
   * Opens a file. `file.body`: the unchanged body of a request.
   *
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape,
   * E2096 when a required column is missing, E2291 when several sources have its headings.
   */
  open(file: {
    readonly id: string;
    readonly body: Uint8Array;
    readonly sources: FileSources;
  }): Promise<FileHead>;
  /** Reads only the headings of a file, with some cells. @throws AppError E2029, E1085 */
  look(file: { readonly body: Uint8Array; readonly sources: FileSources }): Promise<FileHeadings>;
  /**
   * Reads some orders of the open file; the core asks again after it has imported them.
   *
   * @throws Error when another file, or none, is open.
   */
  next(id: string): Batch;
  /** Reads some rows of the open file again, as serialized `RefusedRow`s. */
  pack(rows: {
    readonly id: string;
    readonly rows: readonly Omit<RefusedRow, "cells">[];
  }): Uint8Array;
  /** Drops the rest of the open file. */
  drop(input: undefined): void;
};
