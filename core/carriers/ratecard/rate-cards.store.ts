/** SQL for `rate_cards`. */
import { insertRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";

export type RateCardRow = { id: string; updated_at: string; organization_id: string; provider_code: string; card: string };

export function listActiveRateCards(db: Db, organizationID: string): RateCardRow[] {
  return db
    .sql<RateCardRow>(
      `SELECT id, updated_at, organization_id, provider_code, card
         FROM rate_cards
        WHERE organization_id = ? AND is_active = 1
        ORDER BY provider_code, id`,
    )
    .all(organizationID);
}

export function findRateCard(db: Db, id: string): RateCardRow | undefined {
  return db.sql<RateCardRow>(`SELECT id, updated_at, organization_id, provider_code, card FROM rate_cards WHERE id = ?`).get(id);
}

export function insertRateCard(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "rate_cards", row);
}
