/** Presents print requests in the API's shape. */
import type { ReadDeps } from "../../db/deps.ts";
import { readPrintError } from "../../printing/print-error.ts";
import { listShipmentRows } from "../../shipping/shipments/shipments.service.ts";
import type { PrintRequestRow } from "./print-requests.store.ts";
import { printRequestSchema, type PrintRequest } from "./shared-printers.schema.ts";

/**
 * Presents requests. @returns In the order of the rows, without rows that another station wrote in
 * another shape.
 */
export function presentRequests(deps: ReadDeps, rows: readonly PrintRequestRow[]): PrintRequest[] {
  const shipments = listShipmentRows(
    deps,
    rows.map((row) => row.shipment_id),
  );
  return rows.flatMap((row) => {
    const reason = readPrintError(row.reason);
    const request = printRequestSchema.safeParse({
      id: row.id,
      askedAt: row.asked_at,
      updatedAt: row.updated_at,
      expiresAt: row.expires_at,
      fromStationID: row.from_station_id,
      fromStationName: row.from_station_name,
      toStationID: row.to_station_id,
      toStationName: row.to_station_name,
      isFromHere: row.from_station_id === deps.db.stationID,
      printerID: row.printer_id,
      printerName: row.printer_name,
      shipmentID: row.shipment_id,
      orderNumber: shipments.get(row.shipment_id)?.order_number ?? "",
      transactionID: row.transaction_id === "" ? null : row.transaction_id,
      document: row.document,
      copies: row.copies,
      askedBy: row.asked_by,
      state: row.state,
      // A cancelled request needs no explanation.
      reason: row.state === "CANCELLED" ? "" : reason.message,
      reasonCode: row.state === "CANCELLED" ? "" : reason.code,
      jobID: row.job_id,
    });
    return request.success ? [request.data] : [];
  });
}
