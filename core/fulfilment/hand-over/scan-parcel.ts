/**
 * Scanning parcels onto a carrier's truck and off it. A label counts once, at whichever station it
 * is scanned, and no published status changes: only the carrier's own scan says that it has the
 * parcel.
 */
import { isLikeBadge } from "../../base/badge-number.ts";
import { errors, type AppError } from "../../base/errors.ts";
import { spellingsOf } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { hasLeave, requireLead } from "../../http/lead-act.ts";
import { countOthersOfNumber, findByScan } from "../../shipping/shipments/find-by-scan.ts";
import {
  addressRowsOf,
  countBoxes,
  findShipmentRow,
  listBoxes,
  onlyOf,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import { readPurchase } from "../../shipping/shipments/stored-snapshot.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { findAnnouncement } from "../announcements/announcements.service.ts";
import { findVoidLabel } from "../transactions/surplus-labels.ts";
import { findCancelledLabel, findCarrierName } from "../transactions/transactions.service.ts";
import type {
  HandOverParcel,
  HandOverRefusal,
  HandOverScan,
  HandOverScanned,
} from "./hand-over.schema.ts";
import { handedOverID } from "./handed-over-id.ts";
import { refusal } from "./scan-refusals.ts";
import * as store from "./hand-over.store.ts";
import type { HandedOverRow } from "./hand-over.store.ts";

/**
 * Counts a scanned label on its carrier's truck, or takes the parcel off the truck.
 *
 * @throws AppError E2192 with `details.reason`, and nothing was counted; E1055 when somebody who is
 *   neither owner nor admin passes a label that its carrier does not know; E2242 for a packer at the
 *   desk.
 */
export function scanParcel(deps: WriteDeps, actor: Actor, scan: HandOverScan): HandOverScanned {
  if (scan.pass) requireLead(actor, "pass");
  if (scan.pass && !hasLeave(actor, "pass"))
    throw errors.notAuthorised(
      "Only an owner or admin may hand over a parcel that its carrier does not know.",
    );
  return inTransaction(deps, () =>
    scan.act === "load" ? load(deps, actor, scan) : takeBack(deps, actor, scan.code),
  );
}

function load(
  deps: WriteDeps,
  actor: Actor,
  { code, carrier, pass }: HandOverScan,
): HandOverScanned {
  const row = findByScan(deps, actor, code);
  if (row === undefined) throw findMissing(deps, actor, code);
  requireOneOrder(deps, actor, row, code);
  const transactionID = requireHandable(row);
  requireOneBox(deps, row, code);
  const carrierName = findCarrierName(deps, transactionID);
  if (carrier !== undefined && carrier !== row.providerCode)
    throw refusal("OTHER_CARRIER", row, { carrierName });
  const known = store.findHandedOver(deps.db, handedOverID(transactionID));
  const isLoaded = known?.state === "LOADED";
  if (isLoaded && known.handOverID !== "")
    throw refusal("HANDED_OVER", row, { at: known.scannedAt });
  const step = isLoaded ? "repeated" : requireAnnounced(deps, row, transactionID, pass);
  if (!isLoaded) write(deps, actor, { row, transactionID, known, isPassed: step === "passed" });
  return present(deps, actor, row, { step, carrierName });
}

/** Explains a code that names no live label. */
function findMissing(deps: ReadDeps, actor: Actor, code: string): AppError {
  const label = findVoidLabel(deps, actor.organizationID, code);
  // The refusal may be stored under the call's Idempotency-Key, which a badge may not be.
  if (label === undefined)
    return refusal("UNKNOWN", undefined, { code: isLikeBadge(code) ? "***" : code.slice(0, 60) });
  const { number, stays } = label;
  return stays === ""
    ? refusal("CANCELED", { number })
    : refusal("VOID", { number }, { staysWith: stays });
}

/**
 * Requires that a parcel may leave the house.
 *
 * @returns The transaction of its label.
 * @throws AppError E2192
 */
function requireHandable(row: ShipmentRow): string {
  if (row.status === "CANCELED") throw refusal("CANCELED", row);
  if (row.isReturn === 1) throw refusal("RETURN", row);
  if (!isBought(row.status) || row.purchaseID === null) throw refusal("NO_LABEL", row);
  if (row.test === 1) throw refusal("TEST", row);
  if (readPurchase(row)?.label.isSample === true) throw refusal("SAMPLE", row);
  if (row.status !== "TRACKING_CODE_CREATED" && row.status !== "LABEL_PRINTED")
    throw refusal("SCANNED_BY_CARRIER", row);
  return row.purchaseID;
}

/** Returns whether a code names this parcel, and not its order. */
function isParcelCode({ barcode, trackingNumber, number }: ShipmentRow, code: string): boolean {
  const spellings = spellingsOf(code.replace("#", ""));
  return [barcode, trackingNumber, String(number)].some((known) => spellings.includes(known));
}

/** Requires that a code is the number of one order only. @throws AppError E2192 */
function requireOneOrder(deps: ReadDeps, actor: Actor, row: ShipmentRow, code: string): void {
  if (!isParcelCode(row, code) && countOthersOfNumber(deps, actor, row) > 0)
    throw refusal("SEVERAL_ORDERS", row);
}

/** Requires that the order whose number a code is has one box. @throws AppError E2192 */
function requireOneBox(deps: ReadDeps, row: ShipmentRow, code: string): void {
  if (!isParcelCode(row, code) && countBoxes(row, listBoxes(deps, row)) > 1)
    throw refusal("SEVERAL_BOXES", row);
}

const UNANNOUNCED: Readonly<Record<string, HandOverRefusal>> = {
  WAITING: "NOT_ANNOUNCED",
  REFUSED: "ANNOUNCEMENT_REFUSED",
  UNCERTAIN: "ANNOUNCEMENT_UNCERTAIN",
};

function requireAnnounced(
  deps: ReadDeps,
  row: ShipmentRow,
  transactionID: string,
  pass: boolean,
): "loaded" | "passed" {
  const announcement = findAnnouncement(deps.db, transactionID);
  const reason = UNANNOUNCED[announcement?.state ?? ""];
  if (reason === undefined) return "loaded";
  if (pass) return "passed";
  throw refusal(reason, row, { words: announcement?.words ?? "" });
}

function write(
  deps: WriteDeps,
  actor: Actor,
  {
    row,
    transactionID,
    known,
    isPassed,
  }: {
    readonly row: ShipmentRow;
    readonly transactionID: string;
    readonly known: HandedOverRow | undefined;
    readonly isPassed: boolean;
  },
): void {
  const now = deps.now();
  const scan = {
    updatedAt: now,
    state: "LOADED" as const,
    scannedAt: now,
    stationID: deps.db.stationID,
    scannedBy: actor.memberID,
    passedBy: isPassed ? (actor.approved?.by ?? actor.memberID) : "",
  };
  if (known === undefined)
    store.insertHandedOver(deps.db, {
      id: handedOverID(transactionID),
      createdAt: now,
      organizationID: row.organizationID,
      shipmentID: row.id,
      transactionID,
      providerCode: row.providerCode,
      handOverID: "",
      ...scan,
    });
  else store.updateHandedOver(deps.db, known.id, scan);
  noteChanged(deps, row.id);
}

/**
 * Takes a parcel off the truck whose loading goes on, also when its label was cancelled since, or
 * another label of its shipment is in force.
 *
 * @throws AppError E2192 when it is not on a truck, or on a manifest already.
 */
function takeBack(deps: WriteDeps, actor: Actor, code: string): HandOverScanned {
  const found = findByScan(deps, actor, code);
  const label =
    found === undefined
      ? store.findOpenLabel(deps.db, actor.organizationID, spellingsOf(code))
      : undefined;
  const named = label === undefined ? undefined : findShipmentRow(deps, label.shipmentID);
  const isNamed = named !== undefined && maySee(actor, named);
  const row = isNamed ? named : (found ?? findCancelled(deps, actor, code));
  if (row === undefined) throw refusal("UNKNOWN", undefined, { code: code.slice(0, 60) });
  if (!isNamed) {
    requireOneOrder(deps, actor, row, code);
    requireOneBox(deps, row, code);
  }
  const known = isNamed ? label : findScanned(deps, row, code);
  if (known?.state !== "LOADED") throw refusal("NOT_LOADED", row);
  if (known.handOverID !== "") throw refusal("HANDED_OVER", row, { at: known.scannedAt });
  store.updateHandedOver(deps.db, known.id, {
    updatedAt: deps.now(),
    state: "TAKEN_BACK",
    stationID: deps.db.stationID,
    scannedBy: actor.memberID,
  });
  noteChanged(deps, row.id);
  const carrierName = findCarrierName(deps, known.transactionID);
  const barcode = label?.barcode ?? row.barcode;
  return present(deps, actor, { ...row, barcode }, { step: "takenBack", carrierName });
}

/** Finds the scan of the label in force; for a number, else of any other label of the shipment. */
function findScanned(deps: ReadDeps, row: ShipmentRow, code: string): HandedOverRow | undefined {
  const inForce = store.findHandedOver(deps.db, handedOverID(row.purchaseID ?? ""));
  const isLabel = spellingsOf(code).includes(row.barcode) && row.status !== "CANCELED";
  return isLabel || inForce?.state === "LOADED" ? inForce : store.findNewestOf(deps.db, row.id);
}

function findCancelled(deps: ReadDeps, actor: Actor, code: string): ShipmentRow | undefined {
  const shipmentID = findCancelledLabel(deps.db, actor.organizationID, code);
  const row = shipmentID === undefined ? undefined : findShipmentRow(deps, shipmentID);
  return row !== undefined && maySee(actor, row) ? row : undefined;
}

function present(
  deps: WriteDeps,
  actor: Actor,
  row: ShipmentRow,
  { step, carrierName }: Pick<HandOverScanned, "step" | "carrierName">,
): HandOverScanned {
  const providerCode = row.providerCode;
  const loaded = store.countLoaded(deps.db, {
    organizationID: actor.organizationID,
    providerCode,
    memberID: onlyOf(actor) ?? null,
  });
  return { step, parcel: presentParcel(deps, row), providerCode, carrierName, loaded };
}

function presentParcel(deps: WriteDeps, row: ShipmentRow): HandOverParcel {
  const { recipient } = addressRowsOf(deps, row);
  return {
    shipmentID: row.id,
    number: row.number,
    orderNumber: row.orderNumber,
    recipientName: recipient.name,
    districtName: recipient.districtName,
    cityName: recipient.cityName,
    barcode: row.barcode,
    boxNo: row.boxNo,
  };
}
