/** Creates agreements, their barcode ranges and their versions. */
import { inTransaction } from "../../db/change.ts";
import type { Instant } from "../../base/units.ts";
import type { ShippingDeps } from "../deps.ts";
import type { CheckDigit } from "../carriers/barcode.schema.ts";
import { insertAgreement, insertRange, type AgreementRow } from "./agreements.store.ts";
import type { NewRange } from "./barcode-ranges.ts";
import type { Tariff } from "./tariff.schema.ts";
import { insertVersion } from "./versions.store.ts";

type MakeDeps = Pick<ShippingDeps, "db" | "now" | "newId">;

export type NewAgreement = {
  readonly providerCode: string;
  readonly name: string;
  readonly contractNumber?: string;
  readonly checkDigit?: CheckDigit;
  readonly trackingUrl?: string;
  readonly onAccount?: boolean;
  readonly creditLimitMinor?: number | null;
  readonly needsAccount?: boolean;
  readonly isSample?: boolean;
  readonly ranges: readonly NewRange[];
};

/** Creates an agreement without a version, and returns its row. */
export function createAgreement(
  deps: MakeDeps,
  organizationID: string,
  input: NewAgreement,
): AgreementRow {
  const now = deps.now();
  const row: AgreementRow = {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID,
    providerCode: input.providerCode,
    name: input.name,
    contractNumber: input.contractNumber ?? "",
    checkDigit: input.checkDigit ?? "none",
    trackingUrl: input.trackingUrl ?? "",
    onAccount: input.onAccount === true ? 1 : 0,
    creditLimitMinor: input.creditLimitMinor ?? null,
    needsAccount: input.needsAccount === true ? 1 : 0,
    isSample: input.isSample === true ? 1 : 0,
    isActive: 1,
    fileMappings: "{}",
  };
  inTransaction(deps, () => {
    insertAgreement(deps.db, row);
    for (const range of input.ranges) createRange(deps, row, range);
  });
  return row;
}

/** Adds a barcode range to an agreement. */
export function createRange(
  deps: MakeDeps,
  { id, organizationID, providerCode }: AgreementRow,
  { prefix, first, last, width }: NewRange,
): void {
  const now = deps.now();
  inTransaction(deps, () =>
    insertRange(deps.db, {
      id: deps.newId(),
      createdAt: now,
      updatedAt: now,
      organizationID,
      agreementID: id,
      providerCode,
      prefix,
      first,
      last,
      width,
      isActive: 1,
    }),
  );
}

/** Period of a version: its first instant, and the first instant after it; null: no end. */
export type Validity = { readonly from: Instant; readonly to: Instant | null };

/** Creates a version of an agreement, and returns its id. */
export function createVersion(
  deps: MakeDeps,
  agreement: AgreementRow,
  tariff: Tariff,
  validity: Validity,
): string {
  return createVersionOf(deps, agreement, JSON.stringify(tariff), validity);
}

/** Creates a version of a tariff that is JSON text already, and returns its id. */
export function createVersionOf(
  deps: MakeDeps,
  { id: agreementID, organizationID, providerCode, name, isSample }: AgreementRow,
  card: string,
  { from, to }: Validity,
): string {
  const id = deps.newId();
  const now = deps.now();
  inTransaction(deps, () =>
    insertVersion(deps.db, {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID,
      agreementID,
      providerCode,
      name,
      isSample,
      isActive: 1,
      validFrom: from,
      validTo: to,
      card,
    }),
  );
  return id;
}
