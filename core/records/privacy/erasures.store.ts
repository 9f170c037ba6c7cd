/**
 * SQL for `erasures` and `privacy_rules`, and for texts about erased rows that only this station
 * stores.
 */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { isErased } from "../../db/erased.ts";
import { cachedRead } from "../../db/read-cache.ts";
import { PURCHASES_OF } from "../../shipping/shipments/purchases-of.ts";

export type ErasureRow = {
  /** Id of the erased row. */
  readonly id: string;
  readonly createdAt: string;
  readonly organizationID: string;
  readonly kind: "shipment" | "address" | "sender";
  readonly cause: "time" | "request";
  /** Member who asked; "" for an erasure by age. */
  readonly createdBy: string;
};

export type RulesRow = { readonly personalDataDays: number; readonly auditDays: number };

/**
 * Rules of an organization without a row: personal data is kept for good, the audit log for a year.
 */
const USUAL: RulesRow = { personalDataDays: 0, auditDays: 365 };

/** Finds an organization's rules in the read cache. */
export function findRules(db: Db, organizationID: string): RulesRow {
  return cachedRead(
    db,
    ["privacy_rules"],
    organizationID,
    () =>
      db
        .sql<RulesRow>(`SELECT personal_data_days, audit_days FROM privacy_rules WHERE id = ?`)
        .get(organizationID) ?? USUAL,
  );
}

/** Writes an organization's rules; needs an open transaction. */
export function writeRules(
  db: Db,
  organizationID: string,
  rules: RulesRow & { readonly updatedAt: string },
): void {
  const row = { ...rules };
  if (!updateRow(db, "privacy_rules", organizationID, row))
    insertRow(db, "privacy_rules", { id: organizationID, ...row });
}

/** Inserts an erasure unless it is known; needs an open transaction. */
export function insertErasure(db: Db, row: ErasureRow): void {
  if (!isErased(db, row.id)) insertRow(db, "erasures", row);
}

/**
 * Finds the time of an organization's last erasure, by age or on request; undefined before the
 * first erasure.
 */
export function newestErasureAt(db: Pick<Db, "sql">, organizationID: string): string | undefined {
  return db
    .sql<{ createdAt: string }>(
      `SELECT created_at FROM erasures WHERE organization_id = ? ORDER BY created_at DESC LIMIT 1`,
    )
    .get(organizationID)?.createdAt;
}

/** Lists requested erasures, newest first, at most 200. */
export function listRequested(db: Db, organizationID: string): ErasureRow[] {
  return db
    .sql<ErasureRow>(
      `SELECT id, created_at, organization_id, kind, cause, created_by FROM erasures WHERE organization_id = ? AND cause = 'request' ORDER BY created_at DESC LIMIT 200`,
    )
    .all(organizationID);
}

/**
 * Returns whether another shipment that is not erased uses the address: as its recipient or, for a
 * return, as its sender. The few new shipments without an index entry are checked one by one.
 */
export function isAddressInUse(db: Db, addressID: string, indexedTo: number): boolean {
  const found = db
    .sql(
      `SELECT 1 FROM shipments AS s WHERE s.recipient_address_id = :addressID AND s.is_listed = 1 AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id)
        UNION ALL
       SELECT 1 FROM shipments AS s WHERE s.sender_address_id = :addressID AND s.is_return = 1 AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id)
        UNION ALL
       SELECT 1 FROM shipments AS s WHERE s.seq > :indexedTo AND s.recipient_address_id = :addressID AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id)
        LIMIT 1`,
    )
    .get({ addressID, indexedTo });
  return found !== undefined;
}

/** Returns whether a return of this shipment is still under way. */
export function hasOpenReturn(db: Pick<Db, "sql">, shipmentID: string): boolean {
  return (
    db
      .sql(
        `SELECT 1 FROM shipments WHERE original_shipment_id = ? AND status NOT IN ('DELIVERED', 'RETURNED', 'CANCELED') LIMIT 1`,
      )
      .get(shipmentID) !== undefined
  );
}

/** Returns whether another shipment of the same order has not ended. */
export function hasOpenBox(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly orderNumber: string;
    readonly orderID: string;
    readonly shipmentID: string;
  },
): boolean {
  return (
    db
      .sql(
        `SELECT 1 FROM shipments
          WHERE organization_id = :organizationID AND order_number = :orderNumber AND order_number <> '' AND order_id = :orderID AND id <> :shipmentID AND status NOT IN ('DELIVERED', 'RETURNED', 'CANCELED')
          LIMIT 1`,
      )
      .get(of) !== undefined
  );
}

