/** SQL for `rate_cards`: the versions of agreements. A version's tariff is never changed. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { CachedDb, Db } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";

/** A version without its tariff, which is large and is read once. */
export type VersionHead = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly agreementID: string;
  /** First instant of the version. */
  readonly validFrom: string;
  /** First instant after the version, unless a later version begins before; null: no end. */
  readonly validTo: string | null;
};

export type VersionRow = Omit<VersionHead, "agreementID"> & {
  readonly agreementID: string;
  readonly organizationID: string;
  readonly providerCode: string;
  readonly name: string;
  readonly isSample: number;
  readonly isActive: number;
  /** The tariff as JSON text. */
  readonly card: string;
};

/**
 * Lists the active versions of an agreement from the read cache, by their beginning; of two that
 * begin at the same time the one that was entered later comes last.
 */
export function listVersions(db: CachedDb, agreementID: string): VersionHead[] {
  return cachedRead(db, ["rate_cards"], `versions of ${agreementID}`, () =>
    db
      .sql<VersionHead>(
        `SELECT id, created_at, updated_at, agreement_id, valid_from, valid_to
           FROM rate_cards
          WHERE agreement_id = ? AND is_active = 1
          ORDER BY valid_from, created_at, id`,
      )
      .all(agreementID)
      .filter(
        ({ validFrom, validTo }) => isTime(validFrom) && (validTo === null || isTime(validTo)),
      ),
  );
}

/** Returns whether a text is a time; a card of an earlier version may have any text. */
function isTime(text: string): boolean {
  return Number.isFinite(Date.parse(text));
}

/** Reads a version's tariff as JSON text that is not checked yet; "" when it does not exist. */
export function readCard(db: CachedDb, id: string): string {
  return db.sql<{ card: string }>(`SELECT card FROM rate_cards WHERE id = ?`).get(id)?.card ?? "";
}

/** Inserts a version into a synced table; needs an open transaction. */
export function insertVersion(db: Db, row: VersionRow): void {
  insertRow(db, "rate_cards", row);
}

/** Withdraws a version, so that it is never in force; needs an open transaction. */
export function withdrawVersion(db: Db, id: string, now: string): void {
  updateRow(db, "rate_cards", id, { isActive: 0, updatedAt: now });
}
