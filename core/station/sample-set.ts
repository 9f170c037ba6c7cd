/**
 * The sample set: orders and prices for trying out a new station. Sample orders are marked by the
 * source of their order, sample prices by `is_sample`. Deleting the set deletes nothing else.
 */
import type { CarrierShelf } from "../shipping/agreements/carrier-shelf.ts";
import { inTransaction } from "../db/change.ts";
import { withLeases, type ClaimNeed } from "../db/leases.ts";
import { missingClaim } from "../db/shipment-claims.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { createShipment, withShipmentNumbers } from "../shipping/shipments/create-shipment.ts";
import { findImportedOrder, listImportedShipments } from "../shipping/shipments/imported-order.ts";
import type { ShipmentInput } from "../shipping/shipments/shipments.schema.ts";
import { move, type ShipmentStatus } from "../shipping/shipments/status-machine.ts";
import { beginCancel } from "../fulfilment/transactions/cancel-shipment.ts";
import { listLabelPrices } from "../fulfilment/transactions/transactions.service.ts";
import type { SampleSet, SampleStay } from "./station-facts.schema.ts";

/** Source of sample orders; no other order has this source. */
const SOURCE = "packbench-samples";

/**
 * `orders`: the sample orders that ship with the product. No later version may remove an order from
 * this list, because the list finds sample orders that an earlier version has added.
 */
export type Samples = {
  readonly shelf: CarrierShelf;
  readonly orders: () => readonly ShipmentInput[];
};

/** Counts what the station has of the sample set. */
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
 * Adds missing parts: orders that were never added or were deleted, and sample prices when there
 * are no carriers.
 *
 * @throws AppError E1068 without a sender address; in that case nothing is added.
 */
export async function createSampleSet(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers" | "connections" | "leases">,
  actor: Actor,
  samples: Samples,
): Promise<SampleSet> {
  const missing = samples.orders().filter((input) => isMissing(deps, actor, input));
  await withShipmentNumbers(deps, actor, missing.length, () =>
    inTransaction(deps, () => {
      samples.shelf.addSamples(actor.organizationID);
      for (const input of missing) createSample(deps, actor, input);
    }),
  );
  return readSampleSet(deps, actor, samples);
}

/** Returns whether a sample order was never added or was deleted. */
function isMissing(deps: ReadDeps, actor: Actor, input: ShipmentInput): boolean {
  return findImportedOrder(deps, actor, orderOf(input))?.isCancelled ?? true;
}

/** Creates a sample order that is missing; needs an open transaction. */
function createSample(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers">,
  actor: Actor,
  input: ShipmentInput,
): void {
  const known = findImportedOrder(deps, actor, orderOf(input));
  if (known !== undefined && !known.isCancelled) return;
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

/**
 * Deletes the set: cancels sample orders and retires sample prices. Labels bought at sample prices
 * or in test mode are cancelled too and refunded. A sample order stays unchanged when its label has
 * a real price, its purchase is open or the carrier has its parcel. All other orders keep their
 * labels, even labels bought at sample prices.
 */
export async function deleteSampleSet(
  deps: WriteDeps & Pick<StationDeps, "carriers" | "connections" | "leases">,
  actor: Actor,
  samples: Samples,
): Promise<SampleSet> {
  const listEnding = (): OpenSample[] =>
    samples
      .orders()
      .flatMap((order) => openOf(deps, actor, order))
      .filter(({ whyStays }) => whyStays === null);
  const findMissing = (): ClaimNeed | undefined => {
    for (const sample of listEnding().filter(isWaiting)) {
      const claim = missingClaim(deps.db, sample.id);
      if (claim !== undefined) return claim;
    }
    return undefined;
  };
  await withLeases(deps, findMissing, () =>
    inTransaction(deps, () => {
      for (const { id } of listEnding()) beginCancel(deps, actor, id);
      samples.shelf.dropSamples(actor.organizationID);
    }),
  );
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

/**
 * Finds the reason why a sample order is not removed.
 *
 * @returns Why the order stays; null when it is cancelled together with its label.
 */
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
