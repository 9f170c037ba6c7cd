/** Protocol of the thread that reads status files. */
import type { PackedRows } from "../../shipping/imports/pack-rows.ts";
import type { Instant } from "../../base/units.ts";
import type { ColumnPlaces } from "./status-columns.ts";
import type { RefusedStatus } from "./status-files.schema.ts";

/** A row of a status file whose texts are in order; its parcel is not looked up yet. */
export type StatusRow = {
  readonly line: number;
  /** Barcode, otherwise tracking number. */
  readonly number: string;
  /** The carrier's code, folded. */
  readonly code: string;
  readonly at: Instant;
  /** Whether the file has a day alone. */
  readonly isDay: boolean;
  readonly place: string;
  /** The carrier's words: the description, otherwise the code. */
  readonly details: string;
  /** Tracking number that the carrier gave later; "" without. */
  readonly newNumber: string;
};

export type ReadStatusFile = {
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly columns: ColumnPlaces;
  readonly rows: number;
  readonly good: number;
  readonly packed: PackedRows<StatusRow>;
  /** Codes of the good rows, the most frequent first, at most a few thousand. */
  readonly codes: readonly {
    readonly code: string;
    /** The code as its first row writes it. */
    readonly words: string;
    readonly rows: number;
  }[];
  readonly refusedCount: number;
  readonly refused: readonly RefusedStatus[];
};

export type StatusFileOperations = {
  /**
   * Reads a whole file.
   *
   * @param file.body Body of the request, unchanged.
   * @throws AppError E2029 when the file is unreadable or too long, E1085 when the body has another
   * shape.
   */
  check(file: {
    readonly body: Uint8Array;
    readonly places: ColumnPlaces;
  }): Promise<ReadStatusFile>;
};
