/** Enters, changes, lists and ends the agreements of an organization. */
import { errors } from "../../base/errors.ts";
import { moneyText, parseEnteredMoney } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import type { SqlRow } from "../../db/database.ts";
import type { Actor } from "../../http/actor.ts";
import { insertPayment, listPayments, readDebt } from "../../organizations/debts/debts.service.ts";
import type { ShippingDeps } from "../deps.ts";
import type {
  AgreementPatch,
  AgreementView,
  NewAgreementInput,
  NewPaymentInput,
  NewRangeInput,
  NewVersionInput,
  PaymentView,
  WholeVersion,
} from "./agreements.schema.ts";
import { findOwnAgreement } from "./agreements.service.ts";
import { endRanges, listEntered, updateAgreement, type AgreementRow } from "./agreements.store.ts";
import { newRange, presentRanges, requireFreeRange, totalLeft } from "./barcode-ranges.ts";
import { createAgreement, createRange } from "./make-agreement.ts";
import { enterVersion, presentVersions, showVersion, withdraw } from "./versions.ts";

const SHOWN_PAYMENTS = 100;

type ManageDeps = Pick<ShippingDeps, "db" | "now" | "newId">;

/** Lists the agreements that are not ended, by carrier; also those without a version. */
export function listAll(deps: ManageDeps, { organizationID }: Actor): AgreementView[] {
  return listEntered(deps.db, organizationID).map((row) => viewAgreement(deps, row));
}

/**
 * Enters an agreement with its barcode ranges.
 *
 * @throws AppError E2170 when a range overlaps another one, or numbers that were used.
 */
export function enterAgreement(
  deps: ManageDeps,
  { organizationID }: Actor,
  { creditLimit, ranges, ...input }: NewAgreementInput,
): AgreementView {
  const { providerCode, checkDigit } = input;
  const numbers = ranges.map(newRange);
  return inTransaction(deps, () => {
    numbers.forEach((range, i) =>
      requireFreeRange(
        deps,
        { organizationID, providerCode },
        range,
        checkDigit,
        numbers.slice(0, i),
      ),
    );
    const row = createAgreement(deps, organizationID, {
      ...input,
      creditLimitMinor: limitOf(creditLimit),
      ranges: numbers,
    });
    return viewAgreement(deps, row);
  });
}

/**
 * Changes fields of an agreement; absent fields stay.
 *
 * @throws AppError E2168
 */
export function changeAgreement(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  { onAccount, needsAccount, creditLimit, ...texts }: AgreementPatch,
): AgreementView {
  return changed(deps, actor, id, () => {
    updateAgreement(deps.db, id, {
      ...withoutAbsent(texts),
      ...(onAccount === undefined ? {} : { onAccount: onAccount ? 1 : 0 }),
      ...(needsAccount === undefined ? {} : { needsAccount: needsAccount ? 1 : 0 }),
      ...(creditLimit === undefined ? {} : { creditLimitMinor: limitOf(creditLimit) }),
      updatedAt: deps.now(),
    });
  });
}

/**
 * Ends an agreement.
 *
 * @throws AppError E2168
 */
export function endAgreement(deps: ManageDeps, actor: Actor, id: string): AgreementView {
  return changed(deps, actor, id, () => {
    updateAgreement(deps.db, id, { isActive: 0, updatedAt: deps.now() });
    // The unused part of its ranges can be entered for another agreement.
    endRanges(deps.db, id, deps.now());
  });
}

/**
 * Adds a barcode range to an agreement.
 *
 * @throws AppError E2168, E2170
 */
export function addRange(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  input: NewRangeInput,
): AgreementView {
  return changed(deps, actor, id, (row) => {
    const range = newRange(input);
    requireFreeRange(deps, row, range, row.checkDigit);
    createRange(deps, row, range);
    touch(deps, row);
  });
}

/**
 * Enters a payment to the carrier.
 *
 * @throws AppError E2168
 */
export function enterPayment(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  { amount, ...texts }: NewPaymentInput,
): AgreementView {
  return changed(deps, actor, id, (row) =>
    insertPayment(deps.db, {
      id: deps.newId(),
      createdAt: deps.now(),
      organizationID: row.organizationID,
      agreementID: row.id,
      amountMinor: parseEnteredMoney(amount) ?? 0,
      ...texts,
      createdBy: actor.memberID,
    }),
  );
}

/**
 * Lists the newest payments to the carrier.
 *
 * @throws AppError E2168
 */
export function listPaid(deps: ManageDeps, actor: Actor, id: string): PaymentView[] {
  requireAgreement(deps, actor, id);
  return listPayments(deps.db, id, SHOWN_PAYMENTS).map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    amount: moneyText(row.amountMinor),
    paidOn: row.paidOn,
    reference: row.reference,
    note: row.note,
  }));
}

/**
 * Enters a version of an agreement.
 *
 * @throws AppError E2168, E2171
 */
export function addVersion(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  input: NewVersionInput,
): AgreementView {
  return changed(deps, actor, id, (row) => {
    enterVersion(deps, row, input);
    touch(deps, row);
  });
}

/**
 * Withdraws a version that is not in force yet.
 *
 * @throws AppError E2168, E2169, E2171
 */
export function removeVersion(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  versionID: string,
): AgreementView {
  return changed(deps, actor, id, (row) => {
    withdraw(deps, row, versionID);
    touch(deps, row);
  });
}

/**
 * Shows a version with its prices.
 *
 * @throws AppError E2168, E2169
 */
export function findVersion(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  versionID: string,
): WholeVersion {
  return showVersion(deps, requireAgreement(deps, actor, id), versionID);
}

/**
 * Gets an agreement that is not ended.
 *
 * @throws AppError E2168
 */
export function requireAgreement(
  deps: Pick<ShippingDeps, "db">,
  { organizationID }: Actor,
  id: string,
): AgreementRow {
  const row = findOwnAgreement(deps, organizationID, id);
  if (row === undefined || row.isActive === 0) throw errors.agreementNotFound();
  return row;
}

function changed(
  deps: ManageDeps,
  actor: Actor,
  id: string,
  change: (row: AgreementRow) => void,
): AgreementView {
  return inTransaction(deps, () => {
    change(requireAgreement(deps, actor, id));
    return viewAgreement(deps, findOwnAgreement(deps, actor.organizationID, id));
  });
}

function touch(deps: ManageDeps, { id }: AgreementRow): void {
  updateAgreement(deps.db, id, { updatedAt: deps.now() });
}

function withoutAbsent(texts: Readonly<Record<string, string | undefined>>): SqlRow {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])),
  );
}

function limitOf(text: string | null): number | null {
  return text === null ? null : (parseEnteredMoney(text) ?? null);
}

/**
 * Describes an agreement.
 *
 * @throws AppError E2168 when there is no row.
 */
export function viewAgreement(deps: ManageDeps, row: AgreementRow | undefined): AgreementView {
  if (row === undefined) throw errors.agreementNotFound();
  const ranges = presentRanges(deps, row);
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    providerCode: row.providerCode,
    name: row.name,
    contractNumber: row.contractNumber,
    checkDigit: row.checkDigit,
    trackingUrl: row.trackingUrl,
    onAccount: row.onAccount === 1,
    creditLimit: row.creditLimitMinor === null ? null : moneyText(row.creditLimitMinor),
    needsAccount: row.needsAccount === 1,
    isSample: row.isSample === 1,
    debt: moneyText(readDebt(deps.db, row.organizationID, row.id)),
    ranges,
    ...totalLeft(ranges),
    versions: presentVersions(deps, row),
  };
}
