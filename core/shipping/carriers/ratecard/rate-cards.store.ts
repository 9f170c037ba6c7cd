/** SQL for `rate_cards`. */
import { insertRow, updateRow } from "../../../db/change.ts";
import { cachedRead } from "../../../db/read-cache.ts";
import type { Db, SqlRow } from "../../../db/database.ts";

/**
 * Columns of a card without its prices, which are large and are read only when the card changes.
 */
export type RateCardHead = { id: string; updatedAt: string; providerCode: string };

/**
 * Lists the heads of the organization's active cards, by provider code. The rows belong to the read
 * cache: do not change them.
 */
export function listActiveRateCards(db: Db, organizationID: string): RateCardHead[] {
  return cachedRead(db, ["rate_cards"], `rate cards of ${organizationID}`, () =>
    db
      .sql<RateCardHead>(
        `SELECT id, updated_at, provider_code
           FROM rate_cards
          WHERE organization_id = ? AND is_active = 1
          ORDER BY provider_code, id`,
      )
      .all(organizationID),
  );
}

/** Returns whether an active card of the organization is a sample, from the read cache. */
export function hasSampleCards(db: Db, organizationID: string): boolean {
  return cachedRead(
    db,
    ["rate_cards"],
    `sample cards of ${organizationID}`,
    () =>
      db
        .sql(
          `SELECT 1 FROM rate_cards WHERE organization_id = ? AND is_active = 1 AND is_sample = 1 LIMIT 1`,
        )
        .get(organizationID) !== undefined,
  );
}

/** Finds a card in the read cache; also a retired card, since its labels can still be cancelled. */
export function findRateCard(db: Db, id: string): RateCardHead | undefined {
  return cachedRead(db, ["rate_cards"], `rate card ${id}`, () =>
    db
      .sql<RateCardHead>(`SELECT id, updated_at, provider_code FROM rate_cards WHERE id = ?`)
      .get(id),
  );
}

/** Reads a card as JSON text that is not checked yet; "" when the card does not exist. */
export function readCard(db: Db, id: string): string {
  return db.sql<{ card: string }>(`SELECT card FROM rate_cards WHERE id = ?`).get(id)?.card ?? "";
}

/**
 * Inserts a card into a synced table; needs an open transaction.
 *
 * @param row All columns; `card` is JSON text.
 */
export function insertRateCard(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "rate_cards", row);
}

/** Lists the ids of the active sample cards. */
export function listSampleCards(db: Db, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT id FROM rate_cards WHERE organization_id = ? AND is_active = 1 AND is_sample = 1 ORDER BY id`,
    )
    .all(organizationID)
    .map(({ id }) => id);
}

/** Retires a card in a synced table; needs an open transaction. */
export function retireRateCard(db: Db, id: string, now: string): void {
  updateRow(db, "rate_cards", id, { isActive: 0, updatedAt: now });
}
