/**
 * Labels that this desk has printed and that must be scanned back from their parcels, if the desk's
 * setting says so. Until then the next order waits; its code is stored, so that a restart loses
 * neither the label nor the scan.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import { findShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { LabelToScan } from "./label-scans.schema.ts";
import * as store from "./label-scans.store.ts";
import { listPrintJobs } from "../../printing/printing.service.ts";
import { readPackingSettings } from "./packing.service.ts";

type AwaitDeps = ReadDeps & Pick<FulfilmentDeps, "settings" | "geo">;
type ScanDeps = WriteDeps & AwaitDeps;
type Awaited = {
  readonly row: ShipmentRow;
  readonly transactionID: string;
  readonly nextCode: string;
};

/** Most prints of a shipment that are read; the label's newest is among them. */
const MOST_JOBS = 20;

/** Notes that a purchase's label must be scanned back; needs the purchase's transaction. */
export function expectLabelScan(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings">,
  transactionID: string,
  shipmentID: string,
): void {
  if (!readPackingSettings(deps).requireScannedLabel) return;
  store.insertLabelToScan(deps.db, { transactionID, shipmentID, now: deps.now() });
}

/**
 * Lists the labels that must be scanned. Skips a label that is not made yet, was cancelled, or that
 * the member may not see.
 */
function listAwaited(deps: AwaitDeps, actor: Actor): Awaited[] {
  if (actor.via !== "desk" || !readPackingSettings(deps).requireScannedLabel) return [];
  return store.listLabelRows(deps.db).flatMap(({ transactionID, shipmentID, nextCode }) => {
    const row = findShipmentRow(deps, shipmentID);
    const isInForce =
      row?.purchaseID === transactionID && row.status !== "CANCELED" && isBought(row.status);
    return isInForce &&
      row.organizationID === actor.organizationID &&
      maySee(actor, row) &&
      isComingOut(deps, actor, row.id)
      ? [{ row, transactionID, nextCode }]
      : [];
  });
}

/**
 * Returns whether a label has come out or is about to. A label that waits for a printer, or whose
 * print failed, cannot be scanned, so nobody waits for it.
 */
function isComingOut(deps: AwaitDeps, actor: Actor, shipmentID: string): boolean {
  const job = listPrintJobs(deps, actor, { shipmentID, limit: MOST_JOBS }).find(
    ({ kind }) => kind === "LABEL",
  );
  if (job === undefined || job.status === "FAILED") return false;
  return job.status !== "QUEUED" || job.lastErrorCode === "";
}

/** Lists the labels that must be scanned at this desk, in the order of their purchases. */
export function listLabelsToScan(deps: AwaitDeps, actor: Actor): { list: LabelToScan[] } {
  return {
    list: listAwaited(deps, actor).map(({ row, nextCode }) => ({
      shipmentID: row.id,
      number: row.number,
      orderNumber: row.orderNumber,
      barcode: row.barcode,
      nextCode,
    })),
  };
}

/**
 * Handles the code of an order before it opens: the awaited label is confirmed, its own order may be
 * opened, and any other code is stored until the label is scanned.
 *
 * @param meant The shipment that the code means.
 * @returns Code that was scanned before, whose order opens next; "" for none.
 * @throws AppError E2262 while a label must be scanned first.
 */
export function passLabelScan(
  deps: ScanDeps,
  actor: Actor,
  code: string,
  meant: ShipmentRow,
): string {
  const awaited = listAwaited(deps, actor);
  const isLabel = ({ barcode }: ShipmentRow): boolean =>
    barcode !== "" && barcode.toUpperCase() === code.toUpperCase();
  const scanned = awaited.find(({ row }) => isLabel(row));
  if (scanned !== undefined) {
    inTransaction(deps, () => store.deleteLabelToScan(deps.db, scanned.transactionID));
    return scanned.nextCode;
  }
  const [first] = awaited;
  if (first === undefined || awaited.some(({ row }) => row.id === meant.id)) return "";
  const isOtherLabel = isLabel(meant);
  if (!isOtherLabel)
    inTransaction(deps, () => store.setNextCode(deps.db, first.transactionID, code));
  throw notScanned(first.row, isOtherLabel ? "OTHER_LABEL" : "NEXT_ORDER");
}

/**
 * Requires that no label of another order must be scanned before a purchase.
 *
 * @throws AppError E2262
 */
export function requireLabelsScanned(deps: AwaitDeps, actor: Actor, shipmentID: string): void {
  const [first] = listAwaited(deps, actor).filter(({ row }) => row.id !== shipmentID);
  if (first !== undefined) throw notScanned(first.row, "NEXT_ORDER");
}

function notScanned({ number, orderNumber }: ShipmentRow, reason: string): Error {
  const name = orderNumber === "" ? `#${number}` : orderNumber;
  return errors.labelNotScannedBack(
    `Scan the label on the parcel of ${name} first. ${reason === "OTHER_LABEL" ? "The scanned label belongs to another parcel: take it off if it is on this one." : "The order that was scanned is opened after it."}`,
    { reason, number, order: name },
  );
}

/**
 * Goes on without the scan of a label.
 *
 * @returns Code of the order to open now; "" for none.
 */
export function skipLabelScan(
  deps: ScanDeps,
  actor: Actor,
  shipmentID: string,
): { id: string; nextCode: string } {
  const found = listAwaited(deps, actor).find(({ row }) => row.id === shipmentID);
  if (found === undefined) return { id: shipmentID, nextCode: "" };
  inTransaction(deps, () => store.deleteLabelToScan(deps.db, found.transactionID));
  return { id: shipmentID, nextCode: found.nextCode };
}

/** Time after which nobody scans a label any more, ms: its parcel has left, or it was cancelled. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Deletes old labels, which would be read at each scan of an order. @returns Number of rows. */
export function pruneLabelScans(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - KEPT_MS).toISOString();
  return inTransaction(deps, () => store.deleteOldLabels(deps.db, before, atMost));
}
