/** Finds the other orders of an open order's recipient, and the orders that are packed with it. */
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import {
  findFirstOf,
  joinedIDs,
  listWaitingOfPhone,
  parcelItems,
} from "../../shipping/shipments/joined-orders.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import {
  addressRowsOf,
  findShipmentRow,
  listShipmentRows,
  onlyOf,
  readItems,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { readPackingSettings } from "../packing/packing.service.ts";
import { candidateOf, findRefusal, isWaitingOrder } from "./join-refusal.ts";
import { phoneDigits, recipientKey } from "./recipient-key.ts";
import type { NamedOrder, Together, WaitingTogether } from "./together.schema.ts";

type FindDeps = ReadDeps & Pick<FulfilmentDeps, "settings">;

/** Presents the other orders of a shipment's recipient. */
export function findTogether(deps: FindDeps, actor: Actor, row: ShipmentRow): Together {
  return { waiting: listWaiting(deps, actor, row), ...findPackedTogether(deps, actor, row) };
}

/** Presents the orders in a shipment's parcel, and the parcel that has a cancelled order's items. */
export function findPackedTogether(
  deps: ReadDeps,
  actor: Actor,
  row: ShipmentRow,
): Omit<Together, "waiting"> {
  const firstID = findFirstOf(deps, row);
  const first = firstID === undefined ? undefined : findShipmentRow(deps, firstID);
  return {
    joined: listJoined(deps, row),
    packedWith: first === undefined || !maySee(actor, first) ? null : nameOf(first),
  };
}

function nameOf({ id, number, orderNumber }: ShipmentRow): NamedOrder {
  return { shipmentID: id, number, orderNumber };
}

function listJoined(deps: ReadDeps, row: ShipmentRow): Together["joined"] {
  const ids = joinedIDs(row);
  if (ids.length === 0) return [];
  return [...listShipmentRows(deps, ids).values()]
    .map((other) => ({
      ...nameOf(other),
      itemIDs: readItems(other.items).map(({ id }) => id),
    }))
    .toSorted((a, b) => a.number - b.number);
}

function listWaiting(deps: FindDeps, actor: Actor, row: ShipmentRow): WaitingTogether[] {
  if (!isWaitingOrder(row) || row.isReturn === 1) return [];
  const { recipient } = addressRowsOf(deps, row);
  const digits = phoneDigits(recipient);
  if (digits === undefined) return [];
  const ids = listWaitingOfPhone(deps.db, {
    organizationID: row.organizationID,
    digits,
    districtID: recipient.districtID,
    createdBy: onlyOf(actor) ?? null,
  }).filter((id) => id !== row.id);
  if (ids.length === 0) return [];
  const key = recipientKey(recipient);
  const first = candidateOf(deps, row);
  const { joinApiOrders } = readPackingSettings(deps);
  return [...listShipmentRows(deps, ids).values()]
    .map((other) => candidateOf(deps, other))
    .filter((other) => other.key === key)
    .toSorted((a, b) => a.row.number - b.row.number)
    .map((other) => ({
      ...nameOf(other.row),
      items: parcelItems(other.row).map(({ title, variantTitle, quantity }) => ({
        title,
        variantTitle,
        quantity,
      })),
      refusal: findRefusal(deps, first, other, joinApiOrders) ?? null,
    }));
}
