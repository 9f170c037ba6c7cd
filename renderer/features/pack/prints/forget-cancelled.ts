/**
 * Updates Pack when a label is cancelled by another station, by a program, or by this station's own
 * request after the carrier answered late.
 */
import { getShipmentDetail } from "../../../../core/fulfilment/history/history.api.ts";
import { call } from "../../../lib/bridge.ts";
import { usePack } from "../use-pack.ts";

/**
 * If the shipment is cancelled: closes the questions about reprinting or cancelling its label, and
 * marks the last result as cancelled if it is this label.
 */
export async function forgetCancelled(shipmentID: string): Promise<void> {
  if (!isShown(shipmentID)) return;
  const detail = await call(getShipmentDetail, { params: { shipmentID } }).catch(() => null);
  if (detail?.shipment.statusCode !== "CANCELED" || !isShown(shipmentID)) return;
  const { reprint, undo, last, dismissReprint, keepPurchase, setLast } = usePack.getState();
  if (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) dismissReprint();
  const isAsked = undo.step !== "none" && undo.purchase.shipmentID === shipmentID;
  if (isAsked && undo.step === "cancelling") return; // confirmUndo shows the outcome
  if (isAsked) keepPurchase();
  if (last?.shipmentID === shipmentID && last.kind !== "cancelled")
    setLast({ ...last, kind: "cancelled" });
}

function isShown(shipmentID: string): boolean {
  const { reprint, undo, last } = usePack.getState();
  return (
    (reprint.step === "asking" && reprint.label.shipmentID === shipmentID) ||
    (undo.step !== "none" && undo.purchase.shipmentID === shipmentID) ||
    (last?.shipmentID === shipmentID && last.kind !== "cancelled")
  );
}
