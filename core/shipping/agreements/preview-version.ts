/**
 * Compares a new version of an agreement with the one in force, by ten parcels that a warehouse
 * typically sends. Writes nothing.
 */
import { minor, moneyText } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import { instant, type Instant } from "../../base/units.ts";
import type { Actor } from "../../http/actor.ts";
import { senderCity } from "../addresses/sender-city.ts";
import type { ShippingDeps } from "../deps.ts";
import type { NewVersionInput, VersionPreview } from "./agreements.schema.ts";
import { createTariffReader } from "./agreements.service.ts";
import { requireAgreement } from "./manage-agreements.ts";
import type { PriceInput } from "./price-input.ts";
import { quoteService } from "./quote-service.ts";
import { tariffOf, type Tariff, type TariffService } from "./tariff.schema.ts";
import { presentVersions } from "./versions.ts";
import { zoneOf } from "./zone-of.ts";

/** Amount that a service for cash on delivery alone collects in the comparison: 500.00. */
const COLLECTED = minor(50_000);

/** Sizes in cm and weights in kg, with the plate code of the destination; "": the sender's own. */
const PARCELS: readonly (readonly [
  lengthCm: number,
  widthCm: number,
  heightCm: number,
  weightKg: number,
  to: string,
])[] = [
  [25, 18, 1, 0.3, ""],
  [30, 20, 15, 2, ""],
  [30, 20, 15, 2, "06"],
  [40, 30, 20, 5, "35"],
  [35, 25, 20, 3, "07"],
  [50, 40, 30, 12, ""],
  [50, 40, 30, 12, "27"],
  [60, 40, 40, 25, "01"],
  [100, 30, 20, 10, "61"],
  [80, 60, 50, 45, "65"],
];

type PreviewDeps = Pick<ShippingDeps, "db" | "now" | "geo" | "calendar">;

/**
 * Compares a version.
 *
 * @throws AppError E2168
 */
export function previewVersion(
  deps: PreviewDeps,
  actor: Actor,
  id: string,
  input: NewVersionInput,
): VersionPreview {
  const agreement = requireAgreement(deps, actor, id);
  const from = instant(instantsOfDays(input.validFrom, 1).from);
  const inForce = createTariffReader(deps.db).inForce(id, from);
  const before = inForce?.read.kind === "tariff" ? inForce.read.tariff : undefined;
  const after = tariffOf(input.tariff);
  const sender = senderCity(deps, actor.organizationID);
  const codes = (tariff: Tariff | undefined): string[] =>
    tariff?.services.map(({ code }) => code) ?? [];
  const [old, fresh] = [codes(before), codes(after)];
  return {
    before: presentVersions(deps, agreement).find((one) => one.id === inForce?.version.id) ?? null,
    added: fresh.filter((code) => !old.includes(code)),
    removed: old.filter((code) => !fresh.includes(code)),
    parcels: PARCELS.map(([lengthCm, widthCm, heightCm, weightKg, to]) => {
      const toCity = to === "" ? sender : to;
      const parcel = { lengthCm, widthCm, heightCm, weightKg };
      const priceOf = (tariff: Tariff | undefined, code: string): Price | null =>
        priceWith(deps, tariff, code, { parcel, from: sender, to: toCity, at: from });
      return {
        ...parcel,
        toCity: deps.geo.findCity("TR", { code: toCity })?.name ?? toCity,
        prices: [...new Set([...fresh, ...old])].map((serviceCode) => ({
          serviceCode,
          serviceName:
            serviceOf(after, serviceCode)?.name ?? serviceOf(before, serviceCode)?.name ?? "",
          before: priceOf(before, serviceCode),
          after: priceOf(after, serviceCode),
        })),
      };
    }),
  };
}

type Price = NonNullable<VersionPreview["parcels"][number]["prices"][number]["after"]>;

function serviceOf(tariff: Tariff | undefined, code: string): TariffService | undefined {
  return tariff?.services.find((service) => service.code === code);
}

/** Prices a parcel by one service; null when the tariff lacks the service. */
function priceWith(
  { calendar, geo }: PreviewDeps,
  tariff: Tariff | undefined,
  code: string,
  {
    parcel,
    from,
    to,
    at,
  }: {
    readonly parcel: PriceInput["parcel"];
    readonly from: string;
    readonly to: string;
    readonly at: Instant;
  },
): Price | null {
  const service = serviceOf(tariff, code);
  if (tariff === undefined || service === undefined) return null;
  const place = (cityCode: string) => ({ countryCode: "TR", cityCode, districtID: 0 });
  const input: PriceInput = {
    from: place(from),
    to: place(to),
    parcel,
    isReturn: false,
    cashOnDelivery: service.collects === "only" ? { amount: COLLECTED, by: "cash" as const } : null,
    declaredValue: null,
    at,
    day: turkishDay(at),
  };
  const km = geo.distanceKm(from, to);
  const zone = km === undefined ? undefined : zoneOf(tariff.zones, input.from, input.to, km);
  const quoted = quoteService(calendar, { tariff, providerCode: "", zone }, service, input);
  return "ineligible" in quoted
    ? { amount: null, totalAmount: null, lines: [] }
    : {
        amount: moneyText(quoted.price.amount),
        totalAmount: moneyText(quoted.price.total),
        lines: quoted.lines.lines.map(([kind, amount]) => ({ kind, amount: moneyText(amount) })),
      };
}
