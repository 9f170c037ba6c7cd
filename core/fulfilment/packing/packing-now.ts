/**
 * Remembers which order is open at this desk, so that other desks see the order. The fact is kept
 * in memory only, because it is true only while the desk runs.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getMemberByID } from "../../organizations/members.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { Packing } from "./packing.schema.ts";

export type PackingNow = {
  /** Returns the open order; null when no order is open. */
  now(): Packing | null;
  set(packing: Packing | null): void;
  /** Calls `listen` after each change. Returns a function that ends this. */
  onChange(listen: () => void): () => void;
};

/** Creates the state with no open order. */
export function createPackingNow(): PackingNow {
  let open: Packing | null = null;
  const listeners = new Set<() => void>();
  return {
    now: () => open,
    set(packing) {
      // A repeated call keeps the time at which the order was opened.
      if (packing?.shipmentID === open?.shipmentID) return;
      open = packing;
      for (const listen of listeners) listen();
    },
    onChange(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/**
 * Records that the desk's window has opened an order, or has left the open one (null).
 *
 * @throws AppError E1055 for callers other than the desk, E1051 for a shipment that the desk may
 *   not see.
 */
export function notePacking(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  packingNow: PackingNow,
  shipmentID: string | null,
): { packing: Packing | null } {
  if (actor.via !== "desk") throw errors.notAuthorised();
  packingNow.set(shipmentID === null ? null : describe(deps, actor, shipmentID));
  return { packing: packingNow.now() };
}

function describe(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  shipmentID: string,
): Packing {
  const { id, number, orderNumber: order } = getShipmentRow(deps, actor, shipmentID);
  return {
    shipmentID: id,
    number,
    order,
    member: getMemberByID(deps, actor.memberID).name,
    since: deps.now(),
  };
}
