/**
 * Makes an agreement and its version of a file: the lines above its price list, and the list.
 * Absent lines have their usual values. Pure.
 */
import { fold } from "../../../base/text.ts";
import type { NewAgreementInput, NewVersionInput } from "../agreements.schema.ts";
import { withoutLira } from "../load/currency.ts";
import type { Mapping } from "../load/mapping.schema.ts";
import type { Headings } from "../load/recognize.ts";
import type { ListedService, PriceList } from "../load/to-steps.ts";
import type { TariffInput, TariffService } from "../tariff.schema.ts";
import { fileExtras } from "./file-extras.ts";
import type { FileProblem } from "./file-problems.schema.ts";
import { fileZones, type FileZones, type Provinces } from "./file-zones.ts";
import { carrierOf, codeOf } from "./known-carriers.ts";
import type { Place } from "./place.ts";
import type { Head } from "./read-head.ts";

const MILLION = 1_000_000;

/** Parts of a file that was read without a problem. */
export type ReadFile = {
  readonly head: Head;
  readonly list: PriceList;
  readonly headings: Headings;
  readonly mapping: Mapping;
};

export type FileAgreement = {
  readonly agreement: NewAgreementInput;
  readonly version: NewVersionInput;
};

/** Makes the agreement; undefined when problems were added. */
export function toAgreement(
  { head, list, headings, mapping }: ReadFile,
  provinces: Provinces,
  problems: FileProblem[],
): FileAgreement | undefined {
  const { values, places } = head;
  const placeOf = (zone: string): Place => ({
    row: headings.row,
    column:
      headings.list.find(({ text }) => fold(withoutLira(text)) === fold(zone))?.column ??
      (mapping.shape === "prices" ? (mapping.zone ?? mapping.price) : mapping.desi),
  });
  const carrier = carrierOf(values.carrier ?? "");
  if (carrier === undefined)
    problems.push({
      ...(places.carrier ?? placeOf("")),
      code: "headCode",
      values: { text: values.carrier ?? "" },
    });
  if (
    values.firstDay !== undefined &&
    values.lastDay !== undefined &&
    values.lastDay < values.firstDay
  )
    problems.push({ ...(places.lastDay ?? placeOf("")), code: "headLastDay", values: {} });
  const zones = fileZones(list.zones, head.zones, provinces, placeOf, problems);
  checkServices(head, list, problems);
  checkDays(head, list.zones.length, problems);
  const ranges = rangesOf(head, problems);
  if (problems.length > 0 || carrier === undefined || values.firstDay === undefined)
    return undefined;
  const services = list.services.map((service) => serviceOf(head, service, carrier, zones));
  return {
    agreement: {
      providerCode: carrier.code,
      name: carrier.name,
      contractNumber: values.contract ?? "",
      checkDigit: values.checkDigit ?? "none",
      trackingUrl: values.trackingLink ?? "",
      onAccount: values.payment === "onAccount",
      creditLimit: values.creditLimit ?? null,
      needsAccount: false,
      ranges,
    },
    version: {
      tariff: tariffOf(head, services, zones),
      validFrom: values.firstDay,
      validUntil: values.lastDay ?? null,
    },
  };
}

function checkServices({ places }: Head, { services }: PriceList, problems: FileProblem[]): void {
  if (services.length < 2) return;
  for (const place of [places.service, places.serviceCode])
    if (place !== undefined) problems.push({ ...place, code: "headSeveralServices", values: {} });
}

function checkDays({ values, places }: Head, count: number, problems: FileProblem[]): void {
  const { days } = values;
  if (days === undefined || places.days === undefined) return;
  if (days.length !== 1 && days.length !== Math.max(1, count))
    problems.push({
      ...places.days,
      code: "headDays",
      values: { text: days.join(", "), count: Math.max(1, count) },
    });
}

/** Pairs each first barcode with the last barcode that follows it. */
function rangesOf({ barcodes }: Head, problems: FileProblem[]): NewAgreementInput["ranges"] {
  return barcodes.flatMap(({ is, barcode, place }, i) => {
    const next = barcodes[i + 1];
    const isPair = is === "first" ? next?.is === "last" : barcodes[i - 1]?.is === "first";
    const last = next?.barcode ?? barcode;
    const fits =
      last.prefix === barcode.prefix &&
      last.digits.length === barcode.digits.length &&
      Number(last.digits) >= Number(barcode.digits);
    if (!isPair || (is === "first" && !fits))
      problems.push({ ...place, code: "barcodePair", values: {} });
    return is === "first" && isPair
      ? [{ prefix: barcode.prefix, first: barcode.digits, last: last.digits }]
      : [];
  });
}

function serviceOf(
  { values }: Head,
  { name, steps, file, perExtraDesi }: ListedService,
  carrier: { readonly code: string; readonly short: string },
  { zones, order }: FileZones,
): TariffService {
  const inOrder = (prices: readonly number[]): number[] => order.map((at) => prices[at] ?? 0);
  const isPlain = name === "";
  const days = values.days ?? [1];
  const hasCash = values.cashLeast !== undefined || values.cashPercent !== undefined;
  return {
    code:
      values.serviceCode ?? `${carrier.code}_${isPlain ? "STANDART" : codeOf(name)}`.slice(0, 60),
    name: values.service ?? (isPlain ? `${carrier.short} Standart` : name),
    transportType: "ROAD",
    rating: 4,
    durationTerms: "",
    promise: {
      days: days.length === 1 || zones.by === "none" ? days : inOrder(days),
      sameDayHours: 8,
      cutOff: values.cutOff ?? "17:00",
      onSaturdays: values.saturdays === "yes",
      onSundays: false,
    },
    file: file === null ? null : { ...file, prices: inOrder(file.prices) },
    steps: steps.map((step) => ({ ...step, prices: inOrder(step.prices) })),
    perExtraDesi:
      perExtraDesi === null ? null : { ...perExtraDesi, prices: inOrder(perExtraDesi.prices) },
    maxDesi: values.maxDesi ?? null,
    maxKg: values.maxKg ?? null,
    maxSideCm: values.maxSide ?? null,
    maxSidesCm: null,
    minimum: values.minimum ?? 0,
    discountPpm: values.discount ?? 0,
    collects: hasCash ? "also" : "never",
    toProvinces: null,
    notServed: { provinces: [], districtIDs: [] },
    appointments: null,
  };
}

function tariffOf(head: Head, services: TariffService[], { zones }: FileZones): TariffInput {
  const { values } = head;
  return {
    desiDivisor: values.divisor ?? 3_000,
    rounding: { step: 1, direction: values.rounding ?? "up" },
    zones,
    services,
    fuel:
      values.fuel === undefined || values.firstDay === undefined
        ? []
        : [{ from: values.firstDay, ppm: values.fuel }],
    extras: fileExtras(head),
    returnPpm: values.returns ?? MILLION,
    tax: {
      fee:
        values.fee === "none"
          ? null
          : { ppm: null, on: values.fee ?? "all", maxKg: null, maxDesi: null },
      vatPpm: null,
    },
  };
}
