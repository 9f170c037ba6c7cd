/** Makes a shipment from another: a copy that is sent again, or another box of its order. */
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import {
  createShipment,
  withShipmentNumbers,
  type CreateOptions,
} from "../../shipping/shipments/create-shipment.ts";
import { copyID } from "../../shipping/shipments/joined-order-id.ts";
import { joinedIDs } from "../../shipping/shipments/joined-orders.ts";
import type { Item } from "../../shipping/shipments/shipments.schema.ts";
import {
  findOrderOf,
  findShipmentRow,
  getShipmentRow,
  listShipmentRows,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { weightWithout } from "../../shipping/shipments/joined-weight.ts";
import { copyOfItem, inputOf } from "./copied-input.ts";

/**
 * Created shipments, the requested one first. `transactionIDs` is empty unless the labels were
 * bought.
 */
export type Copies = {
  readonly shipmentIDs: readonly string[];
  readonly transactionIDs: readonly string[];
};

/**
 * Stores the call's Idempotency-Key with the created shipments, in the transaction that creates
 * them.
 */
type Keep = (copies: Copies) => void;

/**
 * Copies a shipment, so that the copy can be sent.
 *
 * @throws AppError E1051, E2131
 */
export async function cloneShipment(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers" | "leases">,
  actor: Actor,
  shipmentID: string,
  keep?: Keep,
): Promise<Copies> {
  return await withShipmentNumbers(deps, actor, 1, () =>
    inTransaction(deps, () => {
      const copies = { shipmentIDs: [cloneOne(deps, actor, shipmentID, {})], transactionIDs: [] };
      keep?.(copies);
      return copies;
    }),
  );
}

/**
 * Creates a copy that replaces a cancelled shipment; needs an open transaction.
 *
 * @returns Id of the copy.
 * @throws AppError E1051, E2131
 */
export function replaceCancelled(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
): string {
  return cloneOne(deps, actor, shipmentID, { insteadOf: shipmentID });
}

/**
 * Creates another box of a stored order. The box gets offers when it is opened, and has no cash on
 * delivery. Needs an open transaction.
 *
 * @returns Id of the new shipment.
 */
export function copyAsBox(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  original: ShipmentRow,
  { items, ...box }: NonNullable<CreateOptions["box"]> & { readonly items: readonly Item[] },
): string {
  const input = inputOf(deps, original, {
    items: items.map(copyOfItem),
    weight: undefined,
    productPaymentOnDelivery: false,
    order: undefined,
  });
  return createShipment(deps, actor, input, {
    box,
    needsEmail: false,
    quote: false,
    anyAddress: true,
  }).id;
}

/**
 * Creates the copy that waits in place of a cancelled shipment, without offers until it is opened;
 * does nothing when the copy exists. Needs an open transaction.
 *
 * @param weightKg Weight of the copy; null: unknown. Default: the weight of the shipment.
 * @throws AppError E2131
 */
export function copyWaiting(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  row: ShipmentRow,
  weightKg?: number | null,
): void {
  const id = copyID(row.id);
  if (findShipmentRow(deps, id) !== undefined) return;
  const weight =
    weightKg === undefined ? {} : { weight: weightKg ?? undefined, massUnit: "kg" as const };
  const { organizationID, createdBy: memberID } = row;
  createShipment(
    deps,
    { organizationID, memberID, role: "admin", via: "desk" },
    inputOf(deps, { ...row, joined: null }, weight),
    { id, needsEmail: false, quote: false, anyAddress: true },
  );
}

function cloneOne(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
  how: Pick<CreateOptions, "insteadOf">,
): string {
  const row = getShipmentRow(deps, actor, shipmentID);
  const { original, weight } = aloneOf(deps, row);
  const order = original.boxNo === 1 ? undefined : findOrderOf(deps, original);
  return createShipment(deps, actor, inputOf(deps, original, weight), {
    ...how,
    ...(order === undefined ? {} : { box: { no: original.boxNo, order } }),
    needsEmail: false,
    quote: true,
    anyAddress: true,
    ...(original.isReturn === 1 && original.originalShipmentID !== null
      ? { isReturnOf: original.originalShipmentID }
      : {}),
  }).id;
}

/** Takes a cancelled shipment without the orders that were packed with it, which wait separately. */
function aloneOf(
  deps: ReadDeps,
  row: ShipmentRow,
): {
  readonly original: ShipmentRow;
  readonly weight: { readonly weight?: number | undefined; readonly massUnit?: "kg" };
} {
  const ids = row.status === "CANCELED" ? joinedIDs(row) : [];
  if (ids.length === 0) return { original: row, weight: {} };
  const kg = weightWithout(row, [...listShipmentRows(deps, ids).values()]);
  return {
    original: { ...row, joined: null },
    weight: { weight: kg ?? undefined, massUnit: "kg" },
  };
}
