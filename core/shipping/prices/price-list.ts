/**
 * Lists the prices of the organization's local carriers for a parcel, without creating a shipment.
 */
import { setImmediate } from "node:timers/promises";
import { errors } from "../../base/errors.ts";
import { amountTexts } from "../../base/money.ts";
import { measureText, volumetricDesi } from "../../base/units.ts";
import { senderCity } from "../addresses/sender-city.ts";
import { type LocalCarrier, type Quote } from "../carriers/carrier.ts";
import { agreementsOf } from "../carriers/agreements.ts";
import {
  priceEnquiry,
  type ConsignedParcel,
  type Consignment,
  type ConsignedPlace,
} from "../carriers/consignment.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { carriersFor } from "../offers/quote-shipment.ts";
import type { ListedOffer, PriceQuery, PriceRow } from "./prices.schema.ts";

const COUNTRY = "TR";
/** Duration of work after which other calls get a turn, ms; thirty agreements make 1,500 prices. */
const SLICE_MS = 5;

/**
 * Lists prices: one row for the parcel of the query. Without sizes, one row for every desi at which
 * the price of an agreement steps, smallest first.
 *
 * @param mostRows Largest number of rows.
 * @throws AppError E2013 for an unknown city.
 */
export async function listPrices(
  deps: Pick<ShippingDeps, "db" | "now" | "geo" | "carriers">,
  actor: Actor,
  query: PriceQuery,
  mostRows = Number.POSITIVE_INFINITY,
): Promise<PriceRow[]> {
  const at = deps.now();
  const from = cityOf(deps, query.fromCityCode) ?? senderCity(deps, actor.organizationID);
  const to = cityOf(deps, query.toCityCode) ?? from;
  const enquiry = {
    organizationID: actor.organizationID,
    from: placeOf(from),
    to: placeOf(to),
    at,
  };
  const carriers = carriersFor(deps, { organizationID: actor.organizationID, test: false }).filter(
    (carrier): carrier is LocalCarrier => carrier.place === "local",
  );
  const row = (desi: number, parcel: ConsignedParcel): PriceRow => ({
    desi: measureText(desi),
    offers: offersOf(carriers, priceEnquiry({ ...enquiry, parcel })),
  });
  const parcel = parcelOf(query);
  if (parcel !== undefined) return [row(desiOf(parcel), parcel)];
  const steps = new Set(
    agreementsOf(deps.carriers, actor.organizationID, at).flatMap((a) => a.desiSteps),
  );
  const rows: PriceRow[] = [];
  let sliceFrom = performance.now();
  for (const desi of [...steps].sort((a, b) => a - b).slice(0, mostRows)) {
    if (performance.now() - sliceFrom > SLICE_MS) {
      await setImmediate();
      sliceFrom = performance.now();
    }
    // The desi of a parcel without a volume is its weight in kg, so the agreements' different
    // divisors have no effect.
    rows.push(row(desi, { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: desi }));
  }
  return rows;
}

/** Makes the parcel of a query; undefined without a size. */
function parcelOf({ length, width, height, weight }: PriceQuery): ConsignedParcel | undefined {
  const sizes = [length, width, height, weight];
  if (sizes.every((n) => n === undefined || n === 0)) return undefined;
  return {
    lengthCm: length ?? 0,
    widthCm: width ?? 0,
    heightCm: height ?? 0,
    weightKg: weight ?? 0,
  };
}

function desiOf({ lengthCm, widthCm, heightCm, weightKg }: ConsignedParcel): number {
  return Math.max(
    volumetricDesi({ length: lengthCm, width: widthCm, height: heightCm }, "cm"),
    weightKg,
  );
}

/**
 * Lists offers, cheapest first. Omits repetitions of a service at the same price, since each
 * account of a carrier quotes the prices of the same card.
 */
function offersOf(carriers: readonly LocalCarrier[], consignment: Consignment): ListedOffer[] {
  const quotes = carriers
    .map((c) => c.quote(consignment))
    .flatMap((outcome) => (outcome.outcome === "done" ? [...outcome.value.quotes] : []))
    .sort(
      (a, b) =>
        a.price.amount - b.price.amount ||
        a.providerServiceCode.localeCompare(b.providerServiceCode),
    );
  const once = new Map(quotes.map((q) => [`${q.providerServiceCode} ${q.price.amount}`, q]));
  return [...once.values()].map(present);
}

function present(quote: Quote): ListedOffer {
  return {
    ...amountTexts(quote.price),
    providerCode: quote.providerCode,
    providerServiceCode: quote.providerServiceCode,
    transportType: quote.transportType ?? "",
  };
}

function cityOf(deps: Pick<ShippingDeps, "geo">, code: string): string | undefined {
  if (code === "") return undefined;
  const city = deps.geo.findCity(COUNTRY, { code });
  if (city === undefined) throw errors.cityNotFound();
  return city.cityCode;
}

function placeOf(cityCode: string): ConsignedPlace {
  return { countryCode: COUNTRY, cityCode, districtID: 0 };
}
