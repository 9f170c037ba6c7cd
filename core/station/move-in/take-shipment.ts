/** Takes shipments of another server, newest first, with their labels, scans and orders. */
import { isUuid } from "../../base/ids.ts";
import { isErased } from "../../db/erased.ts";
import { takeNumber, passUsed, shipmentNumbers } from "../../db/number-range.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { movedPurchaseID } from "../../fulfilment/transactions/moved-purchase.ts";
import { movedFacts } from "../../shipping/shipments/moved-facts.ts";
import {
  insertMovedShipment,
  isNumberUsed,
  isShipmentHere,
  organizationOfOrder,
} from "../../shipping/shipments/moved-shipment.ts";
import { changeShipment } from "./change-shipment.ts";
import type { LeftOut, QuestionKind } from "./move-in.schema.ts";
import * as store from "./move-in.store.ts";
import { contentsOf, hasSize, stateOf, wasBought } from "./moved-rows.ts";
import { ALIKE, leftOut, TAKEN, type Moving, type RowKind, type Taken } from "./moving.ts";
import { fetchAddresses } from "./fetch-addresses.ts";
import { shipmentRow, type RemoteShipment } from "./read-rows.ts";
import { addressesOf, ask, buy, findBarcodeConflict } from "./shipment-pieces.ts";

export const shipments: RowKind = {
  kind: "shipments",
  path: (page, size) =>
    `/shipments?limit=${size}&page=${page}&sortBy=${encodeURIComponent("organization_shipment_id desc")}`,
  isPaged: true,
  isOptional: false,
  prepare: fetchAddresses,
  take(moving, entry) {
    const remote = shipmentRow.safeParse(entry).data;
    return remote === undefined ? leftOut("unreadable") : takeShipment(moving, remote);
  },
};

/**
 * Takes a shipment; needs an open transaction.
 *
 * @param how.hasNewNumber Whether it gets a number of this station, because its own is used here.
 */
export function takeShipment(
  moving: Moving,
  remote: RemoteShipment,
  how: { readonly hasNewNumber: boolean } = { hasNewNumber: false },
): Taken {
  const { deps, accountID } = moving;
  const key = { accountID, kind: "shipments" as const, id: remote.id };
  const version = store.findVersion(deps.db, key);
  if (version === remote.updatedAt || isOfThisStation(moving, remote)) return ALIKE;
  // A purchase without an outcome is read again in the next round.
  if (remote.statusCode === "OFFER_ACCEPTED") return leftOut("open");
  if (wasBought(remote) && !hasSize(remote)) return leftOut("unreadable");
  const taken =
    version === undefined
      ? insert(moving, remote, how.hasNewNumber)
      : changeShipment(moving, remote);
  if (taken.result !== "leftOut")
    store.writeVersion(deps.db, { ...key, version: remote.updatedAt, place: "" });
  return taken;
}

/**
 * Returns whether this station made a shipment there to ask for prices: its order is here already.
 */
function isOfThisStation({ deps }: Moving, { order }: RemoteShipment): boolean {
  const key = order?.sourceIdentifier ?? "";
  if (key === "") return false;
  const [shipmentID = "", requestNo] = key.split(":");
  return (
    (requestNo !== undefined && isUuid(shipmentID) && isShipmentHere(deps, shipmentID)) ||
    findJob(deps, "discard", key) !== undefined
  );
}

function insert(moving: Moving, remote: RemoteShipment, hasNewNumber: boolean): Taken {
  const { deps, actor } = moving;
  const { organizationID } = actor;
  if (isErased(deps.db, remote.id)) return ALIKE;
  const conflict = findConflict(moving, remote, hasNewNumber);
  if (conflict !== undefined) return ask(moving, remote, conflict);
  const addresses = addressesOf(moving, remote);
  if (typeof addresses === "string") return leftOut(addresses);
  const isBought = wasBought(remote);
  const facts = movedFacts(
    stateOf(remote, isBought ? movedPurchaseID(remote.id) : null),
    deps.now(),
  );
  if (facts === undefined) return leftOut("state");
  const numbers = shipmentNumbers(organizationID);
  const number = hasNewNumber ? takeNumber(deps.db, numbers) : remote.organizationShipmentID;
  if (!hasNewNumber) passUsed(deps.db, numbers, number);
  const contents = contentsOf(moving, remote, addresses, number);
  insertMovedShipment(deps, {
    ...contents,
    facts,
    purchase: isBought ? buy(moving, remote, addresses, contents) : undefined,
  });
  moving.news.shipmentID = remote.id;
  return TAKEN;
}

type Conflict = Extract<LeftOut & QuestionKind, "elsewhere" | "number" | "barcode">;

function findConflict(
  { deps, actor }: Moving,
  remote: RemoteShipment,
  hasNewNumber: boolean,
): Conflict | undefined {
  const { organizationID } = actor;
  if (isShipmentHere(deps, remote.id)) return "elsewhere";
  const orderID = remote.order?.id ?? "";
  const owner = orderID === "" ? undefined : organizationOfOrder(deps, orderID);
  if (owner !== undefined && owner !== organizationID) return "elsewhere";
  if (wasBought(remote) && findBarcodeConflict({ deps }, remote)) return "barcode";
  return !hasNewNumber && isNumberUsed(deps, organizationID, remote.organizationShipmentID)
    ? "number"
    : undefined;
}
