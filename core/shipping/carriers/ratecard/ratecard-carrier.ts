/**
 * Carriers by agreement, one for each rate card. Such a carrier quotes from the card, offline, and
 * buys by taking the next number of the card's barcode range. Parsed cards are cached until their
 * row changes.
 */
import { instant } from "../../../base/units.ts";
import { parseJsonOr } from "../../../base/json.ts";
import type { NumberRange } from "../../../db/leases.ts";
import { takeNumber } from "../../../db/number-range.ts";
import type { Db } from "../../../db/database.ts";
import type { Geo } from "../../geo/geo.service.ts";
import type { Carriers, LocalCarrier, Quote, Quotes } from "../carrier.ts";
import type { Consignment } from "../consignment.ts";
import type { IneligibleService } from "../ineligible.schema.ts";
import { done, ineligibleBecause, refused } from "../carrier.ts";
import { priceParcel, rateInputOf } from "./price-parcel.ts";
import { rateCardSchema, type RateCard } from "./rate-card.schema.ts";
import {
  findRateCard,
  listActiveRateCards,
  readCard,
  type RateCardHead,
} from "./rate-cards.store.ts";

/** Fields of a provider account on which quotes depend. */
type Account = {
  readonly id: string;
  readonly name: string;
  readonly providerCode: string;
  readonly rateCardID: string | null;
  readonly onAccount: boolean;
};

type Sources = {
  readonly db: Db;
  readonly geo: Geo;
  /** Lists the active accounts of an organization. */
  readonly accountsOf: (organizationID: string) => readonly Account[];
};

/** Makes the carriers of all rate cards. */
export function createRateCardCarriers(sources: Sources): Carriers {
  const known = new Map<string, { readonly updatedAt: string; readonly carrier: LocalCarrier }>();
  /**
   * Creates the carrier of a card; undefined for an unreadable card, so that the other cards still
   * quote.
   */
  const carrierOf = (row: RateCardHead): LocalCarrier | undefined => {
    const kept = known.get(row.id);
    if (kept?.updatedAt === row.updatedAt) return kept.carrier;
    const card = parseJsonOr(readCard(sources.db, row.id), rateCardSchema, undefined);
    if (card === undefined) return undefined;
    const carrier = createRateCardCarrier(sources, row.id, card);
    known.set(row.id, { updatedAt: row.updatedAt, carrier });
    return carrier;
  };
  return {
    list: (organizationID) =>
      listActiveRateCards(sources.db, organizationID).flatMap((row) => carrierOf(row) ?? []),
    find(id) {
      const row = findRateCard(sources.db, id);
      return row === undefined ? undefined : carrierOf(row);
    },
  };
}

function createRateCardCarrier(
  { db, geo, accountsOf }: Sources,
  id: string,
  card: RateCard,
): LocalCarrier {
  return {
    id,
    kind: "ratecard",
    name: card.carrierName,
    place: "local",
    isSample: card.isSample,
    barcodeShape: card.barcode.prefix + "0".repeat(String(card.barcode.first).length),
    barcodePrefix: card.barcode.prefix,
    numbers: numbersOf(card),
    can: new Set(["quote", "buy", "cancel"]),
    quote(consignment) {
      if (!inForce(card, consignment.at)) return done({ quotes: [], ineligible: [] });
      const own = ownAccounts(
        db,
        consignment.organizationID,
        { id, providerCode: card.providerCode },
        accountsOf,
      );
      return done(quoteByCard(card, consignment, own, roadDistance(geo, consignment)));
    },
    agreement: (at) =>
      inForce(card, at)
        ? { id, providerCode: card.providerCode, name: card.carrierName, desiSteps: stepsOf(card) }
        : undefined,
    buy() {
      const n = takeNumber(db, numbersOf(card));
      if (n > card.barcode.last)
        return refused(
          "E1071",
          `${card.carrierName} has no barcode numbers left. Nothing was bought. Ask the carrier for a new range.`,
        );
      const barcode = card.barcode.prefix + String(n);
      return done({
        barcode,
        trackingNumber: barcode,
        trackingUrl: card.trackingUrl.replace("{barcode}", encodeURIComponent(barcode)),
        carrierName: card.carrierName,
      });
    },
  };
}

function quoteByCard(
  card: RateCard,
  consignment: Consignment,
  own: readonly Account[],
  km: number | undefined,
): Quotes {
  const quotes: Quote[] = [];
  const ineligible: IneligibleService[] = [];
  const request = rateInputOf(consignment);
  for (const service of card.services) {
    const priced = priceParcel(card, service, request, km);
    if ("ineligible" in priced) {
      ineligible.push(priced.ineligible);
      continue;
    }
    const base = {
      ...priced.quote,
      expiresAt: card.validTo === null ? null : instant(card.validTo),
      details: {},
    };
    if (!card.needsAccount)
      quotes.push({ ...base, providerAccountID: null, providerAccountName: null });
    else if (own.length === 0)
      ineligible.push(
        ineligibleBecause(
          {
            providerCode: card.providerCode,
            providerServiceCode: service.code,
            name: service.name,
          },
          "NEEDS_ACCOUNT",
        ),
      );
    for (const account of own)
      quotes.push({
        ...base,
        providerAccountID: account.id,
        providerAccountName: account.name,
        details: { onAccount: account.onAccount },
      });
  }
  return { quotes, ineligible };
}

/**
 * Finds the accounts that use this card: accounts that name the card, and, if this is the carrier's
 * first card, also accounts that name no card.
 */
function ownAccounts(
  db: Db,
  organizationID: string,
  card: { id: string; providerCode: string },
  accountsOf: Sources["accountsOf"],
): Account[] {
  const accounts = accountsOf(organizationID).filter(
    (account) => account.providerCode === card.providerCode,
  );
  if (accounts.length === 0) return accounts;
  const first = listActiveRateCards(db, organizationID).find(
    (row) => row.providerCode === card.providerCode,
  )?.id;
  return accounts.filter((account) => (account.rateCardID ?? first) === card.id);
}

/** Finds the road distance, in km; undefined when either place is abroad or its city is unknown. */
function roadDistance(geo: Geo, { sender, recipient }: Consignment): number | undefined {
  const isAbroad = sender.countryCode !== "TR" || recipient.countryCode !== "TR";
  return isAbroad ? undefined : geo.distanceKm(sender.cityCode, recipient.cityCode);
}

/**
 * Returns the range of a card's barcodes. Cards with the same range share its numbers, for example
 * the cards of two organizations of this station, or the cards of an agreement and of its
 * successor.
 */
function numbersOf({ providerCode, barcode: { prefix, first, last } }: RateCard): NumberRange {
  return { range: `barcode:${providerCode} ${prefix} ${first}`, first, end: last };
}

function stepsOf(card: RateCard): number[] {
  return [...new Set(card.services.flatMap((s) => s.steps.map((step) => step.upToDesi)))].sort(
    (a, b) => a - b,
  );
}

function inForce(card: RateCard, at: string): boolean {
  return card.validFrom <= at && (card.validTo === null || at < card.validTo);
}
