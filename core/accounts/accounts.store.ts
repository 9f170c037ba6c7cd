/** SQL for `provider_accounts`. */
import { insertRow, updateRow } from "../db/change.ts";
import type { Db, SqlRow } from "../db/database.ts";

export type AccountRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  provider_code: string;
  name: string;
  username: string;
  parameters: string;
  secrets: string | null;
  version: string;
  rate_card_id: string | null;
  on_account: number;
  is_active: number;
  is_public: number;
  is_sharable: number;
  is_dynamic_price: number;
  unlinked_at: string | null;
};

export function insertAccount(db: Db, row: AccountRow): void {
  insertRow(db, "provider_accounts", row);
}

export function updateAccount(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "provider_accounts", id, fields);
}

/** Also one that was unlinked. */
export function findAccount(db: Db, organizationID: string, id: string): AccountRow | undefined {
  return db.sql<AccountRow>(`SELECT * FROM provider_accounts WHERE id = ? AND organization_id = ?`).get(id, organizationID);
}

export function listLinked(db: Db, organizationID: string): AccountRow[] {
  return db
    .sql<AccountRow>(`SELECT * FROM provider_accounts WHERE organization_id = ? AND unlinked_at IS NULL ORDER BY created_at, id`)
    .all(organizationID);
}
