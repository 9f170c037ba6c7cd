/** SQL for `addresses`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";
import type { Reader } from "../../db/reader.ts";
import { noteUnindexed } from "./address-book.store.ts";
import type { AddressRow } from "./address-row.ts";

export type { AddressRow };

/** Inserts an address into a synced table; needs an open transaction. */
export function insertAddress(db: Db, row: AddressRow): void {
  insertRow(db, "addresses", row);
  if (row.isSaved === 1) noteUnindexed(db, row.id);
}

/**
 * Updates an address in a synced table; needs an open transaction.
 *
 * @param fields Only the changed columns.
 */
export function updateAddress(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "addresses", id, fields);
  noteUnindexed(db, id);
}

/**
 * Finds an address, also a deleted address (`is_active` 0).
 *
 * @returns Undefined when the organization has no such address.
 */
export function findAddress(db: Db, organizationID: string, id: string): AddressRow | undefined {
  return db
    .sql<AddressRow>(`SELECT * FROM addresses WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
}

/** Finds an address by its id, in any organization. */
export function findAnywhere(db: Pick<Db, "sql">, id: string): AddressRow | undefined {
  return db.sql<AddressRow>(`SELECT * FROM addresses WHERE id = ?`).get(id);
}

/** Selects addresses by their ids, in any organization. */
export const ADDRESSES_BY_ID: ManyRows<AddressRow> = {
  sql: `SELECT * FROM addresses WHERE id IN (SELECT value FROM json_each(:ids))`,
};

/**
 * Lists a page of saved and not deleted addresses, senders or recipients, newest first, with their
 * total. Uses the reader's connection, because a shop may have hundreds of thousands of recipients.
 */
export async function listAddresses(
  reader: Reader,
  {
    organizationID,
    isRecipient,
    ...page
  }: { organizationID: string; isRecipient: boolean; limit: number; offset: number },
): Promise<{ rows: AddressRow[]; totalRows: number }> {
  const whose = { organizationID, isRecipient: isRecipient ? 1 : 0 };
  const listed = `organization_id = :organizationID AND is_recipient = :isRecipient AND is_saved = 1 AND is_active = 1`;
  const [rows, counted] = await reader.several<[AddressRow, { n: number }]>(
    [
      {
        // Rows before the page are skipped in the index, without reading the table.
        sql: `SELECT a.*
                FROM (SELECT id
                        FROM addresses
                       WHERE ${listed}
                       ORDER BY created_at DESC, id
                       LIMIT :limit OFFSET :offset) AS found
               CROSS JOIN addresses AS a ON a.id = found.id
               ORDER BY a.created_at DESC, a.id`,
        parameters: { ...whose, ...page },
      },
      { sql: `SELECT count(*) AS n FROM addresses WHERE ${listed}`, parameters: whose },
    ],
    isRecipient ? "long" : "quick",
  );
  return { rows, totalRows: counted[0]?.n ?? 0 };
}

/**
 * Returns whether a sender address of the organization has exactly this short name; deleted
 * addresses count.
 */
export function hasShortName(db: Db, organizationID: string, shortName: string): boolean {
  return (
    db
      .sql(
        `SELECT 1 FROM addresses WHERE organization_id = ? AND short_name = ? AND is_recipient = 0`,
      )
      .get(organizationID, shortName) !== undefined
  );
}
