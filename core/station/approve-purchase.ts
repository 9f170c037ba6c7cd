/**
 * One parcel beyond what this station may spend by itself, approved by an owner or admin at the
 * desk while the rest of the balance cannot be had. It is bounded by the balance as it was seen
 * last. The hub learns of it at the next connection, and other stations then give back as much.
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
 * Buys, and only where that is refused with E2132 once more with what is missing.
 *
 * @param offerID What is bought. @param buy Throws NeedLeaseError before anything is written.
 * @throws AppError E1055 for another caller than a person at the desk; what `buy` throws
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
 * The approval and what it makes spendable are one commit: no amount beyond the part is spendable
 * without its approval.
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
      // None of it, where the purchase is open and holds it: the approval stands then.
      if (takeBack(deps, organizationID, missing) > 0) dropAct(deps, entry);
    });
    throw error;
  }
}
