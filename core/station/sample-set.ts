/**
 * The sample set: orders and prices for trying a new station out. What belongs to it is known by a
 * mark of its own: sample orders by the source of their order, sample prices by `is_sample`.
 * Nothing else goes with it.
 */
import type { CarrierShelf } from "../shipping/carriers/carrier.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { createShipment } from "../shipping/shipments/create-shipment.ts";
import { findImportedOrder, listImportedShipments } from "../shipping/shipments/imported-order.ts";
import type { ShipmentInput } from "../shipping/shipments/shipments.schema.ts";
import { move, type ShipmentStatus } from "../shipping/shipments/status-machine.ts";
import { beginCancel } from "../fulfilment/transactions/cancel-shipment.ts";
import { listLabelPrices } from "../fulfilment/transactions/transactions.service.ts";
import type { SampleSet, SampleStay } from "./station-facts.schema.ts";

/** The source of sample orders, and of no other. */
const SOURCE = "packbench-samples";

/**
 * `orders`: those that ship with the product. An order stays among them for good: by it those that
 * were added are found again.
 */
export type Samples = {
  readonly shelf: CarrierShelf;
  readonly orders: () => readonly ShipmentInput[];
};

/** What of the sample set is here now. */
export function readSampleSet(deps: ReadDeps, actor: Actor, { shelf, orders }: Samples): SampleSet {
  const open = orders().flatMap((order) => openOf(deps, actor, order));
  return {
    waiting: open.filter(isWaiting).length,
    labels: open.filter((one) => !isWaiting(one) && one.whyStays === null).length,
    stays: open.flatMap(({ orderNumber, whyStays: why }) =>
      why === null ? [] : [{ orderNumber, why }],
    ),
    carriers: shelf.list(actor.organizationID).filter(({ isSample }) => isSample).length,
  };
}

/**
 * Adds what is missing: orders that were never added or were thrown away, and sample prices where
 * there are no carriers.
 *
 * @throws AppError E1068 without a sender; nothing was added then.
 */
export function createSampleSet(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers">,
  actor: Actor,
  samples: Samples,
): SampleSet {
  inTransaction(deps, () => {
    samples.shelf.addSamples(actor.organizationID);
    for (const input of samples.orders()) {
      const known = findImportedOrder(deps, actor, orderOf(input));
      if (known !== undefined && !known.isCancelled) continue;
      const order =
        input.order === undefined ? undefined : { ...input.order, sourceIdentifier: SOURCE };
      createShipment(
        deps,
        actor,
        { ...input, order },
        {
          needsEmail: false,
          quote: false,
          imported: { contentHash: "", ...(known === undefined ? {} : { orderID: known.id }) },
        },
      );
    }
  });
  return readSampleSet(deps, actor, samples);
}

/**
 * Throws the set away: sample orders are cancelled, sample prices are retired. Labels at sample
 * prices and of test mode are cancelled along, and their money comes back. Sample orders whose
 * label has a real price, whose purchase is open or whose parcel is with the carrier stay as they
 * are. Other orders keep their labels, also those bought at sample prices.
 */
export function deleteSampleSet(
  deps: WriteDeps & Pick<StationDeps, "carriers">,
  actor: Actor,
  samples: Samples,
): SampleSet {
  inTransaction(deps, () => {
    for (const order of samples.orders()) {
      for (const { id, whyStays } of openOf(deps, actor, order))
        if (whyStays === null) beginCancel(deps, actor, id);
    }
    samples.shelf.dropSamples(actor.organizationID);
  });
  return readSampleSet(deps, actor, samples);
}

type OpenSample = {
  readonly id: string;
  readonly status: ShipmentStatus;
  readonly orderNumber: string;
  readonly whyStays: SampleStay["why"] | null;
};

function openOf(deps: ReadDeps, actor: Actor, input: ShipmentInput): OpenSample[] {
  const order = orderOf(input);
  return listImportedShipments(deps, actor, order).flatMap(({ id, status }) =>
    status === "CANCELED"
      ? []
      : [{ id, status, orderNumber: order.orderNumber, whyStays: whyStays(deps, id, status) }],
  );
}

/** @returns Why the order is not thrown away; null: it is, with its label. */
function whyStays(deps: ReadDeps, id: string, status: ShipmentStatus): SampleStay["why"] | null {
  const labels = listLabelPrices(deps, id);
  if (labels.includes("real")) return "REAL_PRICE";
  if (labels.includes("open")) return "PURCHASE_OPEN";
  return move(status, "cancelled", false) === undefined ? "WITH_CARRIER" : null;
}

function isWaiting({ status }: Pick<OpenSample, "status">): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

function orderOf(input: ShipmentInput): {
  readonly sourceIdentifier: string;
  readonly orderNumber: string;
} {
  return { sourceIdentifier: SOURCE, orderNumber: input.order?.orderNumber ?? "" };
}
