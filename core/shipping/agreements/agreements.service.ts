/**
 * Agreements with carriers and their versions. A version is in force from its first instant until
 * its end, or until a later version begins.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { CachedDb } from "../../db/database.ts";
import { instant, type Instant } from "../../base/units.ts";
import { cachedRead } from "../../db/read-cache.ts";
import type { CheckDigit } from "../carriers/barcode.schema.ts";
import { haveCommon, spanOf, type BarcodeSpan } from "./common-barcodes.ts";
import { barcodeRange, type BarcodeRange } from "../carriers/barcode-range.ts";
import type { ReadTariff } from "./read-tariff.ts";
import {
  findAgreement,
  listRanges,
  updateAgreement,
  type AgreementRow,
  type RangeRow,
} from "./agreements.store.ts";
import { getTariff, parsedTariffs } from "./tariff-cache.ts";
import { listVersions, type VersionHead } from "./versions.store.ts";

export {
  findAgreement,
  listAgreements,
  listEntered,
  type AgreementRow,
} from "./agreements.store.ts";

type CachedDeps = { readonly db: CachedDb };

/** Keeps the meaning of columns of price lists; needs an open transaction. @param mappings JSON. */
export function keepMappings({ db }: ReadDeps, agreementID: string, mappings: string): void {
  updateAgreement(db, agreementID, { fileMappings: mappings });
}

/** A version with its tariff. `endsAt`: first instant after the version; null: no end is known. */
export type VersionInForce = {
  readonly version: VersionHead;
  readonly endsAt: Instant | null;
  readonly read: ReadTariff;
};

/** Finds the versions of agreements with their tariffs. */
export type TariffReader = {
  /** Finds the version of an agreement that is in force at an instant. */
  inForce(agreementID: string, at: Instant): VersionInForce | undefined;
};

/** Creates a reader of one database. */
export function createTariffReader(db: CachedDb): TariffReader {
  const parsed = parsedTariffs(db);
  return {
    inForce(agreementID, at) {
      const versions = listVersions(db, agreementID);
      const index = versions.findLastIndex(({ validFrom }) => validFrom <= at);
      const version = versions[index];
      if (version === undefined) return undefined;
      const { validTo } = version;
      if (validTo !== null && validTo <= at) return undefined;
      const next = versions[index + 1]?.validFrom;
      const endsAt = next !== undefined && (validTo === null || next < validTo) ? next : validTo;
      return {
        version,
        endsAt: endsAt === null ? null : instant(endsAt),
        read: parsed.get(version.id) ?? getTariff(db, version.id),
      };
    },
  };
}

/**
 * Lists the barcode ranges of an agreement, in the order in which they are used. Leaves out a range
 * that overlaps an older one of the carrier: two stations may have entered both while disconnected,
 * and no barcode may be used twice.
 */
export function rangesOf({ db }: CachedDeps, agreement: AgreementRow): readonly BarcodeRange[] {
  const { id, organizationID, providerCode, checkDigit } = agreement;
  const key = `usable ranges of ${id} ${checkDigit}`;
  return cachedRead(db, ["agreements", "barcode_ranges"], key, () => {
    const rows = listRanges(db, organizationID, providerCode).map((row) => ({
      row,
      span: spanOf(row, checkDigitOf(db, row)),
    }));
    return rows
      .filter(
        (one, i) =>
          one.row.agreementID === id && !rows.slice(0, i).some((older) => overlaps(older, one)),
      )
      .map(({ row }) => barcodeRange(providerCode, row, checkDigit));
  });
}

/** Finds the kind of check digit that the barcodes of a range have. */
export function checkDigitOf(db: CachedDb, { agreementID }: RangeRow): CheckDigit {
  return findAgreement(db, agreementID)?.checkDigit ?? "none";
}

type Spanned = { readonly row: RangeRow; readonly span: BarcodeSpan };

/**
 * Returns whether two ranges have a barcode in common that they would issue twice. Ranges with the
 * same prefix and first number share their numbers, and issue none twice.
 */
function overlaps(a: Spanned, b: Spanned): boolean {
  const isShared =
    a.row.prefix === b.row.prefix && a.row.first === b.row.first && a.row.width === b.row.width;
  return !isShared && haveCommon(a.span, b.span);
}

/** Finds an agreement of an organization. */
export function findOwnAgreement(
  { db }: ReadDeps,
  organizationID: string,
  id: string,
): AgreementRow | undefined {
  const row = findAgreement(db, id);
  return row?.organizationID === organizationID ? row : undefined;
}
