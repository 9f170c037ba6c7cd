/**
 * Presents offers in the API's shape: a shipment's container of offers, with the currently cheapest
 * and fastest offer.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { z } from "zod";
import { moneyText } from "../../base/money.ts";
import { parseJsonOr } from "../../base/json.ts";
import type { QuoteDetails } from "../carriers/carrier.ts";
import { ineligibleServiceSchema, type IneligibleService } from "../carriers/ineligible.schema.ts";
import { presentLines, priceTexts, recipientPays } from "./offer-price.ts";
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
 * Finds a stored offer, also an expired offer; undefined when the organization has no offer with
 * this id.
 */
export function findStoredOffer(
  deps: ReadDeps,
  organizationID: string,
  id: string,
): StoredOffer | undefined {
  return findOffer(deps.db, organizationID, id);
}

/**
 * Sorts offers by price, then by what the recipient pays, then by duration, then by the date of the appointment; ties by id, so that
 * the order is stable.
 */
export function sortOffers(rows: readonly StoredOffer[]): StoredOffer[] {
  return [...rows].sort(
    (a, b) =>
      a.totalMinor - b.totalMinor ||
      recipientPays(a) - recipientPays(b) ||
      a.estimatedHours - b.estimatedHours ||
      order(a.scheduleDate ?? "", b.scheduleDate ?? "") ||
      order(a.id, b.id),
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Finds the cheapest main offer; undefined when there is none. */
export function cheapestOf(offers: readonly StoredOffer[]): StoredOffer | undefined {
  return sortOffers(offers).find((offer) => offer.parentOfferID === null);
}

/** Lists the offers of the shipment's last rate request, also expired offers and appointments. */
export function listCurrentOffers(deps: ReadDeps, shipmentID: string): StoredOffer[] {
  const request = findRateRequest(deps.db, shipmentID);
  return request === undefined ? [] : listOffers(deps.db, shipmentID, request.requestNo);
}

/**
 * Finds the cheapest main offer of the shipment's last rate request, also an expired offer;
 * undefined when there is none.
 */
export function findCheapestOffer(deps: ReadDeps, shipmentID: string): StoredOffer | undefined {
  return cheapestOf(listCurrentOffers(deps, shipmentID));
}

/**
 * Returns whether every carrier of the shipment's last rate request has answered or has missed its
 * deadline; false before the first rate request.
 */
export function isQuoted(deps: ReadDeps, shipmentID: string): boolean {
  const request = findRateRequest(deps.db, shipmentID);
  return request !== undefined && request.completed >= request.requested;
}

/**
 * Finds the number of the shipment's last rate request; undefined before the first rate request.
 */
export function currentRequestNo(deps: ReadDeps, shipmentID: string): number | undefined {
  return findRateRequest(deps.db, shipmentID)?.requestNo;
}

/**
 * Presents the offers of a rate request.
 *
 * @param request The shipment's last rate request; undefined before a carrier was asked.
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
  const main = rows.filter((r) => r.parentOfferID === null);
  const list = main.map((row) => ({
    ...presentOffer(row, acceptedOfferID),
    subOffer: rows
      .filter((r) => r.parentOfferID === row.id)
      .map((r) => ({ ...bareOffer(r, acceptedOfferID), scheduleDate: r.scheduleDate ?? "" })),
  }));
  // the sort is stable, so the cheaper of two equally fast offers comes first
  const fastest = [...main].sort((a, b) => a.estimatedHours - b.estimatedHours)[0];
  return {
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
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
    id: offer.shipmentID,
    createdAt: offer.createdAt,
    updatedAt: offer.createdAt,
    requestNo: offer.requestNo,
    requested: 1,
    completed: 1,
    ineligible: "[]",
  };
  const only = presentOffers(request, [{ ...offer, parentOfferID: null }], parcel, offer.id);
  if (only === null) throw new Error("a rate request without a container");
  return only;
}

/**
 * Lists the services that made no offer at the shipment's last rate request, with reasons. Empty
 * before the first rate request.
 */
export function listIneligibleServices(deps: ReadDeps, shipmentID: string): IneligibleService[] {
  const request = findRateRequest(deps.db, shipmentID);
  return request === undefined
    ? []
    : parseJsonOr(request.ineligible, z.array(ineligibleServiceSchema), []);
}

/**
 * Returns whether the last rate request found no carrier to ask, and a carrier was added or changed
 * after it.
 *
 * @param carriersSince Time of the last change to a carrier; "" without carriers.
 */
export function hadNoCarrierToAsk(
  deps: ReadDeps,
  shipmentID: string,
  carriersSince: string,
): boolean {
  const request = findRateRequest(deps.db, shipmentID);
  return (
    request !== undefined &&
    request.updatedAt < carriersSince &&
    request.completed >= request.requested &&
    request.ineligible === "[]" &&
    listOffers(deps.db, shipmentID, request.requestNo).length === 0
  );
}

/** Returns the service names of the offers of a shipment's last rate request, by service code. */
export function serviceNames(deps: ReadDeps, shipmentID: string): Record<string, string> {
  const request = findRateRequest(deps.db, shipmentID);
  const rows =
    request === undefined ? [] : sortOffers(listOffers(deps.db, shipmentID, request.requestNo));
  return Object.fromEntries(rows.map((r) => [r.providerServiceCode, r.serviceName]));
}

/**
 * Presents an offer without its sub-offers.
 *
 * @param acceptedOfferID The shipment's bought offer; an offer with this id is marked as accepted.
 */
export function presentOffer(row: StoredOffer, acceptedOfferID: string | null): Offer {
  return { ...bareOffer(row, acceptedOfferID), subOffer: [] };
}

function bareOffer(row: StoredOffer, acceptedOfferID: string | null): Omit<Offer, "subOffer"> {
  const own = row.providerAccountID !== null;
  const pays = recipientPays(row);
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    ...priceTexts(row),
    providerCode: row.providerCode,
    providerServiceCode: row.providerServiceCode,
    providerAccountID: row.providerAccountID,
    averageEstimatedTime: row.estimatedHours * 3_600_000_000_000,
    averageEstimatedTimeHumanReadible: humanHours(row.estimatedHours),
    durationTerms: row.durationTerms,
    rating: row.rating,
    isAccepted: row.id === acceptedOfferID,
    isGlobal: false,
    isC2C: false,
    isMainOffer: row.parentOfferID === null,
    isProviderAccountOffer: own,
    integrationType: "DEFAULT",
    providerAccountOwnerType: own ? "CURRENT_ORGANIZATION" : "",
    providerAccountName: row.providerAccountName,
    ...(isSampleOffer(row) ? { isSample: true as const } : {}),
    ...(paymentOf(row) === "marketplace" ? { paidThere: true as const } : {}),
    ...(pays === 0 ? {} : { recipientPays: moneyText(pays) }),
    ...presentLines(row),
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

/**
 * Finds what pays for an offer's label: the organization's balance; its account at the carrier,
 * which invoices it; or its balance at the marketplace that sells it.
 */
export function paymentOf(
  offer: Pick<StoredOffer, "details">,
): "balance" | "account" | "marketplace" {
  const { onAccount, paidThere } = detailsOf(offer);
  return onAccount === true ? "account" : paidThere === true ? "marketplace" : "balance";
}

/** Returns whether an offer has a sample price. */
export function isSampleOffer(offer: Pick<StoredOffer, "details">): boolean {
  return detailsOf(offer)["isSample"] === true;
}

/** Formats hours: 48 → "02 gün 00 saat". */
function humanHours(hours: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(hours / 24))} gün ${two(hours % 24)} saat`;
}
