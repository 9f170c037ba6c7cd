/** Answers the question about the open order's change in a file, and keeps a bought order. */
import type { OrderChange } from "../../../../core/shipping/order-changes/order-changes.schema.ts";
import { refuse } from "../../../store/sounds.ts";
import { isAppliable } from "../../../ui/order-changes/needs-decision.ts";
import { parcelOf } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import { undecidedOf } from "./order-change.slice.ts";

/** F10 takes the change, F12 keeps the order. */
export function answerChange(yes: boolean): void {
  const change = undecidedOf(usePack.getState().pack);
  if (change === null || (yes && !isAppliable(change))) return refuse();
  void decide(change, yes ? "apply" : "dismiss");
}

/** Alt+K: keeps a bought order as it is. Refused for an order without a change. */
export function keepOrder(): void {
  const { pack } = usePack.getState();
  const change = parcelOf(pack)?.change ?? null;
  if (change === null || undecidedOf(pack) !== null) return refuse();
  void decide(change, "dismiss");
}

async function decide(change: OrderChange, act: "apply" | "dismiss"): Promise<void> {
  const shipmentID = parcelOf(usePack.getState().pack)?.shipment.id ?? "";
  const answer = await usePack.getState().decideChange(change, act);
  if (answer === null || parcelOf(usePack.getState().pack)?.shipment.id !== shipmentID) return;
  await usePack.getState().refreshParcel(shipmentID);
  const now = usePack.getState();
  if ("code" in answer) {
    refuse();
    return now.showNotice({ kind: "noBox", code: answer.code, message: answer.message }, now.pack);
  }
  now.showNotice(
    act === "apply" ? { kind: "changeTaken", of: change.kind } : { kind: "changeKept" },
    now.pack,
  );
  await now.loadWaiting();
}
