/**
 * Entering what a carrier has paid out. Carriers pay many parcels at once, so a receipt counts
 * against what the carrier owes and not against a parcel.
 */
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import { CURRENCY, moneyText, parseEnteredMoney } from "../../base/money.ts";
import { fold } from "../../base/text.ts";
import { turkishDay } from "../../base/turkish-day.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { agreementsOf } from "../../shipping/carriers/carrier.ts";
import {
  insertCashReceipt,
  listReferences,
  listWithReference,
  type CashReceiptRow,
} from "./cash-receipts.store.ts";
import type { CashReceipt, NewCashReceipt } from "./reports.schema.ts";
import { readCash } from "./reports.service.ts";

/** Of one payment: a thousand million. */
const LARGEST_MINOR = 100_000_000_000;

/**
 * Enters a receipt of a carrier that is known here: one with an agreement, or one that has
 * collected or paid out before.
 *
 * @returns As createCashReceipt() does.
 * @throws AppError E1085 also when no such carrier is known, E2051, E2052
 */
export async function enterCashReceipt(
  deps: WriteDeps & Pick<FulfilmentDeps, "reader" | "carriers">,
  actor: Actor,
  receipt: NewCashReceipt,
): Promise<CashReceipt> {
  const wanted = fold(receipt.providerCode);
  const isWanted = ({ providerCode }: { readonly providerCode: string }): boolean =>
    fold(providerCode) === wanted;
  const known =
    agreementsOf(deps.carriers, actor.organizationID, deps.now()).find(isWanted) ??
    (await readCash(deps, actor)).lines.find(isWanted);
  if (known === undefined)
    throw errors.badRequest(
      `providerCode: "${receipt.providerCode}" is not a carrier of this organization.`,
    );
  return createCashReceipt(deps, actor, { ...receipt, providerCode: known.providerCode });
}

/**
 * References that differ in case alone, or in how many spaces stand between two words, are the
 * same: a person types them from a bank's statement.
 *
 * @param receipt Its providerCode is a carrier's own spelling.
 * @returns The receipt; of a repeated reference of the same carrier the first one.
 * @throws AppError E1085 when the amount is none or the day is to come, E2051 when the reference
 *   was used for another amount.
 */
export function createCashReceipt(
  deps: WriteDeps,
  actor: Actor,
  { providerCode, amount: text, receivedOn, reference }: NewCashReceipt,
): CashReceipt {
  const amount = parseEnteredMoney(text);
  if (amount === undefined || amount === 0 || Math.abs(amount) > LARGEST_MINOR)
    throw errors.badRequest('amount: must be an amount with two decimals at most, as in "250.00".');
  const today = turkishDay(deps.now());
  if ((receivedOn ?? today) > today)
    throw errors.badRequest("receivedOn: must not be after today.");
  const { organizationID } = actor;
  return inTransaction(deps, () => {
    const earlier = findEarlier(deps, organizationID, { providerCode, reference });
    const same = earlier.find((row) => row.amount_minor === amount);
    if (same !== undefined) return present(same);
    if (earlier.length > 0) throw errors.referenceReused();
    // A reference that is entered at two stations which are apart is one row once they meet.
    const id =
      reference === ""
        ? deps.newId()
        : derivedId("cash receipt", organizationID, providerCode, fold(reference), amount);
    const row = {
      id,
      created_at: deps.now(),
      organization_id: organizationID,
      provider_code: providerCode,
      amount_minor: amount,
      received_on: receivedOn ?? today,
      reference,
      created_by: actor.memberID,
    };
    insertCashReceipt(deps.db, row);
    return present(row);
  });
}

/**
 * Receipts of a carrier under this reference, in any case and spacing: several where they were
 * entered before these were compared.
 */
function findEarlier(
  { db }: ReadDeps,
  organizationID: string,
  { providerCode, reference }: Pick<NewCashReceipt, "providerCode" | "reference">,
): CashReceiptRow[] {
  const wanted = fold(reference);
  if (wanted === "") return [];
  const spellings = listReferences(db, organizationID, providerCode).filter(
    (one) => fold(one) === wanted,
  );
  return spellings.flatMap((one) => listWithReference(db, organizationID, providerCode, one));
}

function present(row: CashReceiptRow): CashReceipt {
  return {
    id: row.id,
    createdAt: row.created_at,
    providerCode: row.provider_code,
    amount: moneyText(row.amount_minor),
    currency: CURRENCY,
    receivedOn: row.received_on,
    reference: row.reference,
  };
}
