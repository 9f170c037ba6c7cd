/**
 * Carriers by agreement: quotes from rate cards kept as data, offline, and buys by taking the next number of the
 * card's barcode range. Parsed cards are kept until their row changes.
 */
import { AppError } from "../../base/errors.ts";
import { takeNumber } from "../../db/number-range.ts";
import type { Db } from "../../db/database.ts";
import type { Geo } from "../../geo/geo.service.ts";
import type { LocalCarrier, Quote } from "../carrier.ts";
import { missingBecause } from "../missing.ts";
import type { Missing } from "../missing.schema.ts";
import { priceParcel } from "./price-parcel.ts";
import { rateCardSchema, type RateCard } from "./rate-card.schema.ts";
import { findRateCard, listActiveRateCards, readCard, type RateCardHead } from "./rate-cards.store.ts";

/** An organization's own account at a carrier, as far as prices need it. */
export type Account = { readonly id: string; readonly name: string; readonly providerCode: string; readonly rateCardID: string | null; readonly onAccount: boolean };

/** @param accountsOf The active accounts of an organization. */
export function createRateCardCarrier(db: Db, geo: Geo, accountsOf: (organizationID: string) => readonly Account[]): LocalCarrier {
  const parsed = new Map<string, { updatedAt: string; card: RateCard }>();
  const cardOf = (row: RateCardHead): RateCard => {
    const known = parsed.get(row.id);
    if (known?.updatedAt === row.updated_at) return known.card;
    const card = rateCardSchema.parse(JSON.parse(readCard(db, row.id)));
    parsed.set(row.id, { updatedAt: row.updated_at, card });
    return card;
  };

  return {
    kind: "ratecard",
    place: "local",
    quote(request) {
      const quotes: Quote[] = [];
      const missing: Missing[] = [];
      const abroad = request.from.countryCode !== "TR" || request.to.countryCode !== "TR";
      const km = abroad ? undefined : geo.distanceKm(request.from.cityCode, request.to.cityCode);
      const accounts = accountsOf(request.organizationID);
      const rows = listActiveRateCards(db, request.organizationID);
      for (const row of rows) {
        const card = cardOf(row);
        if (!inForce(card, request.at)) continue;
        const own = accounts.filter((a) => a.providerCode === card.providerCode && (a.rateCardID ?? firstCardOf(rows, card.providerCode)) === row.id);
        for (const service of card.services) {
          const priced = priceParcel(card, service, request, km);
          if ("missing" in priced) {
            missing.push(priced.missing);
            continue;
          }
          const base = { ...priced.quote, expiresAt: (card.validTo as Quote["expiresAt"]) ?? null, details: { rateCardID: row.id } };
          if (!card.needsAccount) quotes.push({ ...base, providerAccountID: null, providerAccountName: null });
          else if (own.length === 0) missing.push(missingBecause({ providerCode: card.providerCode, providerServiceCode: service.code, name: service.name }, "NEEDS_ACCOUNT"));
          for (const account of own) quotes.push({ ...base, providerAccountID: account.id, providerAccountName: account.name, details: { ...base.details, onAccount: account.onAccount } });
        }
      }
      return { quotes, missing };
    },
    agreements(organizationID, at) {
      return listActiveRateCards(db, organizationID)
        .map((row) => ({ id: row.id, card: cardOf(row) }))
        .filter(({ card }) => inForce(card, at))
        .map(({ id, card }) => ({ id, providerCode: card.providerCode, name: card.carrierName, desiSteps: stepsOf(card) }));
    },
    buy(request) {
      const row = findRateCard(db, String(request.details["rateCardID"]));
      if (row === undefined) throw new AppError("E1064", "The price agreement of this offer is gone. Ask for new offers.");
      const card = cardOf(row);
      const n = takeNumber(db, rangeOf(card), card.barcode.first);
      if (n > card.barcode.last) throw new AppError("E1071", `${card.carrierName} has no barcode numbers left. Nothing was bought. Ask the carrier for a new range.`);
      const barcode = card.barcode.prefix + String(n);
      return {
        barcode,
        trackingNumber: barcode,
        trackingUrl: card.trackingUrl.replace("{barcode}", encodeURIComponent(barcode)),
        carrierName: card.carrierName,
      };
    },
  };
}

/** Cards with the same range share its numbers: two organizations of this station, or an agreement and the one that follows it. */
function rangeOf({ providerCode, barcode }: RateCard): string {
  return `barcode:${providerCode} ${barcode.prefix} ${barcode.first}`;
}

function stepsOf(card: RateCard): number[] {
  return [...new Set(card.services.flatMap((s) => s.steps.map((step) => step.upToDesi)))].sort((a, b) => a - b);
}

function inForce(card: RateCard, at: string): boolean {
  return card.validFrom <= at && (card.validTo === null || at < card.validTo);
}

function firstCardOf(rows: readonly RateCardHead[], providerCode: string): string | undefined {
  return rows.find((r) => r.provider_code === providerCode)?.id;
}
