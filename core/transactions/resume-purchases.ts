/** Finishes purchases whose outcome a crash or a silent carrier left open: asks again with the same key. */
import { isAppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { LAST_RETRY_MS, settleWithCarrier } from "./accept-offer.ts";
import { getSnapshot, listDuePending } from "./transactions.store.ts";

/** @returns How many were due. One that fails holds up no other: a carrier's answer is written on the transaction, a fault is logged. */
export async function resumePurchases(deps: Deps): Promise<number> {
  const now = deps.now();
  const due = listDuePending(deps.db, { now, latest: new Date(Date.parse(now) + LAST_RETRY_MS).toISOString() });
  for (const row of due) {
    try {
      const carrier = deps.carriers.get(getSnapshot(deps.db, row.id).offer.carrier_kind);
      if (carrier !== undefined) await settleWithCarrier(deps, row.id, carrier);
    } catch (err) {
      if (!isAppError(err)) deps.log.error({ transactionID: row.id, err }, "an open purchase could not be asked about; it will be tried again");
    }
  }
  return due.length;
}
