/**
 * The sample set: orders and prices for trying a new station out. What belongs to it is known by a mark of its own:
 * sample orders by the source of their order, sample prices by `is_sample`. Nothing else goes with it.
 */
import { AppError } from "../base/errors.ts";
import type { CarrierShelf } from "../carriers/carrier.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { createShipment } from "../shipments/create-shipment.ts";
import { findImportedOrder, listImportedShipments } from "../shipments/imported-order.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";
import { beginCancel } from "../transactions/cancel-shipment.ts";
import type { SampleSet } from "./station-facts.schema.ts";

/** The source of sample orders, and of no other. */
const SOURCE = "packbench-samples";

/** `orders`: those that ship with the product. An order stays among them for good: by it those that were added are found again. */
export type Samples = { readonly shelf: CarrierShelf; readonly orders: () => readonly ShipmentInput[] };

/** What of the sample set is here now. */
export function readSampleSet(deps: Deps, actor: Actor, { shelf, orders }: Samples): SampleSet {
  const open = orders().flatMap((order) => openOf(deps, actor, order));
  return {
    waiting: open.filter(isWaiting).length,
    bought: open.filter((one) => !isWaiting(one)).map(({ orderNumber }) => orderNumber),
    carriers: shelf.list(actor.organizationID).filter(({ isSample }) => isSample).length,
  };
}

/**
 * Adds what is missing: orders that were never added or were thrown away, and sample prices where there are no carriers.
 *
 * @throws AppError E1068 without a sender; nothing was added then.
 */
export function createSampleSet(deps: Deps, actor: Actor, samples: Samples): SampleSet {
  inTransaction(deps, () => {
    samples.shelf.addSamples(actor.organizationID);
    for (const input of samples.orders()) {
      const known = findImportedOrder(deps, actor, orderOf(input));
      if (known !== undefined && !known.isCancelled) continue;
      const order = input.order === undefined ? undefined : { ...input.order, sourceIdentifier: SOURCE };
      createShipment(deps, actor, { ...input, order }, { needsEmail: false, quote: false, imported: { contentHash: "", ...(known === undefined ? {} : { orderID: known.id }) } });
    }
  });
  return readSampleSet(deps, actor, samples);
}

/**
 * Throws the set away whole, or nothing of it: sample orders are cancelled, sample prices are retired. Other orders that
 * were bought at sample prices keep their labels, which can still be cancelled.
 *
 * @throws AppError E2085 while a sample order has a label in force, or its purchase is open.
 */
export function deleteSampleSet(deps: Deps, actor: Actor, samples: Samples): SampleSet {
  inTransaction(deps, () => {
    const { bought } = readSampleSet(deps, actor, samples);
    if (bought.length > 0) throw new AppError("E2085", `These sample orders have labels: ${bought.join(", ")}. Cancel those labels first; their money comes back. Nothing was thrown away.`, { orders: bought.join(", ") });
    for (const order of samples.orders()) for (const { id } of openOf(deps, actor, order)) beginCancel(deps, actor, id);
    samples.shelf.dropSamples(actor.organizationID);
  });
  return readSampleSet(deps, actor, samples);
}

type OpenSample = { readonly id: string; readonly status: string; readonly orderNumber: string };

function openOf(deps: Deps, actor: Actor, input: ShipmentInput): OpenSample[] {
  const order = orderOf(input);
  return listImportedShipments(deps, actor, order).flatMap(({ id, status }) => (status === "CANCELED" ? [] : [{ id, status, orderNumber: order.orderNumber }]));
}

function isWaiting({ status }: OpenSample): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

function orderOf(input: ShipmentInput): { readonly sourceIdentifier: string; readonly orderNumber: string } {
  return { sourceIdentifier: SOURCE, orderNumber: input.order?.orderNumber ?? "" };
}
