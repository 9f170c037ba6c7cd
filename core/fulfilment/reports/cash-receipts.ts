/**
 * Records payments by carriers. A carrier pays for many parcels at once, so a receipt reduces the
 * carrier's debt and belongs to no single parcel.
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
import { agreementsOf } from "../../shipping/carriers/agreements.ts";
import {
  insertCashReceipt,
  listReferences,
  listWithReference,
  type CashReceiptRow,
} from "./cash-receipts.store.ts";
import type { CashReceipt, NewCashReceipt } from "./reports.schema.ts";
import { readCash } from "./reports.service.ts";

/** Largest amount of one payment, minor units: a thousand million TL. */
const LARGEST_MINOR = 100_000_000_000;

/**
 * Records a receipt of a known carrier, which has an agreement or has collected or paid before.
 *
 * @returns The result of createCashReceipt().
 * @throws AppError the errors of `createCashReceipt`; E1085 also when the carrier is unknown; E2052
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
 * Records a receipt. References that are equal after folding (`fold`) count as one, because a
 * person types them from a bank statement.
 *
 * @param receipt A receipt whose providerCode is spelled as by the carrier.
 * @returns The receipt; for a repeated reference of the same carrier the first receipt.
 * @throws AppError E1085 for an invalid amount or a future day, E2051 when the reference was used
 * for another amount.
 */
export function createCashReceipt(
  deps: WriteDeps,
  actor: Actor,
  { providerCode, amount: text, receivedOn, reference }: NewCashReceipt,
): CashReceipt {
  const amount = parseEnteredMoney(text);
  if (amount === undefined || amount === 0 || Math.abs(amount) > LARGEST_MINOR)
    throw errors.badRequest(
      'amount: must be an amount up to 1000000000.00, not 0, with two decimals at most, as in "250.00".',
    );
  const today = turkishDay(deps.now());
  if ((receivedOn ?? today) > today)
    throw errors.badRequest("receivedOn: must not be after today.", { reason: "future" });
  const { organizationID } = actor;
  return inTransaction(deps, () => {
    const earlier = findEarlier(deps, organizationID, { providerCode, reference });
    const same = earlier.find((row) => row.amountMinor === amount);
    if (same !== undefined) return present(same);
    if (earlier.length > 0) throw errors.referenceReused();
    // The id is derived, so that a reference that is entered at two disconnected stations becomes
    // one row.
    const id =
      reference === ""
        ? deps.newId()
        : derivedId("cash receipt", organizationID, providerCode, fold(reference), amount);
    const row = {
      id,
      createdAt: deps.now(),
      organizationID,
      providerCode,
      amountMinor: amount,
      receivedOn: receivedOn ?? today,
      reference,
      createdBy: actor.memberID,
    };
    insertCashReceipt(deps.db, row);
    return present(row);
  });
}

/**
 * Finds the receipts of a carrier whose references are equal to this one after folding (`fold`).
 * There may be several, because earlier versions did not compare references like this.
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
    createdAt: row.createdAt,
    providerCode: row.providerCode,
    amount: moneyText(row.amountMinor),
    currency: CURRENCY,
    receivedOn: row.receivedOn,
    reference: row.reference,
  };
}
