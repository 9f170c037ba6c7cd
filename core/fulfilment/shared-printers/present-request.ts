/** Presents print requests in the API's shape. */
import type { ReadDeps } from "../../db/deps.ts";
import { readPrintError } from "../../printing/print-error.ts";
import { listShipmentRows } from "../../shipping/shipments/shipments.service.ts";
import type { PrintRequestRow } from "./print-requests.store.ts";
import { printRequestSchema, type PrintRequest } from "./shared-printers.schema.ts";

/**
 * Presents requests in the order of the rows, without rows that another station wrote in another
 * shape.
 */
export function presentRequests(deps: ReadDeps, rows: readonly PrintRequestRow[]): PrintRequest[] {
  const shipments = listShipmentRows(
    deps,
    rows.map((row) => row.shipmentID),
  );
  return rows.flatMap((row) => {
    const reason = readPrintError(row.reason);
    const request = printRequestSchema.safeParse({
      id: row.id,
      askedAt: row.askedAt,
      updatedAt: row.updatedAt,
      expiresAt: row.expiresAt,
      fromStationID: row.fromStationID,
      fromStationName: row.fromStationName,
      toStationID: row.toStationID,
      toStationName: row.toStationName,
      isFromHere: row.fromStationID === deps.db.stationID,
      printerID: row.printerID,
      printerName: row.printerName,
      shipmentID: row.shipmentID,
      orderNumber: shipments.get(row.shipmentID)?.orderNumber ?? "",
      transactionID: row.transactionID === "" ? null : row.transactionID,
      document: row.document,
      copies: row.copies,
      askedBy: row.askedBy,
      state: row.state,
      // A cancelled request needs no explanation.
      reason: row.state === "CANCELLED" ? "" : reason.message,
      reasonCode: row.state === "CANCELLED" ? "" : reason.code,
      jobID: row.jobID,
    });
    return request.success ? [request.data] : [];
  });
}
