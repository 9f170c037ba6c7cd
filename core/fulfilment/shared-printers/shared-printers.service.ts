/**
 * Prints at another station's printer. A request is a synced row; the printer's station takes it
 * into its journal once, under the request's id, and writes its answer to the row. While the hub is
 * unreachable, a request waits here until it expires.
 *
 * ASKED → TAKEN → PRINTED or FAILED; EXPIRED and CANCELLED before printing starts. Only the
 * printer's station knows what was printed: its state overrides a state that the requesting station
 * wrote when it gave up.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { requireMayReprint } from "../../printing/may-reprint.ts";
import { endWaitingLabels } from "../../printing/requested-job.ts";
import {
  getShipmentRow,
  onlyOf,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { listShipmentsOf } from "../transactions/transactions.service.ts";
import { moveRequest, noteRequest } from "./move-request.ts";
import { presentRequests } from "./present-request.ts";
import * as store from "./print-requests.store.ts";
import * as printers from "./shared-printers.store.ts";
import type {
  NewPrintRequest,
  PrintRequest,
  PrintRequestsQuery,
  SharedPrinter,
} from "./shared-printers.schema.ts";
import type { Stations } from "./stations.ts";

const MINUTE_MS = 60_000;

/** Lists the printers of other stations, in the order of their stations. */
export function listSharedPrinters(
  deps: ReadDeps,
  actor: Actor,
  stations: Stations,
): SharedPrinter[] {
  if (stations.organizationID() !== actor.organizationID) return [];
  return printers.listShared(deps.db, actor.organizationID).flatMap((row) => {
    if (row.stationID === deps.db.stationID) return [];
    const station = stations.find(row.stationID);
    return [
      {
        id: row.id,
        name: row.name,
        stationID: row.stationID,
        stationName: station?.name ?? row.stationName,
        language: row.language,
        dpi: row.dpi,
        media: { widthMm: row.widthMm, heightMm: row.heightMm },
        state: row.state,
        isReachable: station?.isReachable ?? false,
        updatedAt: row.updatedAt,
      },
    ];
  });
}

/**
 * Creates a print request. @throws AppError E2148 for a station that has not joined a hub, E2147
 * for a printer that is not shared or is this station's own, E1051, E2034, E1072 when there is
 * nothing to print, E2242 for a packer's reprint.
 */
export function askForPrint(
  deps: WriteDeps,
  actor: Actor,
  stations: Stations,
  order: NewPrintRequest,
): PrintRequest {
  return inTransaction(deps, () => {
    if (stations.organizationID() !== actor.organizationID) throw errors.noSharedPrinters();
    const printer = printers.findPrinter(deps.db, order.printerID);
    if (printer?.organizationID !== actor.organizationID || printer.isShared === 0)
      throw errors.printerNoLongerShared();
    if (printer.stationID === deps.db.stationID)
      throw errors.printerNoLongerShared(
        "This printer belongs to this station. No request was created. Print on it here.",
      );
    const shipment = shipmentOf(deps, actor, order);
    if (order.document === "label") {
      requireLabel(shipment, order.transactionID);
      requireMayReprint(deps, actor, shipment.id);
    } else if (shipment.status === "CANCELED")
      throw errors.labelNotCreated("This shipment is cancelled: nothing is printed for it.", {
        reason: "cancelled",
      });
    const now = stations.hubNow();
    const row: store.PrintRequestRow = {
      id: deps.newId(),
      updatedAt: deps.now(),
      organizationID: actor.organizationID,
      fromStationID: deps.db.stationID,
      fromStationName: stations.name(),
      toStationID: printer.stationID,
      toStationName: stations.find(printer.stationID)?.name ?? printer.stationName,
      printerID: printer.id,
      printerName: printer.name,
      shipmentID: shipment.id,
      transactionID: order.transactionID ?? "",
      document: order.document,
      copies: order.copies,
      askedBy: actor.memberID,
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + order.expiresInMinutes * MINUTE_MS).toISOString(),
      state: "ASKED",
      reason: "",
      jobID: null,
    };
    store.insertRequest(deps.db, row);
    noteRequest(deps, row);
    if (row.document === "label") endWaitingLabels(deps, shipment.id);
    return presentOne(deps, row);
  });
}

function shipmentOf(
  deps: ReadDeps,
  actor: Actor,
  { shipmentID, transactionID }: Pick<NewPrintRequest, "shipmentID" | "transactionID">,
): ShipmentRow {
  const id =
    shipmentID ?? listShipmentsOf(deps, transactionID === undefined ? [] : [transactionID])[0];
  if (id === undefined) throw errors.transactionNotFound();
  return getShipmentRow(deps, actor, id);
}

/**
 * Requires a bought label and, if a purchase is named, that its label is in force.
 *
 * @throws AppError E1072
 */
function requireLabel(
  { status, barcode, purchaseID }: ShipmentRow,
  transactionID: string | undefined,
): void {
  if (!isBought(status) || barcode === "")
    throw errors.labelNotCreated("This shipment has no label to print. Buy one first.", {
      reason: "noLabel",
    });
  if (transactionID !== undefined && transactionID !== purchaseID)
    throw errors.labelNotCreated(
      "This label is no longer in force. Print the shipment's current label.",
      { reason: "replaced" },
    );
}

/**
 * Lists requests, newest first; for a member with limited access only the member's own requests.
 */
export function listPrintRequests(
  deps: ReadDeps,
  actor: Actor,
  { state, shipmentID, limit }: PrintRequestsQuery,
): PrintRequest[] {
  return presentRequests(
    deps,
    store.listRequests(deps.db, {
      organizationID: actor.organizationID,
      stationID: deps.db.stationID,
      state: state ?? null,
      shipmentID: shipmentID ?? null,
      askedBy: onlyOf(actor) ?? null,
      limit,
    }),
  );
}

/**
 * Gets a request.
 *
 * @throws AppError E2153 when there is no such request that this member may see.
 */
export function getPrintRequest(deps: ReadDeps, actor: Actor, id: string): PrintRequest {
  return presentOne(deps, requireRequest(deps, actor, id));
}

/**
 * Cancels a request; cancelling it again returns the same answer.
 *
 * @throws AppError E2153, E2149 when the request was taken or has ended differently.
 */
export function cancelPrintRequest(deps: WriteDeps, actor: Actor, id: string): PrintRequest {
  return inTransaction(deps, () => {
    const row = requireRequest(deps, actor, id);
    if (row.state === "CANCELLED") return presentOne(deps, row);
    if (row.state !== "ASKED" || !moveRequest(deps, row, { state: "CANCELLED", reason: "" }))
      throw errors.printRequestNotCancellable();
    return getPrintRequest(deps, actor, id);
  });
}

function requireRequest(deps: ReadDeps, actor: Actor, id: string): store.PrintRequestRow {
  const row = store.findRequest(deps.db, id);
  const only = onlyOf(actor);
  const isOfHere =
    row?.fromStationID === deps.db.stationID || row?.toStationID === deps.db.stationID;
  if (
    row?.organizationID !== actor.organizationID ||
    !isOfHere ||
    (only !== undefined && only !== row.askedBy)
  )
    throw errors.printRequestNotFound();
  return row;
}

function presentOne(deps: ReadDeps, row: store.PrintRequestRow): PrintRequest {
  const [request] = presentRequests(deps, [row]);
  if (request === undefined) throw errors.printRequestNotFound(); // another station wrote the row in another shape
  return request;
}
