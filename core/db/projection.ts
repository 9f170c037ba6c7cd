/**
 * The form in which a room declares, in `<d>.projections.ts`, what follows from rows of other
 * stations. `core/sync/projections.ts` lists the projections in their order. Rows from the stream
 * and rows from a snapshot run the same list, so that both have the same effect.
 */
import type { WriteDeps } from "./deps.ts";
import type { AppliedRow } from "./merge-fields.ts";

/**
 * Selects the rows of one table that a projection needs from a snapshot. A snapshot may have
 * millions of rows, and most of them change nothing here.
 */
export type InSnapshot = {
  /**
   * A condition on the row `s` of the snapshot, evaluated after the slice of `s` was copied;
   * absent: every row. Its parameters are those of `SnapshotScope`.
   */
  readonly where?: string;
  /** The columns that the projection reads, in addition to the id. */
  readonly reads?: readonly string[];
};

/**
 * `own`: JSON list of the numbers that this station's incarnations have in the snapshot. `before`:
 * position of the last shipment that existed here. `since`: time before which scans are not
 * reported as new.
 */
export type SnapshotScope = {
  readonly own: string;
  readonly before: number;
  readonly since: string;
};

/** `Deps`: what the projection needs in addition to a writer. */
export type Projection<Deps = WriteDeps> = {
  readonly tables: Readonly<Record<string, InSnapshot>>;
  /**
   * For rows of a snapshot. "slice": in the transaction that copies the rows, never twice. "end":
   * when all rows are here; repeated after a crash.
   */
  readonly when: "slice" | "end";
  /** For "end": the projection runs for only one of the rows with the same subject. */
  subject?(row: AppliedRow): string;
  /**
   * Runs the projection inside a transaction.
   *
   * @param rows Rows of its tables. A changed row only has its changed fields.
   */
  run(deps: Deps, rows: readonly AppliedRow[]): void;
};
