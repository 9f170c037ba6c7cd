/**
 * Presents offers in the API's shape: a shipment's container of offers, with its current cheapest
 * and fastest.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { z } from "zod";
import { amountTexts, CURRENCY } from "../../base/money.ts";
import { parseJsonOr } from "../../base/json.ts";
import type { QuoteDetails } from "../carriers/carrier.ts";
import { ineligibleServiceSchema, type IneligibleService } from "../carriers/ineligible.schema.ts";
import type { Offer, Offers } from "./offers.schema.ts";
import {
  findOffer,
  findRateRequest,
  listOffers,
  type OfferRow,
  type RateRequestRow,
} from "./offers.store.ts";

export {
  OFFERS_OF_RATE_REQUEST,
  RATE_REQUESTS_BY_SHIPMENT,
  type RateRequestRow,
} from "./offers.store.ts";
export type StoredOffer = OfferRow;

/** Size texts that the container repeats. */
export type ParcelText = {
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly weight: string;
};

/**
 * Finds a stored offer, also an expired one; undefined when the organization has none with this id.
 */
export function findStoredOffer(
  deps: ReadDeps,
  organizationID: string,
  id: string,
): StoredOffer | undefined {
  return findOffer(deps.db, organizationID, id);
}

/**
 * Sorts offers: cheapest first, then fastest; ties by id, so that the order is stable. Sub-offers
 * by date.
 */
