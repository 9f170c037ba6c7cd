/** SQL of `handed_over` and `hand_overs` on the writer's connection. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type HandedOverRow = {
  /** Follows from the transaction, so that it is the same at each station. */
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly shipmentID: string;
  readonly transactionID: string;
  readonly providerCode: string;
  readonly state: "LOADED" | "TAKEN_BACK";
  readonly scannedAt: string;
  readonly stationID: string;
  readonly scannedBy: string;
  /** Lead who passed a label that its carrier does not know; "" otherwise. */
  readonly passedBy: string;
  /** "" until the loading has ended. */
  readonly handOverID: string;
};

export type HandOverRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly providerCode: string;
  readonly carrierName: string;
  readonly state: "ENDING" | "ENDED";
  readonly parcels: number;
  readonly stationID: string;
  readonly endedBy: string;
  /** Member whose own parcels alone were handed over; "" for all. */
  readonly onlyOf: string;
};

/** Finds the row of a label; undefined for a label that was never scanned. */
export function findHandedOver(db: Pick<Db, "sql">, id: string): HandedOverRow | undefined {
  return db.sql<HandedOverRow>(`SELECT * FROM handed_over WHERE id = ?`).get(id);
}

/**
 * Finds a label on a truck whose loading goes on by its barcode, in force or not.
 *
 * @param barcodes Spellings of the barcode.
 */
export function findOpenLabel(
  db: Pick<Db, "sql">,
  organizationID: string,
  barcodes: readonly string[],
): (HandedOverRow & { readonly barcode: string }) | undefined {
  return db
    .sql<HandedOverRow & { readonly barcode: string }>(
      `SELECT h.*, t.barcode
         FROM handed_over AS h INDEXED BY handed_over_open
        CROSS JOIN transactions AS t ON t.id = h.transaction_id
        WHERE h.organization_id = :organizationID
          AND h.state = 'LOADED'
          AND h.hand_over_id = ''
          AND t.barcode IN (SELECT value FROM json_each(:barcodes))
        ORDER BY h.scanned_at DESC, h.id
        LIMIT 1`,
    )
    .get({ organizationID, barcodes: JSON.stringify(barcodes) });
}

/** Finds a shipment's label that was scanned last; undefined without one. */
export function findNewestOf(db: Pick<Db, "sql">, shipmentID: string): HandedOverRow | undefined {
  return db
    .sql<HandedOverRow>(
      `SELECT * FROM handed_over WHERE shipment_id = ? ORDER BY scanned_at DESC, id LIMIT 1`,
    )
    .get(shipmentID);
}

/** Inserts the row of a label; needs an open transaction. */
export function insertHandedOver(db: Db, row: HandedOverRow): void {
  insertRow(db, "handed_over", row);
}

/**
 * Changes the row of a label; needs an open transaction.
 *
 * @param from State that it must have; absent: any.
 */
export function updateHandedOver(
  db: Db,
  id: string,
  fields: Partial<Omit<HandedOverRow, "id" | "createdAt">>,
  from: Partial<Pick<HandedOverRow, "state" | "handOverID">> = {},
): boolean {
  return updateRow(db, "handed_over", id, fields, from);
}

/** A truck whose loading goes on. `memberID`: only this member's parcels; null: all. */
export type OpenTruck = {
  readonly organizationID: string;
  readonly providerCode: string;
  readonly memberID: string | null;
};

const OPEN = `FROM handed_over AS h INDEXED BY handed_over_open
        CROSS JOIN shipments AS s ON s.id = h.shipment_id
        WHERE h.organization_id = :organizationID
          AND h.provider_code = :providerCode
          AND h.state = 'LOADED'
          AND h.hand_over_id = ''
          AND (:memberID IS NULL OR s.created_by = :memberID)`;

/** Returns whether the scanned label is its shipment's label, and not cancelled. */
export function isInForce(db: Pick<Db, "sql">, id: string): boolean {
  return (
    db
      .sql(
        `SELECT 1
           FROM handed_over AS h
           JOIN shipments AS s ON s.id = h.shipment_id
          WHERE h.id = ? AND s.purchase_id = h.transaction_id AND s.status <> 'CANCELED'`,
      )
      .get(id) !== undefined
  );
}

