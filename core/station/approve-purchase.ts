/**
 * Approving one purchase above this station's share of the balance. An owner or admin approves it
 * at the desk while the hub cannot lend more. The last known balance is the limit. The hub receives
 * the approval at the next connection, and other stations then return the same amount.
 */
import { errors } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { dropAct, noteActs } from "../records/audit/audit.service.ts";
import { inTransaction } from "../db/change.ts";
import type { Leases, MoneyNeed } from "../db/leases.ts";
import type { Actor } from "../http/actor.ts";
import { hasLeave } from "../http/lead-act.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { findStoredOffer } from "../shipping/offers/offers.service.ts";
import { spendBeyond, takeBack } from "../organizations/ledger/money-lease.ts";

/**
 * `entry`: the approval's entry in the audit log. `missing`: minor units above the station's share.
 */
type Approval = { readonly entry: string; readonly missing: number };

/**
 * Buys an offer. When the hub cannot lend the amount that the purchase lacks, approves that amount.
 *
 * @param offerID The offer that `buy` accepts.
 * @param buy Buys the offer, and obtains what the purchase lacks from the given leases.
 * @throws AppError E1055 unless an owner or admin calls at the desk; the errors of `buy`
 */
export async function approvePurchase<T>(
  deps: WriteDeps & Pick<StationDeps, "leases">,
  actor: Actor,
  offerID: string,
  buy: (leases: Leases) => Promise<T>,
): Promise<T> {
  if (actor.via !== "desk" || !hasLeave(actor, "beyond")) throw errors.notAuthorised();
  let approval: Approval | undefined;
  const leases: Leases = {
    async obtain(need) {
      if (await deps.leases.obtain(need)) return true;
      if (need.kind !== "money" || approval !== undefined) return false;
      approval = approve(deps, actor, offerID, need);
      return true;
    },
  };
  try {
    const bought = await buy(leases);
    if (approval !== undefined) logApproved(deps, actor, approval);
    return bought;
  } catch (error) {
    if (approval !== undefined) revoke(deps, actor, approval);
    throw error;
  }
}

/**
 * Records the approval and raises the spendable amount in one transaction, so that nothing above
 * the station's share can be spent without an entry in the audit log.
 */
function approve(
  deps: WriteDeps,
  { organizationID, memberID, approved }: Actor,
  offerID: string,
  { missing }: MoneyNeed,
): Approval {
  const subjectID = findStoredOffer(deps, organizationID, offerID)?.shipmentID ?? "";
  const [entry = ""] = inTransaction(deps, () => {
    spendBeyond(deps, organizationID, missing);
    return noteActs(deps, [
      {
        organizationID,
        memberID,
        ...(approved === undefined ? {} : { approvedBy: approved.by }),
        tokenID: "",
        kind: "money",
        act: "made",
        operation: "approvedBeyond",
        subjectID,
        amount: moneyText(missing),
        at: deps.now(),
      },
    ]);
  });
  return { entry, missing };
}

/**
 * Takes the amount back after a failed purchase. A purchase that is still open holds the amount; in
 * that case nothing is taken back, and the approval stays.
 */
function revoke(deps: WriteDeps, { organizationID }: Actor, { entry, missing }: Approval): void {
  inTransaction(deps, () => {
    if (takeBack(deps, organizationID, missing) > 0) dropAct(deps, entry);
  });
}

function logApproved(
  deps: WriteDeps,
  { organizationID, memberID }: Actor,
  { missing }: Approval,
): void {
  deps.log.warn(
    { organizationID, memberID, amount: moneyText(missing) },
    "a purchase beyond this station's share of the balance was approved",
  );
}
