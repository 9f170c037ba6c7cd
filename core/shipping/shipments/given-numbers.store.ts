/**
 * SQL for data that stations coordinate: the largest shipment numbers and barcodes that any station
 * has assigned, and waiting orders.
 */
import { inSlices } from "../../base/slices.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import type { Db } from "../../db/database.ts";

/** Finds the largest shipment number; 0 without a shipment. */
export function newestNumber(
  { db }: { readonly db: Pick<Db, "sql"> },
  organizationID: string,
): number {
  return (
    db
      .sql<{ number: number }>(
        `SELECT number FROM shipments WHERE organization_id = ? AND number > 0 ORDER BY number DESC LIMIT 1`,
      )
      .get(organizationID)?.number ?? 0
  );
}

/**
 * Finds the largest barcode of a shipment within a range of equally long barcodes; null when there
 * is none. Lets other work run in between, because all shipments' barcodes may lie in the range
 * with another length.
 */
export async function newestBarcode(
  { db }: { readonly db: Pick<Db, "sql"> },
  first: string,
  last: string,
): Promise<string | null> {
  const listBefore = db.sql<{ barcode: string }>(
    `SELECT barcode FROM shipments WHERE barcode >= :first AND barcode < :before AND barcode <> '' ORDER BY barcode DESC LIMIT :atMost`,
  );
  let newest: string | undefined;
  let before = `${last}0`; // Later than `last`.
  const next = inSlices((atMost) => {
    const barcodes = listBefore.all({ first, before, atMost }).map(({ barcode }) => barcode);
    newest = barcodes.find(({ length }) => length === first.length);
    before = barcodes.at(-1) ?? first;
    return newest === undefined ? barcodes.length : 0;
  });
  while (next()) await yieldToEventLoop();
  return newest ?? null;
}

const WAITING = ["CREATED", "GOT_OFFERS"] as const;

/**
 * Lists shipments to be packed that have no label and are not on hold, oldest first, without
 * returns.
 */
export function listWaitingIDs(
  { db }: { readonly db: Pick<Db, "sql"> },
  organizationID: string,
  atMost: number,
): string[] {
  const rows = WAITING.flatMap((status) =>
    db
      .sql<{ id: string; number: number }>(
        `SELECT id, number FROM shipments WHERE organization_id = :organizationID AND status = :status AND (status = 'CREATED' OR status = 'GOT_OFFERS') AND hold_reason = '' AND is_return = 0 ORDER BY number LIMIT :atMost`,
      )
      .all({ organizationID, status, atMost }),
  );
  return rows
    .sort((a, b) => a.number - b.number)
    .slice(0, atMost)
    .map(({ id }) => id);
}

/** Returns whether a shipment waits: without a label and without an open purchase. */
export function isWaiting({ db }: { readonly db: Pick<Db, "sql"> }, id: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE id = ? AND status IN ('CREATED', 'GOT_OFFERS')`)
      .get(id) !== undefined
  );
}