/** Counts the parcels on a truck, after each scan: without a member, from the index alone. */
export function countLoaded(db: Pick<Db, "sql">, of: OpenTruck): number {
  if (of.memberID !== null) return countOpen(db, of).loaded;
  const { organizationID, providerCode } = of;
  const counted = db
    .sql<{ n: number }>(
      `SELECT count(*) AS n
         FROM handed_over INDEXED BY handed_over_open
        WHERE organization_id = ?
          AND provider_code = ?
          AND state = 'LOADED'
          AND hand_over_id = ''`,
    )
    .get(organizationID, providerCode);
  return counted?.n ?? 0;
}

type OpenCount = { loaded: number; canceled: number; lastScanAt: string };

/** Counts the parcels on a truck, and those of them whose label was cancelled since. */
export function countOpen(db: Pick<Db, "sql">, of: OpenTruck): Readonly<OpenCount> {
  return (
    db
      .sql<OpenCount>(
        `SELECT count(*) AS loaded,
                coalesce(max(h.scanned_at), '') AS last_scan_at,
                coalesce(sum(s.purchase_id IS NOT h.transaction_id OR s.status = 'CANCELED'), 0) AS canceled
           ${OPEN}`,
      )
      .get(of) ?? { loaded: 0, canceled: 0, lastScanAt: "" }
  );
}

/** Lists parcels on a truck, in the order of their scans. @param atMost -1: all. */
export function listOpenIDs(db: Pick<Db, "sql">, of: OpenTruck, atMost: number): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT h.id
         ${OPEN}
        ORDER BY h.scanned_at, h.transaction_id
        LIMIT :atMost`,
    )
    .all({ ...of, atMost })
    .map(({ id }) => id);
}

/** Inserts a hand-over; needs an open transaction. */
export function insertHandOver(db: Db, row: HandOverRow): void {
  insertRow(db, "hand_overs", row);
}

/** Changes a hand-over; needs an open transaction. */
export function updateHandOver(
  db: Db,
  id: string,
  fields: Partial<Pick<HandOverRow, "updatedAt" | "state" | "parcels">>,
): void {
  updateRow(db, "hand_overs", id, fields);
}

/** Finds a hand-over of an organization. */
export function findHandOver(
  db: Pick<Db, "sql">,
  organizationID: string,
  id: string,
): HandOverRow | undefined {
  return db
    .sql<HandOverRow>(`SELECT * FROM hand_overs WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
}

/** Finds a hand-over in any organization. */
export function findHandOverAnywhere(db: Pick<Db, "sql">, id: string): HandOverRow | undefined {
  return db.sql<HandOverRow>(`SELECT * FROM hand_overs WHERE id = ?`).get(id);
}

/** Lists the hand-overs that a station is ending. */
export function listEnding(db: Pick<Db, "sql">, stationID: string): HandOverRow[] {
  return db
    .sql<HandOverRow>(
      `SELECT *
         FROM hand_overs INDEXED BY hand_overs_ending
        WHERE state = 'ENDING' AND station_id = ?
        ORDER BY id`,
    )
    .all(stationID);
}

/**
 * Counts the parcels on the manifest of a hand-over: `listed`, and those that a disconnected station
 * took off before it knew of the manifest.
 */
export function countOnManifest(
  db: Pick<Db, "sql">,
  handOverID: string,
): { readonly listed: number; readonly takenBack: number } {
  return (
    db
      .sql<{ listed: number; takenBack: number }>(
        `SELECT coalesce(sum(state = 'LOADED'), 0) AS listed,
                coalesce(sum(state <> 'LOADED'), 0) AS taken_back
           FROM handed_over INDEXED BY handed_over_together
          WHERE hand_over_id = ? AND hand_over_id <> ''`,
      )
      .get(handOverID) ?? { listed: 0, takenBack: 0 }
  );
}
