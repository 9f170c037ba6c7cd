/** Builds a version of an agreement from the typed texts of the price form. Pure. */
import type { NewVersionInput } from "../../../../core/shipping/agreements/agreements.schema.ts";
import type {
  TariffInput,
  TariffService,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { buildExtras, buildFuel } from "./build-extras.ts";
import { USUAL_SERVICE } from "./start-texts.ts";
import { typedValues, type Faults, type Texts, type TypedValues } from "./typed-values.ts";
import { buildZones, type BuiltZones } from "./zone-texts.ts";

const MILLION = 1_000_000;

/** Prices of a service, as the station read them from a file. */
type ReadService = Pick<TariffService, "name" | "file" | "steps" | "perExtraDesi">;

export type PriceForm = {
  /** The earlier tariff, or the usual one. */
  readonly base: TariffInput;
  /** Prices of the file; null: the earlier prices stay. */
  readonly read: {
    readonly zones: readonly string[];
    readonly services: readonly ReadService[];
  } | null;
  readonly start: Texts;
  readonly typed: Texts;
  readonly cities: readonly City[];
  /** Today in Turkish time; no version begins before. */
  readonly today: string;
};

/** The version, and the fields that are wrong; the version counts only when no field is wrong. */
export type Built = { readonly version: NewVersionInput; readonly faults: Faults };

/** Builds the version. */
export function buildVersion(form: PriceForm): Built {
  const { base, read, start, typed } = form;
  const values = typedValues(typed);
  const built: BuiltZones =
    read === null
      ? { zones: base.zones, order: orderOf(base) }
      : buildZones(read.zones, values, form.cities);
  const fee = values.text("fee");
  const tariff: TariffInput = {
    desiDivisor: divisorOf(values),
    rounding: roundingOf(values),
    zones: built.zones,
    services: servicesOf(form, values, built.order),
    fuel: buildFuel(values),
    extras: buildExtras(base.extras, start, typed, values),
    returnPpm: values.text("returns") === "" ? MILLION : values.ppm("returns"),
    tax: {
      ...base.tax,
      fee:
        fee === "none"
          ? null
          : {
              ppm: base.tax.fee?.ppm ?? null,
              on: fee === "freight" ? "freight" : "all",
              maxKg: values.number("feeMaxKg"),
              maxDesi: values.number("feeMaxDesi"),
            },
    },
  };
  const version = { tariff, ...daysOf(values, form.today) };
  return { version, faults: values.faults };
}

function orderOf({ zones }: TariffInput): readonly number[] {
  return zones.by === "none" ? [0] : zones.zones.map((_, i) => i);
}

function divisorOf({ number, faults }: TypedValues): number {
  const divisor = number("divisor");
  if (divisor === null || !Number.isInteger(divisor)) faults.set("divisor", "number");
  return divisor ?? 1;
}

function roundingOf({ text, number }: TypedValues): TariffInput["rounding"] {
  const direction = (["up", "down", "nearest"] as const).find((one) => one === text("direction"));
  return { direction: direction ?? "none", step: number("step") ?? 1 };
}

function daysOf(
  { day, faults }: TypedValues,
  today: string,
): Pick<NewVersionInput, "validFrom" | "validUntil"> {
  const [validFrom, validUntil] = [day("validFrom"), day("validUntil")];
  if (validFrom === null) {
    if (!faults.has("validFrom")) faults.set("validFrom", "day");
  } else if (validFrom < today) faults.set("validFrom", "days");
  if (validUntil !== null && validFrom !== null && validUntil < validFrom)
    faults.set("validUntil", "dayOrder");
  return { validFrom: validFrom ?? today, validUntil };
}

function servicesOf(
  form: PriceForm,
  values: TypedValues,
  order: readonly number[],
): TariffService[] {
  const { base, read } = form;
  const shared = sharedOf(form, values, order);
  if (read === null) return base.services.map((service) => ({ ...service, ...shared }));
  const codes = read.services.map((_, i) => values.text(`code.${i}`).toUpperCase());
  return read.services.map(({ steps, file, perExtraDesi }, i) => {
    const code = codes[i] ?? "";
    if (!/^[A-Z0-9_]{1,60}$/.test(code)) values.faults.set(`code.${i}`, "code");
    else if (codes.indexOf(code) !== i) values.faults.set(`code.${i}`, "codeTwice");
    const name = values.text(`name.${i}`);
    if (name === "") values.faults.set(`name.${i}`, "missing");
    const before = base.services.find((one) => one.code === code) ?? base.services[0];
    const inOrder = (prices: readonly number[]): number[] =>
      prices.length < order.length ? [...prices] : order.map((at) => prices[at] ?? 0);
    return {
      ...(before ?? USUAL_SERVICE),
      ...shared,
      code,
      name,
      steps: steps.map((step) => ({ ...step, prices: inOrder(step.prices) })),
      file: file === null ? null : { ...file, prices: inOrder(file.prices) },
      perExtraDesi:
        perExtraDesi === null ? null : { ...perExtraDesi, prices: inOrder(perExtraDesi.prices) },
    };
  });
}

/** Returns what the form sets in all services: the fields that were changed. */
function sharedOf(
  { base, read, start, typed }: PriceForm,
  values: TypedValues,
  order: readonly number[],
): Partial<TariffService> {
  const isChanged = (...fields: readonly string[]): boolean =>
    fields.some((field) => typed[field] !== start[field]);
  const number = (field: string, name: string) =>
    isChanged(field) ? { [name]: values.number(field) } : {};
  const dayFields = order.map((_, i) => `days.${i}`);
  const setsPromise = read !== null || isChanged(...dayFields, "cutOff", "saturdays");
  return {
    ...number("maxDesi", "maxDesi"),
    ...number("maxKg", "maxKg"),
    ...number("maxSide", "maxSideCm"),
    ...number("maxSides", "maxSidesCm"),
    ...(isChanged("minimum") ? { minimum: values.amount("minimum") } : {}),
    ...(isChanged("discount") ? { discountPpm: values.ppm("discount") } : {}),
    ...(isChanged("collects") ? { collects: collectsOf(values) } : {}),
    ...(setsPromise ? { promise: promiseOf(base, values, order) } : {}),
  };
}

function collectsOf({ text }: TypedValues): TariffService["collects"] {
  return (["also", "only"] as const).find((one) => one === text("collects")) ?? "never";
}

function promiseOf(
  base: TariffInput,
  { text, faults }: TypedValues,
  order: readonly number[],
): TariffService["promise"] {
  const days = order.map((at) => {
    const typed = text(`days.${at}`);
    if (!/^([12]?\d|30)$/.test(typed)) faults.set(`days.${at}`, "number");
    return Number(typed) || 0;
  });
  const cutOff = text("cutOff").replace(".", ":").padStart(5, "0");
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(cutOff)) faults.set("cutOff", "time");
  return {
    ...(base.services[0]?.promise ?? USUAL_SERVICE.promise),
    days,
    cutOff,
    onSaturdays: text("saturdays") === "yes",
  };
}
