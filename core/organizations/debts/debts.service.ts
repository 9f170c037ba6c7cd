/**
 * Debts to carriers that invoice their labels: what labels on account in force cost, less the
 * payments that were entered. A credit limit is checked in the transaction of the purchase;
 * disconnected stations can exceed it together, and then it shows as a conflict.
 */
import { errors } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { readDebt, sumDebts } from "./debts.store.ts";

export { insertPayment, listPayments, readDebt } from "./debts.store.ts";

/** Sums the debts of an organization to all carriers, minor units. */
export function getDebt({ db }: ReadDeps, organizationID: string): number {
  return sumDebts(db, organizationID);
}

/**
 * Requires that a purchase stays within the credit limit of its agreement. Inside the transaction
 * of the purchase.
 *
 * @param amountMinor Price of the label with taxes.
 * @throws AppError E2172
 */
export function requireCredit(
  { db }: ReadDeps,
  organizationID: string,
  agreement: {
    readonly id: string;
    readonly name: string;
    readonly creditLimitMinor: number | null;
  },
  amountMinor: number,
): void {
  // A label that costs nothing, for example because its recipient pays, adds no debt.
  if (agreement.creditLimitMinor === null || amountMinor === 0) return;
  const debt = readDebt(db, organizationID, agreement.id);
  if (debt + amountMinor <= agreement.creditLimitMinor) return;
  const [limit, owed, price] = [agreement.creditLimitMinor, debt, amountMinor].map(moneyText);
  throw errors.creditLimitReached(
    `${agreement.name}: the debt is ${owed} TL, this label costs ${price} TL, and the credit limit is ${limit} TL. Nothing was bought. Enter the payments that were made, raise the limit of the agreement, or choose another carrier.`,
    {
      reason: "limit",
      carrier: agreement.name,
      debt: owed ?? "",
      price: price ?? "",
      limit: limit ?? "",
    },
  );
}
