/** Agreements and tariffs for tests. */
import { instant } from "../../core/base/units.ts";
import type { AgreementRow } from "../../core/shipping/agreements/agreements.store.ts";
import {
  createAgreement,
  createVersion,
  type NewAgreement,
} from "../../core/shipping/agreements/make-agreement.ts";
import {
  rulesOf,
  type Tariff,
  type TariffInput,
  type TariffService,
} from "../../core/shipping/agreements/tariff.schema.ts";
import type { Station } from "./station.ts";

/** Makes a service without limits and extras: 100.00 up to 5 desi, 10.00 for each desi above. */
export function plainService(change: Partial<TariffService> = {}): TariffService {
  return {
    code: "GERCEK_STANDART",
    name: "Gerçek",
    transportType: "ROAD",
    rating: 4,
    durationTerms: "1-3 iş günü",
    promise: { days: [1], sameDayHours: 8, cutOff: "17:00", onSaturdays: false, onSundays: false },
    file: null,
    steps: [{ upToDesi: 5, prices: [10_000] }],
    perExtraDesi: { prices: [1_000], isExact: false },
    maxDesi: null,
    maxKg: null,
    maxSideCm: null,
    maxSidesCm: null,
    minimum: 0,
    discountPpm: 0,
    collects: "also",
    toProvinces: null,
    notServed: { provinces: [], districtIDs: [] },
    appointments: null,
    ...change,
  };
}

/** Makes a tariff with one plain service, without zones. */
export function plainTariff(change: Partial<Omit<Tariff, "needs" | "format">> = {}): Tariff {
  const tariff = {
    format: 2 as const,
    desiDivisor: 3000,
    rounding: { step: 1, direction: "up" as const },
    zones: { by: "none" as const },
    services: [plainService()],
    fuel: [],
    extras: [],
    returnPpm: 1_000_000,
    tax: { fee: { ppm: null, on: "all" as const, maxKg: null, maxDesi: null }, vatPpm: null },
    ...change,
  };
  return { ...tariff, needs: rulesOf(tariff) };
}

const { format: _, needs: __, ...plain } = plainTariff();
/** The plain tariff, as it is entered. */
export const TARIFF_INPUT: TariffInput = plain;

/** Adds an agreement with one version, valid from 2026-01-01 on. */
export function addAgreement(
  s: {
    readonly core: {
      readonly deps: Parameters<typeof createAgreement>[0] & Parameters<typeof createVersion>[0];
    };
    readonly started: Pick<Station["started"], "organizationID">;
  },
  {
    tariff = {},
    ...input
  }: Partial<NewAgreement> & { readonly tariff?: Partial<Omit<Tariff, "needs" | "format">> } = {},
): AgreementRow {
  const { deps } = s.core;
  const agreement = createAgreement(deps, s.started.organizationID, {
    providerCode: "GERCEK",
    name: "Gerçek Kargo",
    ranges: [{ prefix: "G", first: 1_000_000_001, last: 1_999_999_999, width: 10 }],
    ...input,
  });
  createVersion(deps, agreement, plainTariff(tariff), {
    from: instant("2025-12-31T21:00:00.000Z"),
    to: null,
  });
  return agreement;
}
