/** Finishes purchases whose outcome a crash or a silent carrier left open: asks again with the same key. */
import { isAppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { settleWithCarrier } from "./accept-offer.ts";
import { listDuePending } from "./transactions.store.ts";

/** @returns How many were due. Never throws for a carrier's answer: it is written on the transaction. */
export async function resumePurchases(deps: Deps): Promise<number> {
  const due = listDuePending(deps.db, deps.now());
  for (const row of due) {
    const carrier = deps.carriers.get((JSON.parse(row.offer) as StoredOffer).carrier_kind);
    if (carrier === undefined) continue;
    try {
      await settleWithCarrier(deps, row.id, carrier);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
  return due.length;
}
