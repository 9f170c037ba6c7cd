/**
 * Takes requests of other stations for this station's printers. Each request becomes one job in the
 * journal, in the transaction that marks the request as taken. Immediately refuses requests that
 * cannot be printed, and never prints a late request.
 */
import { isAppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { findMeta, RESTORED_AT } from "../../db/station-meta.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Document } from "../../db/documents/documents.schema.ts";
import { RendererLostError } from "../../labels/label-renderer.ts";
import { PAPER_SIZES } from "../../labels/papers/paper-orders.ts";
import { drawPackingSlip } from "../papers/packing-slip.ts";
import { printErrorText, type PrintError } from "../../printing/print-error.ts";
import type { Printer } from "../../printing/printer.ts";
import { findPrinter } from "../../printing/printers.ts";
import { enqueueRequested } from "../../printing/requested-job.ts";
import { uploadDocument } from "../../printing/upload-document.ts";
import { findShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { moveRequest } from "./move-request.ts";
import type { PrintRequestRow } from "./print-requests.store.ts";
import type { Stations } from "./stations.ts";

const REMOVED: PrintError = {
  code: "printer removed",
  message: "The printer was removed at its station. Use another printer.",
};
const NOT_SHARED: PrintError = {
  code: "not shared",
  message: "The printer is not shared any more. Use another printer.",
};
const OFF: PrintError = {
  code: "printer off",
  message: "The printer is switched off at its station. Use another printer.",
};
const CANCELLED: PrintError = {
  code: "shipment cancelled",
  message: "The shipment was cancelled, or the label is no longer in force.",
};
const RESTORED: PrintError = {
  code: "restored",
  message:
    "The printer's station has restored an older copy of its data. The document may have been printed. If it is missing, print it again.",
};

/**
 * Takes or refuses a request.
 *
 * @param row Request to this station, in the state ASKED and not expired.
 * @returns Whether it was taken or refused; false: try again later.
 */
export async function takeRequest(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "faultPoint" | "labels">,
  stations: Stations,
  row: PrintRequestRow,
): Promise<boolean> {
  const refusal = refusalOf(deps, stations, row);
  if (refusal !== undefined) return refuse(deps, row, refusal);
  const [printer, shipment] = [
    findPrinter(deps, row.printerID),
    findShipmentRow(deps, row.shipmentID),
  ];
  // The purchase has not arrived from its station yet; the request expires if it does not arrive in
  // time.
  if (
    printer === undefined ||
    shipment === undefined ||
    (row.document === "label" && !isBought(shipment.status))
  )
    return false;
  if (row.document === "label") return take(deps, stations, row, shipment);
  try {
    return take(deps, stations, row, shipment, await drawSlip(deps, row, printer));
  } catch (error) {
    if (
      error instanceof RendererLostError ||
      isAppError(error, "diskFull") ||
      isAppError(error, "rendererLost") ||
      isAppError(error, "tooManyDocuments")
    )
      return false; // taking is retried until the request expires
    if (!isAppError(error)) throw error;
    return refuse(deps, row, { code: "not drawn", message: error.message });
  }
}

/** Finds the reason why a request can never be printed; undefined when it may be printed. */
function refusalOf(
  deps: Pick<FulfilmentDeps, "db" | "now" | "settings">,
  stations: Stations,
  row: PrintRequestRow,
): PrintError | undefined {
  if (isOlderThanRestore(deps, stations, row)) return RESTORED;
  const printer = findPrinter(deps, row.printerID);
  if (printer === undefined) return REMOVED;
  if (!printer.isShared) return NOT_SHARED;
  if (!printer.isActive) return OFF;
  const shipment = findShipmentRow(deps, row.shipmentID);
  const isVoid =
    shipment?.status === "CANCELED" ||
    (shipment !== undefined &&
      row.transactionID !== "" &&
      shipment.purchaseID !== row.transactionID);
  return isVoid ? CANCELLED : undefined;
}

/**
 * Returns whether a request is older than the last restore: the restored data may lack a print of
 * it.
 */
export function isOlderThanRestore(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  stations: Stations,
  row: PrintRequestRow,
): boolean {
  const restoredAt = findMeta(deps.db, RESTORED_AT);
  return (
    restoredAt !== undefined &&
    Date.parse(row.askedAt) <= Date.parse(restoredAt) + stations.hubNow() - Date.parse(deps.now())
  );
}

function refuse(deps: WriteDeps, row: PrintRequestRow, why: PrintError): boolean {
  return inTransaction(deps, () =>
    moveRequest(deps, row, { state: "FAILED", reason: printErrorText(why) }),
  );
}

type Paper = { readonly document: Pick<Document, "hash">; readonly title: string };

/**
 * Draws a packing slip for the printer's paper with an owner's rights, since the requesting station
 * has checked its member's rights.
 */
async function drawSlip(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "labels">,
  row: PrintRequestRow,
  printer: Printer,
): Promise<Paper> {
  const actor: Actor = {
    organizationID: row.organizationID,
    memberID: row.askedBy,
    role: "owner",
    via: "desk",
  };
  const paper = printer.media.widthMm > PAPER_SIZES.A5.widthMm ? "A4" : "A5";
  const { bytes, name } = await drawPackingSlip(deps, actor, row.shipmentID, paper);
  const document = await uploadDocument(deps, {
    content: Buffer.from(bytes).toString("base64"),
    ...PAPER_SIZES[paper],
    dpi: printer.dpi,
  });
  return { document, title: name };
}

function take(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint">,
  stations: Stations,
  row: PrintRequestRow,
  { barcode }: ShipmentRow,
  paper?: Paper,
): boolean {
  const isTaken = inTransaction(deps, () => {
    if (!moveRequest(deps, row, { state: "TAKEN", reason: "", jobID: row.id })) return false;
    const expiresAt = new Date(
      Date.parse(row.expiresAt) + Date.parse(deps.now()) - stations.hubNow(),
    ).toISOString();
    enqueueRequested(deps, {
      id: row.id,
      organizationID: row.organizationID,
      memberID: row.askedBy,
      shipmentID: row.shipmentID,
      barcode,
      printerID: row.printerID,
      copies: row.copies,
      expiresAt,
      ...(paper === undefined ? {} : { paper }),
    });
    return true;
  });
  if (isTaken) deps.faultPoint("printRequest.taken");
  return isTaken;
}
