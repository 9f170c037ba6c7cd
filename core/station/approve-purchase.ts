/**
 * Approving one purchase above this station's share of the balance. An owner or admin approves it
 * at the desk while the hub cannot lend more. The last known balance is the limit. The hub receives
 * the approval at the next connection, and other stations then return the same amount.
 */
import { errors } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { dropAct, noteActs } from "../records/audit/audit.service.ts";
import { inTransaction } from "../db/change.ts";
import { NeedLeaseError, withLeases } from "../db/need-lease.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { findStoredOffer } from "../shipping/offers/offers.service.ts";
import { spendBeyond, takeBack } from "../organizations/ledger/money-lease.ts";

/**
 * Buys an offer. When the purchase fails with E2132, approves the missing amount and buys again.
 *
 * @param offerID The offer that `buy` accepts.
 * @param buy Throws NeedLeaseError before it writes anything.
 * @throws AppError E1055 unless an owner or admin calls at the desk; the errors of `buy`
 */
export async function approvePurchase<T>(
  deps: WriteDeps & Pick<StationDeps, "leases">,
  actor: Actor,
  offerID: string,
  buy: () => Promise<T>,
): Promise<T> {
  if (actor.via !== "desk" || (actor.role !== "owner" && actor.role !== "admin"))
    throw errors.notAuthorised();
  try {
    return await withLeases(deps, buy);
  } catch (error) {
    if (!(error instanceof NeedLeaseError) || error.need.kind !== "money") throw error;
    return await buyBeyond(deps, actor, { offerID, missing: error.need.missing }, buy);
  }
}

/**
 * Records the approval and raises the spendable amount in one transaction, so that nothing above
 * the station's share can be spent without an approval.
 */
async function buyBeyond<T>(
  deps: WriteDeps,
  { organizationID, memberID }: Actor,
  { offerID, missing }: { readonly offerID: string; readonly missing: number },
  buy: () => Promise<T>,
): Promise<T> {
  const amount = moneyText(missing);
  const subjectID = findStoredOffer(deps, organizationID, offerID)?.shipment_id ?? "";
  const [entry = ""] = inTransaction(deps, () => {
    spendBeyond(deps, organizationID, missing);
    return noteActs(deps, [
      {
        organizationID,
        memberID,
        tokenID: "",
        kind: "money",
        act: "made",
        operation: "approvedBeyond",
        subjectID,
        amount,
        at: deps.now(),
      },
    ]);
  });
  try {
    const bought = await buy();
    deps.log.warn(
      { organizationID, memberID, amount },
      "a purchase beyond this station's part of the balance was approved",
    );
    return bought;
  } catch (error) {
    inTransaction(deps, () => {
      // Takes back nothing while the purchase is open and holds the amount; the approval then
      // stays.
      if (takeBack(deps, organizationID, missing) > 0) dropAct(deps, entry);
    });
    throw error;
  }
}
