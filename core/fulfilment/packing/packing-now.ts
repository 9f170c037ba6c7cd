/**
 * Which order is open at this desk, for the other desks to see. In memory alone: it is true for as
 * long as the desk runs.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getMemberByID } from "../../organizations/members.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { Packing } from "./packing.schema.ts";

export type PackingNow = {
  /** @returns Null when no order is open. */
  now(): Packing | null;
  set(packing: Packing | null): void;
  /** Called after each change. @returns How to stop. */
  onChange(listen: () => void): () => void;
};

/** No order is open. */
export function createPackingNow(): PackingNow {
  let open: Packing | null = null;
  const listeners = new Set<() => void>();
  return {
    now: () => open,
    set(packing) {
      // Said twice, it is open since the first time.
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
 * The desk's window has opened an order, or has left the one that was open (null).
 * @throws AppError E1055 for anyone but the desk, E1051 for a shipment that it may not see.
 */
export function notePacking(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  board: PackingNow,
  shipmentID: string | null,
): { packing: Packing | null } {
  if (actor.via !== "desk") throw errors.notAuthorised();
  board.set(shipmentID === null ? null : describe(deps, actor, shipmentID));
  return { packing: board.now() };
}

function describe(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  shipmentID: string,
): Packing {
  const { id, number, order_number: order } = getShipmentRow(deps, actor, shipmentID);
  return {
    shipmentID: id,
    number,
    order,
    member: getMemberByID(deps, actor.memberID).name,
    since: deps.now(),
  };
}
