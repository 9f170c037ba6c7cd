/** Entering what a carrier has paid out. Carriers pay many parcels at once, so a receipt counts against what the carrier owes and not against a parcel. */
import { derivedId } from "../base/derived-id.ts";
import { AppError } from "../base/errors.ts";
import { CURRENCY, moneyText, parseEnteredMoney } from "../base/money.ts";
import { turkishDay } from "../base/turkish-day.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { findCashReceipt, insertCashReceipt, type CashReceiptRow } from "./cash-receipts.store.ts";
import type { CashReceipt, NewCashReceipt } from "./reports.schema.ts";

/** Of one payment: a thousand million. */
const LARGEST_MINOR = 100_000_000_000;

/**
 * @returns The receipt; of a repeated reference of the same carrier the first one.
 * @throws AppError E1085 when the amount is none or the day is to come, E2051 when the reference was used for another amount.
 */
export function createCashReceipt(deps: Deps, actor: Actor, { providerCode, amount: text, receivedOn, reference }: NewCashReceipt): CashReceipt {
  const amount = parseEnteredMoney(text);
  if (amount === undefined || amount === 0 || Math.abs(amount) > LARGEST_MINOR) throw new AppError("E1085", "amount: must be an amount with two decimals at most, as in \"250.00\".");
  const today = turkishDay(deps.now());
  if ((receivedOn ?? today) > today) throw new AppError("E1085", "receivedOn: must not be after today.");
  const { organizationID } = actor;
  return inTransaction(deps, () => {
    const earlier = reference === "" ? undefined : findCashReceipt(deps.db, organizationID, providerCode, reference);
    if (earlier !== undefined && earlier.amount_minor !== amount) throw new AppError("E2051");
    if (earlier !== undefined) return present(earlier);
    // A reference that is entered at two stations which are apart is one row once they meet.
    const id = reference === "" ? deps.newId() : derivedId("cash receipt", organizationID, providerCode, reference, amount);
    const row = { id, created_at: deps.now(), organization_id: organizationID, provider_code: providerCode, amount_minor: amount, received_on: receivedOn ?? today, reference, created_by: actor.memberID };
    insertCashReceipt(deps.db, row);
    return present(row);
  });
}

function present(row: CashReceiptRow): CashReceipt {
  return { id: row.id, createdAt: row.created_at, providerCode: row.provider_code, amount: moneyText(row.amount_minor), currency: CURRENCY, receivedOn: row.received_on, reference: row.reference };
}
