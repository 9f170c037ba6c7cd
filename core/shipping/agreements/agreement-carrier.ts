/**
 * Carriers by agreement, one for each agreement. Such a carrier quotes from the agreement's version
 * in force, offline, and buys by taking the next number of the agreement's barcode ranges.
 */
import { FREE } from "../../base/money.ts";
import { turkishDay } from "../../base/turkish-day.ts";
import { takeFromSeries } from "../../db/number-series.ts";
import type { CachedDb, Db } from "../../db/database.ts";
import {
  createTariffReader,
  findAgreement,
  listAgreements,
  rangesOf,
  type AgreementRow,
  type TariffReader,
  type VersionInForce,
} from "./agreements.service.ts";
import { barcodeOf } from "../carriers/barcode.schema.ts";
import { barcodeShape } from "../carriers/barcode-range.ts";
import { quoteService, type ServiceQuote } from "./quote-service.ts";
import { nextFuelAt, priceInputOf } from "./price-parcel.ts";
import type { Tariff, TariffService } from "./tariff.schema.ts";
import { isUsed } from "./used-barcodes.store.ts";
import { zoneOf } from "./zone-of.ts";
import type { TurkishCalendar } from "../geo/turkish-calendar.ts";
import type { Geo } from "../geo/geo.service.ts";
import {
  isCodedByCarrier,
  isFitting,
  ownAccounts,
  type QuotableAccount,
} from "./agreement-accounts.ts";
import type { KindFacts } from "../carriers/connection.ts";
import type { Carriers, LocalCarrier, Quote, Quotes } from "../carriers/carrier.ts";
import type { Consignment } from "../carriers/consignment.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import { done, refused } from "../carriers/carrier.ts";
import { ineligibleBecause } from "../carriers/ineligible.ts";
import { nameWithCarrier } from "../carriers/service-names.ts";

type Sources = {
  readonly db: CachedDb;
  readonly geo: Geo;
  readonly calendar: TurkishCalendar;
  /** Lists the active accounts of an organization. */
  readonly accountsOf: (organizationID: string) => readonly QuotableAccount[];
  /** Kinds of connections that accounts may have. */
  readonly kinds: readonly KindFacts[];
};

/** Everything that agreements' prices depend on. */
export type Known = Sources & { readonly tariffs: TariffReader };

/** Makes the carriers of all agreements. */
export function createAgreementCarriers(sources: Sources & { readonly db: Db }): Carriers {
  const known = { ...sources, tariffs: createTariffReader(sources.db) };
  const made = new WeakMap<AgreementRow, LocalCarrier>();
  const carrierOf = (row: AgreementRow): LocalCarrier => {
    const carrier = made.get(row) ?? createAgreementCarrier(known, row);
    made.set(row, carrier);
    return carrier;
  };
  return {
    list: (organizationID) => listAgreements(sources.db, organizationID).map(carrierOf),
    find(id) {
      const row = findAgreement(sources.db, id);
      return row === undefined ? undefined : carrierOf(row);
    },
  };
}

function createAgreementCarrier(
  known: Known & { readonly db: Db },
  row: AgreementRow,
): LocalCarrier {
  const { db, tariffs } = known;
  const { id, name, providerCode } = row;
  return {
    id,
    kind: "ratecard",
    name,
    place: "local",
    isSample: row.isSample === 1,
    isOnAccount: row.onAccount === 1,
    get barcodeShape() {
      const [first] = rangesOf({ db }, row);
      return first && barcodeShape(first);
    },
    get ranges() {
      return rangesOf({ db }, row);
    },
    can: new Set(["quote", "buy", "cancel"]),
    quote: (consignment, serviceCode) => done(quoteAgreement(known, row, consignment, serviceCode)),
    agreement(at) {
      const read = tariffs.inForce(id, at)?.read;
      return read?.kind === "tariff"
        ? { id, providerCode, name, desiSteps: stepsOf(read.tariff) }
        : undefined;
    },
    isInForce: (version, at) =>
      row.isActive === 1 && tariffs.inForce(id, at)?.version.id === version,
    buy() {
      const barcode = takeUnused(db, row);
      if (barcode === undefined)
        return refused(
          "E1071",
          `${name} has no barcode numbers left. Nothing was bought. Ask the carrier for a further range, and add it in Settings, Agreements.`,
        );
      return done({
        barcode,
        trackingNumber: barcode,
        trackingUrl: row.trackingUrl.replace("{barcode}", encodeURIComponent(barcode)),
        carrierName: name,
      });
    },
  };
}

/**
 * Takes the next barcode of an agreement that no parcel of this station has. A barcode of an
 * overlapping range is passed over: otherwise each later purchase would be refused by it.
 */
function takeUnused(db: Db, row: AgreementRow): string | undefined {
  for (;;) {
    const taken = takeFromSeries(db, rangesOf({ db }, row));
    if (taken === undefined) return undefined;
    const barcode = barcodeOf(taken.range, taken.n);
    if (!isUsed(db, row.providerCode, barcode)) return barcode;
  }
}

