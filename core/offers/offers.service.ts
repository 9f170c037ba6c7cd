/** Offers as they are answered: the container of a shipment, its cheapest and fastest at each moment. */
import { z } from "zod";
import { CURRENCY, moneyText } from "../base/money.ts";
import { parseJson } from "../base/json.ts";
import { missingSchema, type Missing } from "../carriers/missing.schema.ts";
import type { Deps } from "../deps.ts";
import type { Offer, Offers } from "./offers.schema.ts";
import { findOffer, findRound, listOffers, sortOffers, type OfferRow, type RoundRow } from "./offers.store.ts";

export { OFFERS_OF_ROUND, ROUNDS_BY_SHIPMENT, sortOffers, type RoundRow } from "./offers.store.ts";
export type StoredOffer = OfferRow;

/** The size texts the container repeats. */
export type ParcelText = { readonly length: string; readonly width: string; readonly height: string; readonly weight: string };

export function findStoredOffer(deps: Deps, organizationID: string, id: string): StoredOffer | undefined {
  return findOffer(deps.db, organizationID, id);
}

/** The cheapest main offer; undefined when there is none. */
export function cheapestOf(offers: readonly StoredOffer[]): StoredOffer | undefined {
  return sortOffers(offers).find((offer) => offer.parent_offer_id === null);
}

/** The shipment's present round, or undefined before anybody was asked. */
export function currentRound(deps: Deps, shipmentID: string): number | undefined {
  return findRound(deps.db, shipmentID)?.round;
}

/**
 * @param round   The present one; undefined before a carrier was asked.
 * @param rows    Of that round, in the order of `sortOffers`.
 * @param acceptedOfferID Marks the accepted one.
 * @returns null before a carrier was asked.
 */
export function presentOffers(round: RoundRow | undefined, rows: readonly StoredOffer[], parcel: ParcelText, acceptedOfferID: string | null): Offers | null {
  if (round === undefined) return null;
  const main = rows.filter((r) => r.parent_offer_id === null);
  const list = main.map((row) => ({
    ...presentOffer(row, acceptedOfferID),
    subOffer: rows.filter((r) => r.parent_offer_id === row.id).map((r) => ({ ...bareOffer(r, acceptedOfferID), scheduleDate: r.schedule_date ?? "" })),
  }));
  const fastest = [...main].sort((a, b) => a.estimated_hours - b.estimated_hours)[0]; // stable: the cheaper of two equally fast
  return {
    createdAt: round.created_at,
    updatedAt: round.updated_at,
    ...parcel,
    cheapest: list[0] ?? null,
    fastest: list.find((o) => o.id === fastest?.id) ?? null,
    list,
    percentageCompleted: round.requested === 0 ? 100 : Math.floor((100 * round.completed) / round.requested),
    totalOffersRequested: round.requested,
    totalOffersCompleted: round.completed,
    allowOfferFallback: false,
  };
}

/** The container where the bought offer is all that is kept: of a one-step purchase, and of one long ago. */
export function offersOfPurchase(offer: StoredOffer, parcel: ParcelText): Offers {
  const round = { shipment_id: offer.shipment_id, created_at: offer.created_at, updated_at: offer.created_at, round: offer.round, requested: 1, completed: 1, missing: "[]" };
  const only = presentOffers(round, [{ ...offer, parent_offer_id: null }], parcel, offer.id);
  if (only === null) throw new Error("a round without a container");
  return only;
}

export function listMissing(deps: Deps, shipmentID: string): Missing[] {
  const round = findRound(deps.db, shipmentID);
  return round === undefined ? [] : parseJson(round.missing, z.array(missingSchema), "what carriers said of the services that made no offer");
}

/** Whether the present round found no carrier that could have answered, and carriers came after it. @param carriersSince "" without any. */
export function nobodyWasAsked(deps: Deps, shipmentID: string, carriersSince: string): boolean {
  const round = findRound(deps.db, shipmentID);
  return round !== undefined && round.updated_at < carriersSince && round.completed >= round.requested && round.missing === "[]" && listOffers(deps.db, shipmentID, round.round).length === 0;
}

/** What people call the services of a shipment's offers, by code. */
export function serviceNames(deps: Deps, shipmentID: string): Record<string, string> {
  const round = findRound(deps.db, shipmentID);
  const rows = round === undefined ? [] : listOffers(deps.db, shipmentID, round.round);
  return Object.fromEntries(rows.map((r) => [r.provider_service_code, r.service_name]));
}

export function presentOffer(row: StoredOffer, acceptedOfferID: string | null): Offer {
  return { ...bareOffer(row, acceptedOfferID), subOffer: [] };
}

/** The price fields in one currency: local and foreign are the same here. */
export function priceTexts(row: Pick<StoredOffer, "amount_minor" | "tax_minor" | "vat_minor" | "total_minor">) {
  const [amount, tax, vat, total] = [row.amount_minor, row.tax_minor, row.vat_minor, row.total_minor].map(moneyText) as [string, string, string, string];
  return {
    amount,
    currency: CURRENCY,
    amountLocal: amount,
    currencyLocal: CURRENCY,
    amountVat: vat,
    amountLocalVat: vat,
    amountTax: tax,
    amountLocalTax: tax,
    totalAmount: total,
    totalAmountLocal: total,
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
  };
}

/** 48 → "02 gün 00 saat". */
function humanHours(hours: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(hours / 24))} gün ${two(hours % 24)} saat`;
}
