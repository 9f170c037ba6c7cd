/** SQL for `agreements` and `barcode_ranges`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { CachedDb, Db, SqlRow } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";
import type { CheckDigit } from "../carriers/barcode.schema.ts";

export type AgreementRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly providerCode: string;
  /** The carrier's name, on offers and labels. */
  readonly name: string;
  readonly contractNumber: string;
  readonly checkDigit: CheckDigit;
  /** With `{barcode}`; "" when the carrier gives the URL later. */
  readonly trackingUrl: string;
  readonly onAccount: number;
  /** Minor units. */
  readonly creditLimitMinor: number | null;
  readonly needsAccount: number;
  readonly isSample: number;
  readonly isActive: number;
  /** JSON: meaning of the columns of price lists, by the key of their headings. */
  readonly fileMappings: string;
};

export type RangeRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly agreementID: string;
  readonly providerCode: string;
  readonly prefix: string;
  readonly first: number;
  readonly last: number;
  readonly width: number;
  readonly isActive: number;
};

const COLUMNS = `id, created_at, updated_at, organization_id, provider_code, name, contract_number, check_digit, tracking_url, on_account, credit_limit_minor, needs_account, is_sample, is_active, file_mappings`;

/**
 * Lists the organization's active agreements that have a version, by provider code, samples last.
 * The rows belong to the read cache: do not change them.
 */
export function listAgreements(db: CachedDb, organizationID: string): AgreementRow[] {
  return cachedRead(db, ["agreements", "rate_cards"], `agreements of ${organizationID}`, () =>
    db
      .sql<AgreementRow>(
        `SELECT ${COLUMNS}
           FROM agreements AS a
          WHERE organization_id = ?
            AND is_active = 1
            AND EXISTS (SELECT 1 FROM rate_cards AS c WHERE c.agreement_id = a.id AND c.is_active = 1)
          ORDER BY provider_code, is_sample, id`,
      )
      .all(organizationID),
  );
}

/** Lists the active agreements, also those without a version, by provider code, samples last. */
export function listEntered(db: Db, organizationID: string): AgreementRow[] {
  return db
    .sql<AgreementRow>(
      `SELECT ${COLUMNS} FROM agreements WHERE organization_id = ? AND is_active = 1 ORDER BY provider_code, is_sample, id`,
    )
    .all(organizationID);
}

/**
 * Finds an agreement in the read cache; also an ended agreement, since its labels can still be
 * cancelled.
 */
export function findAgreement(db: CachedDb, id: string): AgreementRow | undefined {
  return cachedRead(db, ["agreements"], `agreement ${id}`, () =>
    db.sql<AgreementRow>(`SELECT ${COLUMNS} FROM agreements WHERE id = ?`).get(id),
  );
}

/**
 * Lists the active ranges of all agreements with one carrier, oldest first, from the read cache.
 */
export function listRanges(db: CachedDb, organizationID: string, providerCode: string): RangeRow[] {
  return cachedRead(db, ["barcode_ranges"], `ranges of ${organizationID} ${providerCode}`, () =>
    db
      .sql<RangeRow>(
        `SELECT id, created_at, updated_at, organization_id, agreement_id, provider_code, prefix, first, last, width, is_active
           FROM barcode_ranges
          WHERE organization_id = ? AND provider_code = ? AND is_active = 1
          ORDER BY created_at, id`,
      )
      .all(organizationID, providerCode)
      .filter(isWhole),
  );
}

/** Returns whether a range can issue barcodes; a row of another station may have any numbers. */
function isWhole({ first, last, width, prefix }: RangeRow): boolean {
  return first <= last && String(last).length <= width && /^[A-Z0-9]*$/.test(prefix);
}

/** Inserts an agreement into a synced table; needs an open transaction. */
export function insertAgreement(db: Db, row: AgreementRow): void {
  insertRow(db, "agreements", row);
}

/** Changes an agreement; needs an open transaction. */
export function updateAgreement(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "agreements", id, fields);
}

/** Inserts a barcode range into a synced table; needs an open transaction. */
export function insertRange(db: Db, row: RangeRow): void {
  insertRow(db, "barcode_ranges", row);
}

/** Ends the ranges of an agreement; needs an open transaction. */
export function endRanges(db: Db, agreementID: string, now: string): void {
  const ranges = db
    .sql<{ id: string }>(`SELECT id FROM barcode_ranges WHERE agreement_id = ? AND is_active = 1`)
    .all(agreementID);
  for (const { id } of ranges) updateRow(db, "barcode_ranges", id, { isActive: 0, updatedAt: now });
}