/** Quotes the services of an agreement's version in force. @param serviceCode Absent: all. */
export function quoteAgreement(
  known: Known,
  row: AgreementRow,
  consignment: Consignment,
  serviceCode?: string,
): Quotes {
  const inForce = known.tariffs.inForce(row.id, consignment.at);
  const whole = { providerCode: row.providerCode, providerServiceCode: "", name: row.name };
  const only = (code: Parameters<typeof ineligibleBecause>[1]): Quotes => ({
    quotes: [],
    ineligible: [ineligibleBecause(whole, code)],
  });
  if (inForce === undefined) return only("NOT_IN_FORCE");
  const own = ownAccounts(known, row);
  const hasRange = rangesOf(known, row).length > 0;
  if (!hasRange && !own.some((account) => isCodedByCarrier(known, account)))
    return only("NO_BARCODES");
  const { read } = inForce;
  if (read.kind === "missing") return only("NEEDS_UPDATE");
  if (read.kind === "unreadable") return { quotes: [], ineligible: [] };
  const services = read.tariff.services.filter(
    ({ code }) => serviceCode === undefined || code === serviceCode,
  );
  return services.length === 0
    ? { quotes: [], ineligible: [] }
    : quoteServices(known, row, consignment, inForce, { ...read, services });
}

function quoteServices(
  known: Known,
  row: AgreementRow,
  consignment: Consignment,
  inForce: VersionInForce,
  { tariff, services }: { readonly tariff: Tariff; readonly services: readonly TariffService[] },
): Quotes {
  const quotes: Quote[] = [];
  const ineligible: IneligibleService[] = [];
  const own = ownAccounts(known, row);
  const hasRange = rangesOf(known, row).length > 0;
  const fitting = own.filter(
    (account) =>
      isFitting(known, account, consignment) && (hasRange || isCodedByCarrier(known, account)),
  );
  const day = turkishDay(consignment.at);
  const input = priceInputOf(consignment, day);
  const km = roadDistance(known.geo, consignment);
  const zone = km === undefined ? undefined : zoneOf(tariff.zones, input.from, input.to, km);
  const by = { tariff, providerCode: row.providerCode, zone };
  const fuelAt = nextFuelAt(tariff, day);
  const endsAt =
    fuelAt !== null && (inForce.endsAt === null || fuelAt < inForce.endsAt)
      ? fuelAt
      : inForce.endsAt;
  for (const inTariff of services) {
    const service = { ...inTariff, name: nameWithCarrier(row.name, inTariff.name) };
    const named = {
      providerCode: row.providerCode,
      providerServiceCode: service.code,
      name: service.name,
    };
    if (km === undefined) {
      ineligible.push(ineligibleBecause(named, "ABROAD"));
      continue;
    }
    const quoted = quoteService(known.calendar, by, service, input);
    if ("ineligible" in quoted) {
      ineligible.push(quoted.ineligible);
      continue;
    }
    const made = quotesOf(row, consignment, { own, fitting }, quoted, { ...inForce, endsAt });
    quotes.push(...made);
    if (made.length === 0)
      ineligible.push(
        ineligibleBecause(named, own.length === 0 ? "NEEDS_ACCOUNT" : "NO_FITTING_ACCOUNT"),
      );
  }
  return { quotes, ineligible };
}

/** Makes the quotes of one service: for the agreement, and for each account that fits the order. */
function quotesOf(
  row: AgreementRow,
  consignment: Consignment,
  {
    own,
    fitting,
  }: { readonly own: readonly QuotableAccount[]; readonly fitting: readonly QuotableAccount[] },
  { price, lines, appointments, ...service }: ServiceQuote,
  { version, endsAt }: VersionInForce,
): Quote[] {
  const isFree = consignment.payer === "recipient";
  const paid = (of: ServiceQuote["price"], its: ServiceQuote["lines"]) => ({
    price: isFree ? FREE : of,
    lines: { ...its, version: version.id, ...(isFree ? { recipientPays: of.total } : {}) },
  });
  const quote = {
    ...service,
    ...paid(price, lines),
    providerCode: row.providerCode,
    expiresAt: endsAt,
    appointments: appointments.map((one) => ({
      scheduleDate: one.scheduleDate,
      ...paid(one.price, one.lines),
    })),
  };
  // An organization's own agreement is used through its accounts once it has some; a sample is
  // offered as the marketplace's price too.
  const isWithout = row.needsAccount === 0 && !isFree && (own.length === 0 || row.isSample === 1);
  return [
    ...(isWithout
      ? [
          {
            ...quote,
            providerAccountID: null,
            providerAccountName: null,
            details: row.onAccount === 1 ? { onAccount: true } : {},
          },
        ]
      : []),
    ...fitting.map((account) => ({
      ...quote,
      providerAccountID: account.id,
      providerAccountName: account.name,
      details: { onAccount: account.onAccount },
    })),
  ];
}

/** Finds the road distance, in km; undefined when either place is abroad or its city is unknown. */
function roadDistance(geo: Geo, { sender, recipient }: Consignment): number | undefined {
  const isAbroad = sender.countryCode !== "TR" || recipient.countryCode !== "TR";
  return isAbroad ? undefined : geo.distanceKm(sender.cityCode, recipient.cityCode);
}

function stepsOf({ services }: Tariff): number[] {
  return [...new Set(services.flatMap(({ steps }) => steps.map((step) => step.upToDesi)))].sort(
    (a, b) => a - b,
  );
}
