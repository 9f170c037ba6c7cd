/**
 * One parcel beyond what this station may spend by itself, approved by an owner or admin at the desk while the rest of the balance cannot be had. It is
 * bounded by the balance as it was seen last. The hub learns of it at the next connection, and other stations then give back as much.
 */
import { AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { NeedLeaseError, withLeases } from "../db/need-lease.ts";
import type { Actor, Deps } from "../deps.ts";
import { spendBeyond, takeBack } from "../ledger/money-lease.ts";

/**
 * Buys, and only where that is refused with E2132 once more with what is missing.
 *
 * @param buy Throws NeedLeaseError before anything is written.
 * @throws AppError E1055 for another caller than a person at the desk; what `buy` throws
 */
export async function approvePurchase<T>(deps: Deps, actor: Actor, buy: () => Promise<T>): Promise<T> {
  if (actor.via !== "desk" || (actor.role !== "owner" && actor.role !== "admin")) throw new AppError("E1055");
  try {
    return await withLeases(deps, buy);
  } catch (error) {
    if (!(error instanceof NeedLeaseError) || error.need.kind !== "money") throw error;
    return await buyBeyond(deps, actor, error.need.missing, buy);
  }
}

async function buyBeyond<T>(deps: Deps, { organizationID, memberID }: Actor, missing: number, buy: () => Promise<T>): Promise<T> {
  spendBeyond(deps, organizationID, missing);
  try {
    const bought = await buy();
    deps.log.warn({ organizationID, memberID, amount: moneyText(missing) }, "a purchase beyond this station's part of the balance was approved");
    return bought;
  } catch (error) {
    takeBack(deps, organizationID, missing); // none of it, where the purchase is open and holds it
    throw error;
  }
}
