/**
 * SQL for data that stations coordinate: the largest shipment numbers and barcodes that any station
 * has assigned, and waiting orders.
 */
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
 * is none.
 */
export function newestBarcode(
  { db }: { readonly db: Pick<Db, "sql"> },
  first: string,
  last: string,
): string | null {
  // A longer or shorter barcode belongs to another range.
  return (
    db
      .sql<{ barcode: string }>(
        `SELECT barcode FROM shipments WHERE barcode >= :first AND barcode <= :last AND barcode <> '' AND length(barcode) = length(:first) ORDER BY barcode DESC LIMIT 1`,
      )
      .get({ first, last })?.barcode ?? null
  );
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