/** Lists the frozen senders of these purchases. */
export function listSendersOf(db: Pick<Db, "sql">, purchaseIDs: readonly string[]): string[] {
  return db
    .sql<{ senderID: string }>(
      `SELECT DISTINCT sender_id FROM purchase_snapshots WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(purchaseIDs))
    .map((row) => row.senderID);
}

/**
 * Lists the frozen senders of those returns from this address that are not erased. These senders
 * stay.
 */
export function listKeptSenders(db: Pick<Db, "sql">, addressID: string): string[] {
  return db
    .sql<{ senderID: string }>(
      `SELECT DISTINCT x.sender_id
         FROM shipments AS s
         JOIN purchase_snapshots AS x ON x.id = s.purchase_id
        WHERE s.sender_address_id = ? AND s.is_return = 1 AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id)`,
    )
    .all(addressID)
    .map((row) => row.senderID);
}

/** Lists which of these purchases still have texts of a person or carrier. */
export function listWithTexts(db: Pick<Db, "sql">, purchaseIDs: readonly string[]): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT id FROM transactions WHERE id IN (SELECT value FROM json_each(?)) AND (cancel_description <> '' OR error_message IS NOT NULL)`,
    )
    .all(JSON.stringify(purchaseIDs))
    .map(({ id }) => id);
}

/** Empties a frozen sender at this station; the row stays, since purchases refer to it. */
export function emptySender(db: Db, id: string): void {
  db.sql(`UPDATE frozen_addresses SET body = '{}' WHERE id = ? AND body <> '{}'`).run(id);
}

/**
 * Statements that empty texts of carriers, packers and printers about a shipment, and delete its
 * offers and rate request, at this station.
 */
const LOCAL_TEXTS: readonly string[] = [
  `UPDATE tracking_events SET details = '' WHERE shipment_id = :id AND details <> ''`,
  `UPDATE handled_parcels SET note = '' WHERE shipment_id = :id AND note <> ''`,
  `UPDATE announcements SET words = '', corrections = '{}' WHERE id IN (${PURCHASES_OF}) AND (words <> '' OR corrections <> '{}')`,
  `UPDATE print_attempts SET error = '', words = '' WHERE job_id IN (SELECT id FROM print_jobs WHERE shipment_id = :id)`,
  `UPDATE print_jobs SET title = '', last_error = '', last_words = '' WHERE shipment_id = :id`,
  `UPDATE shipments SET last_error_message = NULL WHERE id = :id AND last_error_message IS NOT NULL`,
  `UPDATE transactions SET request_hash = NULL WHERE id IN (${PURCHASES_OF}) AND request_hash IS NOT NULL`,
  `UPDATE jobs SET payload = '{}', last_error = '' WHERE kind IN ('buy', 'cancel', 'announce') AND subject_id IN (${PURCHASES_OF}) AND state IN ('DONE', 'REFUSED')`,
  `UPDATE jobs SET last_error = '' WHERE kind = 'quote' AND subject_id > :id || ' ' AND subject_id < :id || '!' AND last_error <> ''`,
  `UPDATE jobs SET last_error = '' WHERE kind = 'discard' AND subject_id > :id || ':' AND subject_id < :id || ';' AND last_error <> ''`,
  `UPDATE order_folder_files SET name = '' WHERE shipment_id = :id AND shipment_id <> '' AND name <> ''`,
  `UPDATE delivery_attempts SET error = 'erased' WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE shipment_id = :id) AND error <> ''`,
  `DELETE FROM offers WHERE shipment_id = :id`,
  `DELETE FROM rate_requests WHERE id = :id`,
  `DELETE FROM row_clocks WHERE row_id = :id AND table_name = 'rate_requests'`,
  `DELETE FROM parked_changes WHERE row_id = :id AND table_name = 'rate_requests'`,
];

/** Empties the texts that only this station stores about a shipment; needs an open transaction. */
export function eraseLocalTexts(db: Db, shipmentID: string): void {
  for (const text of LOCAL_TEXTS) db.sql(text).run({ id: shipmentID });
}
