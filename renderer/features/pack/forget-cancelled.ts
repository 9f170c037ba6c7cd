/**
 * What the screen says of a label that is cancelled elsewhere: at another desk, by a program, or
 * later than it was asked for.
 */
import { getShipmentDetail } from "../../../core/history/history.api.ts";
import { call } from "../../lib/bridge.ts";
import { usePack } from "./use-pack.ts";

/**
 * Where the shipment is cancelled now, puts away the questions why its label is printed again and
 * whether it is cancelled, and says so of the last result.
 */
export async function forgetCancelled(shipmentID: string): Promise<void> {
  if (!isTold(shipmentID)) return;
  const detail = await call(getShipmentDetail, { params: { shipmentID } }).catch(() => null);
  if (detail?.shipment.statusCode !== "CANCELED" || !isTold(shipmentID)) return;
  const { reprint, undo, last, dismissReprint, keepPurchase, setLast } = usePack.getState();
  if (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) dismissReprint();
  const isAsked = undo.step !== "none" && undo.purchase.shipmentID === shipmentID;
  if (isAsked && undo.step === "cancelling") return; // its answer is on its way to this desk
  if (isAsked) keepPurchase();
  if (last?.shipmentID === shipmentID && last.kind !== "cancelled")
    setLast({ ...last, kind: "cancelled" });
}

function isTold(shipmentID: string): boolean {
  const { reprint, undo, last } = usePack.getState();
  return (
    (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) ||
    (undo.step !== "none" && undo.purchase.shipmentID === shipmentID) ||
    (last?.shipmentID === shipmentID && last.kind !== "cancelled")
  );
}