export function sortOffers(rows: readonly StoredOffer[]): StoredOffer[] {
  return [...rows].sort(
    (a, b) =>
      a.total_minor - b.total_minor ||
      a.estimated_hours - b.estimated_hours ||
      order(a.schedule_date ?? "", b.schedule_date ?? "") ||
      order(a.id, b.id),
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Finds the cheapest main offer; undefined when there is none. */
export function cheapestOf(offers: readonly StoredOffer[]): StoredOffer | undefined {
  return sortOffers(offers).find((offer) => offer.parent_offer_id === null);
}

/**
 * Finds the cheapest main offer of the shipment's last rate request, also an expired one; undefined
 * when there is none.
 */
export function findCheapestOffer(deps: ReadDeps, shipmentID: string): StoredOffer | undefined {
  const request = findRateRequest(deps.db, shipmentID);
  return request === undefined
    ? undefined
    : cheapestOf(listOffers(deps.db, shipmentID, request.request_no));
}

/**
 * Whether all carriers of the shipment's last rate request have answered; false before the first.
 */
export function isQuoted(deps: ReadDeps, shipmentID: string): boolean {
  const request = findRateRequest(deps.db, shipmentID);
  return request !== undefined && request.completed >= request.requested;
}

/** Finds the number of the shipment's last rate request; undefined before the first. */
export function currentRequestNo(deps: ReadDeps, shipmentID: string): number | undefined {
  return findRateRequest(deps.db, shipmentID)?.request_no;
}

/**
 * Presents the offers of a rate request.
 *
 * @param request The shipment's last one; undefined before a carrier was asked.
 * @param rows Offers of that request, in the order of `sortOffers`.
 * @param acceptedOfferID Marks the accepted offer.
 * @returns Null before a carrier was asked.
 */
export function presentOffers(
  request: RateRequestRow | undefined,
  rows: readonly StoredOffer[],
  parcel: ParcelText,
  acceptedOfferID: string | null,
): Offers | null {
  if (request === undefined) return null;
  const main = rows.filter((r) => r.parent_offer_id === null);
  const list = main.map((row) => ({
    ...presentOffer(row, acceptedOfferID),
    subOffer: rows
      .filter((r) => r.parent_offer_id === row.id)
      .map((r) => ({ ...bareOffer(r, acceptedOfferID), scheduleDate: r.schedule_date ?? "" })),
  }));
  // stable sort: the cheaper of two equally fast offers
  const fastest = [...main].sort((a, b) => a.estimated_hours - b.estimated_hours)[0];
  return {
    createdAt: request.created_at,
    updatedAt: request.updated_at,
    ...parcel,
    cheapest: list[0] ?? null,
    fastest: list.find((o) => o.id === fastest?.id) ?? null,
    list,
    percentageCompleted:
      request.requested === 0 ? 100 : Math.floor((100 * request.completed) / request.requested),
    totalOffersRequested: request.requested,
    totalOffersCompleted: request.completed,
    allowOfferFallback: false,
  };
}

/**
 * Presents a container for a shipment of which only the bought offer is stored: after a one-step
 * purchase, and for old shipments.
 */
export function offersOfPurchase(offer: StoredOffer, parcel: ParcelText): Offers {
  const request = {
    id: offer.shipment_id,
    created_at: offer.created_at,
    updated_at: offer.created_at,
    request_no: offer.request_no,
    requested: 1,
    completed: 1,
    ineligible: "[]",
  };
  const only = presentOffers(request, [{ ...offer, parent_offer_id: null }], parcel, offer.id);
  if (only === null) throw new Error("a rate request without a container");
  return only;
}

/**
 * Lists the services that made no offer at the shipment's last rate request, with reasons. Empty
 * before the first.
 */
export function listIneligibleServices(deps: ReadDeps, shipmentID: string): IneligibleService[] {
  const request = findRateRequest(deps.db, shipmentID);
  return request === undefined
    ? []
    : parseJsonOr(request.ineligible, z.array(ineligibleServiceSchema), []);
}

/**
 * Whether the last rate request found no carrier to ask, and carriers were added after it.
 *
 * @param carriersSince Time of the newest carrier; "" without carriers.
 */
export function hadNoCarrierToAsk(
  deps: ReadDeps,
  shipmentID: string,
  carriersSince: string,
): boolean {
  const request = findRateRequest(deps.db, shipmentID);
  return (
    request !== undefined &&
    request.updated_at < carriersSince &&
    request.completed >= request.requested &&
    request.ineligible === "[]" &&
    listOffers(deps.db, shipmentID, request.request_no).length === 0
  );
}

/** Lists the names of the services of a shipment's offers, by code. */
export function serviceNames(deps: ReadDeps, shipmentID: string): Record<string, string> {
  const request = findRateRequest(deps.db, shipmentID);
  const rows =
    request === undefined ? [] : sortOffers(listOffers(deps.db, shipmentID, request.request_no));
  return Object.fromEntries(rows.map((r) => [r.provider_service_code, r.service_name]));
}

/**
 * Presents an offer without its sub-offers.
 *
 * @param acceptedOfferID The shipment's bought offer, which marks this one when it is the same.
 */
export function presentOffer(row: StoredOffer, acceptedOfferID: string | null): Offer {
  return { ...bareOffer(row, acceptedOfferID), subOffer: [] };
}

/** Formats the price fields; local and foreign currency are the same here. */
export function priceTexts(
  row: Pick<StoredOffer, "amount_minor" | "tax_minor" | "vat_minor" | "total_minor">,
) {
  return {
    ...amountTexts({
      amount: row.amount_minor,
      tax: row.tax_minor,
      vat: row.vat_minor,
      total: row.total_minor,
    }),
    currencyLocal: CURRENCY,
    amountOld: "0.00",
    amountLocalOld: "0.00",
    discountRate: "0.00",
    bonusBalance: "0.00",
  };
}

function bareOffer(row: StoredOffer, acceptedOfferID: string | null): Omit<Offer, "subOffer"> {
  const own = row.provider_account_id !== null;
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.created_at,
    ...priceTexts(row),
    providerCode: row.provider_code,
    providerServiceCode: row.provider_service_code,
    providerAccountID: row.provider_account_id,
    averageEstimatedTime: row.estimated_hours * 3_600_000_000_000,
    averageEstimatedTimeHumanReadible: humanHours(row.estimated_hours),
    durationTerms: row.duration_terms,
    rating: row.rating,
    isAccepted: row.id === acceptedOfferID,
    isGlobal: false,
    isC2C: false,
    isMainOffer: row.parent_offer_id === null,
    isProviderAccountOffer: own,
    integrationType: "DEFAULT",
    providerAccountOwnerType: own ? "CURRENT_ORGANIZATION" : "",
    providerAccountName: row.provider_account_name,
    ...(isSampleOffer(row) ? { isSample: true as const } : {}),
  };
}

/** Carrier data that an offer stores for its purchase. */
export const detailsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/** Reads the carrier data that an offer stores for its purchase. */
export function detailsOf(offer: Pick<StoredOffer, "details">): QuoteDetails {
  return offer.details === "{}" ? {} : parseJsonOr(offer.details, detailsSchema, {});
}

/** Whether the carrier invoices the label, so that the balance does not pay for it. */
export function isPaidOnAccount(
  offer: Pick<StoredOffer, "details" | "provider_account_id">,
): boolean {
  return offer.provider_account_id !== null && detailsOf(offer)["onAccount"] === true;
}

/** Whether an offer has a sample price. */
export function isSampleOffer(offer: Pick<StoredOffer, "details">): boolean {
  return detailsOf(offer)["isSample"] === true;
}

/** Formats hours: 48 → "02 gün 00 saat". */
function humanHours(hours: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(hours / 24))} gün ${two(hours % 24)} saat`;
}
