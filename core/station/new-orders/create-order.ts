/**
 * Creates an order that a person types at the desk: a telephone order or a replacement. Two rules
 * differ from POST /shipments: the recipient may have no e-mail address, as in an order file, and
 * an order number is used once.
 */
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { isRepeated, keepRequest } from "../../http/kept-requests.ts";
import { createShipment } from "../../shipping/shipments/create-shipment.ts";
import { findByOrderNumber, findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { StationDeps } from "../deps.ts";
import type { CreatedOrder, NewOrder } from "./new-orders.schema.ts";

/** Source of orders that were typed at a desk. */
const SOURCE = "DESK";

/**
 * Creates the order and asks the carriers for offers. A draft that was sent before returns the
 * order that was created then; needs a free shipment number otherwise.
 *
 * @throws AppError E2165 when the draft was sent before with other contents, or so long ago that its
 * contents are no longer known; E2164 when a visible
 * order has the same number; E1056, E1057, E1067, E1068,
 * E1129 to E1134, E2131
 */
export function createOrder(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers">,
  actor: Actor,
  typed: NewOrder,
): CreatedOrder {
  const { draftID, order, ...input } = typed;
  const id = shipmentIDOf(actor, draftID);
  const before = findShipmentRow(deps, id);
  const request = { memberID: actor.memberID, name: `typed order ${draftID}`, contents: typed };
  if (before !== undefined && !isRepeated(deps, request))
    throw errors.orderDraftCreated(
      `This order was created before, as shipment #${before.number} with other contents. Nothing was created or changed.`,
      { reason: "created", shipmentNumber: before.number },
    );
  if (before !== undefined)
    return { shipmentID: id, shipmentNumber: before.number, isRepeated: true };
  const orderNumber = order?.orderNumber ?? "";
  const taken = findByOrderNumber(deps, actor, orderNumber);
  if (taken !== undefined)
    throw errors.orderNumberTaken(undefined, {
      reason: "taken",
      shipmentNumber: taken.number,
    });
  const { number } = createShipment(
    deps,
    actor,
    {
      test: false,
      returnAddressID: "",
      hidePackageContentOnTag: false,
      metadata: undefined,
      ...input,
      order: order === undefined ? undefined : { ...order, sourceCode: SOURCE },
    },
    { needsEmail: false, quote: true, id },
  );
  keepRequest(deps, request, id);
  return { shipmentID: id, shipmentNumber: number, isRepeated: false };
}

/** Returns whether this draft was created before, so that it needs no shipment number. */
export function isCreated(
  deps: Pick<StationDeps, "db">,
  actor: Actor,
  { draftID }: Pick<NewOrder, "draftID">,
): boolean {
  return findShipmentRow(deps, shipmentIDOf(actor, draftID)) !== undefined;
}

function shipmentIDOf({ organizationID, memberID }: Actor, draftID: string): string {
  return derivedId("typed order", organizationID, memberID, draftID);
}
