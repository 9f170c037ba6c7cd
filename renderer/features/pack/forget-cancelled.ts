/**
 * A question about a label ends when the label is cancelled elsewhere: at another desk, or by a
 * program.
 */
import { getShipmentDetail } from "../../../core/history/history.api.ts";
import { call } from "../../lib/bridge.ts";
import { usePack } from "./use-pack.ts";

/**
 * Puts away why the label is printed again, and whether it is cancelled, where the shipment is
 * cancelled now.
 */
export async function forgetCancelled(shipmentID: string): Promise<void> {
  if (!asksAbout(shipmentID)) return;
  const detail = await call(getShipmentDetail, { params: { shipmentID } }).catch(() => null);
  if (detail?.shipment.statusCode !== "CANCELED" || !asksAbout(shipmentID)) return;
  const { reprint, undo, dismissReprint, keepPurchase } = usePack.getState();
  if (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) dismissReprint();
  if (undo.step === "asking" && undo.purchase.shipmentID === shipmentID) keepPurchase();
}

function asksAbout(shipmentID: string): boolean {
  const { reprint, undo } = usePack.getState();
  return (
    (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) ||
    (undo.step === "asking" && undo.purchase.shipmentID === shipmentID)
  );
}
