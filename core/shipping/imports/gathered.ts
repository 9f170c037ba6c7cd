/** Collects what an import has done so far. */
import type { OrderChange } from "../order-changes/order-changes.schema.ts";
import type { ImportResult, RejectedRow } from "./imports.schema.ts";
import type { PreparedOrder } from "./prepare-orders.ts";
import type { Headings } from "./reject-row.ts";

export type Gathered = {
  readonly headings: Headings;
  readonly fileName: string;
  added: number;
  reopened: number;
  known: number;
  /** Cancelled orders of the file that were never imported. */
  skipped: number;
  changedCount: number;
  /** The first MOST_CHANGED changes. */
  readonly changed: OrderChange[];
  readonly rejected: RejectedRow[];
  /** All lines of rejected orders. */
  readonly lines: Set<number>;
};

/** Changes that a result lists; `GET /station/order-changes` lists all. */
const MOST_CHANGED = 100;

/** Returns the result before the first order. */
export function nothingGathered(headings: Headings, fileName: string): Gathered {
  return {
    headings,
    fileName,
    added: 0,
    reopened: 0,
    known: 0,
    skipped: 0,
    changedCount: 0,
    changed: [],
    rejected: [],
    lines: new Set(),
  };
}

/**
 * Rejects an order. For an order of several rows the field is omitted, since all rows must be
 * corrected together in the file.
 */
export function refuse(
  { rejected, lines }: Pick<Gathered, "rejected" | "lines">,
  order: PreparedOrder,
  faults: readonly RejectedRow[],
): void {
  rejected.push(
    ...(order.lines.length === 1 ? faults : faults.map(({ field: _, ...fault }) => fault)),
  );
  for (const line of order.lines) lines.add(line);
}

/** Adds an open change. */
export function gatherChange(result: Gathered, change: OrderChange): void {
  result.changedCount += 1;
  if (result.changed.length < MOST_CHANGED) result.changed.push(change);
}

/** Presents what the file says about orders that are known, or that nobody needs. */
export function changesIn({
  skipped,
  changedCount,
  changed,
}: Gathered): Pick<ImportResult, "skipped" | "changedCount" | "changed"> {
  return { skipped, changedCount, changed };
}
