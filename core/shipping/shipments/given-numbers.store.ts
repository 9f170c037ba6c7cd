/**
 * SQL for what stations share out of shipments: the largest numbers that there are, whichever
 * station gave them, and orders that wait.
 */
import type { Db } from "../../db/database.ts";

/** 0 without a shipment. */
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

/** The largest barcode of a shipment between two that are as long; null when there is none. */
export function newestBarcode(
  { db }: { readonly db: Pick<Db, "sql"> },
  first: string,
  last: string,
): string | null {
  // One that is longer or shorter is of another range.
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
 * Shipments to be packed without a label that are not on hold, the oldest first. Returns are not
 * among them.
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

/** Whether a shipment still has no label. */
export function isWaiting({ db }: { readonly db: Pick<Db, "sql"> }, id: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE id = ? AND status IN ('CREATED', 'GOT_OFFERS')`)
      .get(id) !== undefined
  );
}
