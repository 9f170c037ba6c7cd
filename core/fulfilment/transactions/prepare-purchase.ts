/**
 * Prepares purchases. Each round plans them from the stored rows, finds the first thing that they
 * lack, and obtains it; the next round plans again. The checks have this order: prices of remote
 * carriers, the claim on the shipment, numbers, a measured label, money. A plan that lacks nothing
 * is reserved in the same turn of the event loop, so no other call can use up the numbers and the
 * money or change the rows that the plan has read.
 */
import { errors, isAppError } from "../../base/errors.ts";
import { MOST_LEASES, notLeased, type LeaseNeed } from "../../db/leases.ts";
import { missingNumbers } from "../../db/number-blocks.ts";
import { shipmentNumbers } from "../../db/number-range.ts";
import { missingInSeries, peekSeries } from "../../db/number-series.ts";
import { inSharedTransaction, readBefore } from "../../db/shared-transaction.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findUnmeasured, measureLabel, type UnmeasuredLabel } from "../../labels/label-fit.ts";
import { labelModel } from "../../labels/label-model.ts";
import { missingMoney } from "../../organizations/ledger/ledger.service.ts";
import { getLabelSettings } from "../../organizations/organizations.service.ts";
import { labelPapers } from "../../printing/printers.ts";
import { barcodeOf } from "../../shipping/carriers/barcode.schema.ts";
import { barcodeShape } from "../../shipping/carriers/barcode-range.ts";
import type { Carrier, RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import type { Consignment } from "../../shipping/carriers/consignment.ts";
import type { FrozenRule } from "../../shipping/offers/chosen-rule.schema.ts";
import { paymentOf, type StoredOffer } from "../../shipping/offers/offers.service.ts";
import { askNow } from "../../shipping/offers/quote-job.ts";
import type { CarrierAnswer } from "../../shipping/offers/make-offers.ts";
import { consign, requirePersons } from "../../shipping/shipments/consign-shipment.ts";
import { freezePurchase } from "../../shipping/shipments/stored-snapshot.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { isSoldByAsking } from "./seller.ts";

/**
 * An offer that can be bought, with its shipment. A draft gets its shipment number when the
 * purchase is reserved.
 */
export type PlannedPurchase = {
  readonly shipment: Consigned;
  readonly offer: StoredOffer;
  readonly carrier: Carrier;
  /** The rule that chose the offer; null when a person or a program chose it. */
  readonly rule: FrozenRule | null;
};

/**
 * Everything that is decided before the transaction. `newShipments`: number of shipments that the
 * transaction creates.
 */
export type PurchasePlan<Planned extends PlannedPurchase = PlannedPurchase> = {
  readonly kind: "plan";
  readonly newShipments: number;
  readonly purchases: readonly Planned[];
};

/** Prices of remote carriers are missing: no local carrier makes an offer for the shipment. */
export type MissingPrices = {
  readonly kind: "prices";
  readonly carriers: readonly RemoteCarrier[];
  readonly consignment: Consignment;
};

/**
 * Prices, leases or a measurement that must be obtained before the purchase can be planned or
 * reserved.
 */
type Missing = MissingPrices | LeaseNeed | UnmeasuredLabel;

export type CallerCheck = {
  /**
   * Throws when the caller has disconnected, so that nothing is bought for this call; the caller's
   * retry buys. Called after each wait.
   */
  readonly requireCaller?: (() => Promise<void>) | undefined;
};

type PurchaseCall<P extends PurchasePlan, T> = CallerCheck & {
  /**
   * Reads and decides; writes nothing.
   *
   * @param answers Prices that remote carriers have given; undefined before they are asked.
   */
  readonly plan: (answers: readonly CarrierAnswer[] | undefined) => P | Missing;
  /** Writes the plan; needs an open transaction. */
  readonly reserve: (plan: P) => T;
};

/**
 * Obtains what purchases need, then reserves them in one shared transaction.
 *
 * @throws AppError E2131, E2132, E2134 when the hub is not reached or cannot lease; E2057, E1072
 *   for a label that does not fit on the desk's paper; the errors of `plan` and `reserve`. Nothing
 *   was bought.
 */
export async function reserveWhenReady<P extends PurchasePlan, T>(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "labels" | "leases" | "connections">,
  { organizationID }: Actor,
  { plan, reserve, requireCaller }: PurchaseCall<P, T>,
): Promise<T> {
  let answers: readonly CarrierAnswer[] | undefined;
  const measured = new Set<string>();
  for (let leases = 0; ;) {
    const planned = readBefore(deps, () => {
      const made = plan(answers);
      return made.kind === "plan"
        ? (findMissing(deps, organizationID, made, measured) ?? made)
        : made;
    });
    if (planned.kind === "plan") return await inSharedTransaction(deps, () => reserve(planned));
    if (planned.kind === "prices")
      answers = await askNow(deps, planned.carriers, planned.consignment);
    else if (planned.kind === "label") await measureLabel(deps.labels, planned, measured);
    else {
      leases += 1;
      if (leases > MOST_LEASES || !(await obtain(deps, planned))) throw notLeased(planned);
    }
    await requireCaller?.();
  }
}

/**
 * Obtains a lease, like `Leases.obtain`.
 *
 * @returns True also when a range of barcodes has ended: this station knows it then, and the next
 *   plan takes the carrier's further range, or is refused with E1071.
 */
async function obtain(
  { leases }: Pick<FulfilmentDeps, "leases">,
  need: LeaseNeed,
): Promise<boolean> {
  try {
    return await leases.obtain(need);
  } catch (error) {
    if (isAppError(error, "barcodeNotCreated")) return true;
    throw error;
  }
}

/**
 * Plans the purchase of an offer.
 *
 * @throws AppError E1064 when the offer's carrier is gone; E1133, E2055 for erased persons; E2185.
 */
export function planPurchase(
  deps: Pick<FulfilmentDeps, "carriers" | "connections" | "now">,
  shipment: Consigned,
  offer: StoredOffer,
  rule: FrozenRule | null = null,
): PlannedPurchase {
  const carrier = deps.carriers.find(offer.carrierID);
  if (carrier === undefined)
    throw errors.offerNotFound(
      "The carrier of this offer is no longer set up. Ask for new offers.",
    );
  requirePersons(shipment);
  if (carrier.isSample !== true) requireTakes(deps, shipment, offer);
  return { shipment, offer, carrier, rule };
}

/**
 * Requires that the carrier would take the parcel at its announcement, as far as this can be known.
 *
 * @throws AppError E2185 that names the field to correct.
 */
function requireTakes(
  { connections, now }: Pick<FulfilmentDeps, "connections" | "now">,
  shipment: Consigned,
  { providerAccountID }: StoredOffer,
): void {
  const connection = providerAccountID === null ? undefined : connections.find(providerAccountID);
  if (connection?.check === undefined) return;
  const consignment = consign(shipment, now());
  const refusal = consignment === undefined ? undefined : connection.check(consignment);
  if (refusal === undefined) return;
  const { field, reason } = refusal;
  throw errors.carrierWouldRefuse(
    `${connection.name} would not take this parcel: ${reason} Nothing was bought.`,
    { carrier: connection.name, field, words: reason },
  );
}

type MissingDeps = WriteDeps & Pick<FulfilmentDeps, "settings" | "connections">;

/** Finds the first thing that a plan lacks. */
function findMissing(
  deps: MissingDeps,
  organizationID: string,
  { newShipments, purchases }: PurchasePlan,
  measured: ReadonlySet<string>,
): LeaseNeed | UnmeasuredLabel | undefined {
  const fromBalance = purchases
    .filter(({ offer }) => paymentOf(offer) === "balance")
    .map(({ offer }) => offer.totalMinor);
  return (
    missingNumbers(deps.db, shipmentNumbers(organizationID), newShipments) ??
    firstOf(purchases, (purchase) => missingBarcodes(deps, purchase, purchases)) ??
    firstOf(purchases, (purchase) => unmeasuredLabel(deps, purchase, measured)) ??
    (fromBalance.length === 0
      ? undefined
      : missingMoney(
          deps,
          organizationID,
          fromBalance.reduce((sum, total) => sum + total),
        ))
  );
}

function firstOf<T>(
  purchases: readonly PlannedPurchase[],
  find: (purchase: PlannedPurchase) => T | undefined,
): T | undefined {
  for (const purchase of purchases) {
    const found = find(purchase);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds the barcodes that all purchases of one range lack together. */
function missingBarcodes(
  deps: MissingDeps,
  { carrier, offer }: PlannedPurchase,
  purchases: readonly PlannedPurchase[],
): LeaseNeed | undefined {
  if (carrier.place === "remote" || isSoldByAsking(deps, carrier, offer)) return undefined;
  const names = new Set(carrier.ranges.map(({ range }) => range));
  const count = purchases.filter(
    (other) =>
      other.carrier.place === "local" &&
      !isSoldByAsking(deps, other.carrier, other.offer) &&
      other.carrier.ranges.some(({ range }) => names.has(range)),
  ).length;
  return missingInSeries(deps.db, carrier.ranges, count);
}

/** Placeholder with the length of most carriers' barcodes. */
const UNKNOWN_BARCODE = "0000000000000";

/** Makes the barcode that a purchase would get now. */
function nextBarcode({ db }: MissingDeps, carrier: Carrier): string {
  if (carrier.place === "remote") return UNKNOWN_BARCODE;
  const next = peekSeries(db, carrier.ranges);
  return next === undefined
    ? (carrier.barcodeShape ?? UNKNOWN_BARCODE)
    : barcodeOf(next.range, next.n);
}

function unmeasuredLabel(
  deps: MissingDeps,
  { shipment, offer, carrier }: PlannedPurchase,
  measured: ReadonlySet<string>,
): UnmeasuredLabel | undefined {
  const longestBarcode =
    carrier.place === "remote" || carrier.ranges.length === 0
      ? UNKNOWN_BARCODE.length
      : Math.max(...carrier.ranges.map((range) => barcodeShape(range).length));
  return findUnmeasured(
    deps,
    { recipient: shipment.addresses.recipient, longestBarcode },
    {
      papers: labelPapers,
      barcode: () => nextBarcode(deps, carrier),
      model: (barcode) => {
        const labels = getLabelSettings(deps.db, shipment.columns.organizationID);
        const snapshot = freezePurchase(deps, { shipment, offer, carrier, labels });
        // the logo is not needed, because labels leave it out when space is short
        return labelModel(snapshot, { carrierName: carrier.name, barcode }, null);
      },
    },
    measured,
  );
}
