/**
 * Turns the rows of a price list into the steps of a tariff's services, or lists every problem.
 * Prices are net, in minor units.
 */
import { fold } from "../../../base/text.ts";
import type { TariffService } from "../tariff.schema.ts";
import { checkPrices } from "./check-prices.ts";
import { checkSteps, zonesMissing } from "./check-steps.ts";
import type { Notice, Problem } from "./findings.schema.ts";
import type { Mapping } from "./mapping.schema.ts";
import { readEntries, type Entry, type EntryOptions } from "./read-entries.ts";
import type { Sheet } from "./sheet.ts";
import { stepLines, type Line, type ServiceLines } from "./step-lines.ts";

export type StepOptions = EntryOptions & {
  /** Largest envelope, kg or desi; a price list does not state it. */
  readonly fileUpToDesi: number;
  /** Whether parts of a further desi cost their part. */
  readonly isExtraExact: boolean;
};

/** `name`: "" when the list has no column of services. */
export type ListedService = Pick<TariffService, "name" | "file" | "steps" | "perExtraDesi">;

export type PriceList = {
  /** Names in the order of the prices; empty when the list has one price for all destinations. */
  readonly zones: readonly string[];
  readonly services: readonly ListedService[];
};

/** `count`: number of all problems; `problems` are the first. */
export type StepsResult =
  | { readonly step: "refused"; readonly problems: readonly Problem[]; readonly count: number }
  | { readonly step: "loaded"; readonly list: PriceList; readonly notices: readonly Notice[] };

const MOST_LISTED = 100;
const MOST_ZONES = 100;
const MOST_SERVICES = 100;

/** Reads all rows below the headings of a mapped sheet. */
export function toSteps(sheet: Sheet, mapping: Mapping, options: StepOptions): StepsResult {
  const { entries, problems, notices } = readEntries(sheet, mapping, options);
  const zones = zonesOf(entries, options.zones);
  const services = linesOf(entries, mapping, problems);
  const place = { row: mapping.headingsRow, column: null };
  if (zones.size > MOST_ZONES)
    problems.push({ ...place, code: "tooManyZones", values: { most: MOST_ZONES } });
  if (services.length > MOST_SERVICES)
    problems.push({ ...place, code: "tooManyServices", values: { most: MOST_SERVICES } });
  if (services.length === 0) problems.push({ ...place, code: "noSteps", values: {} });
  const listed = new Set(entries.map(({ zone }) => fold(zone)));
  const absent = [...zones].flatMap(([key, name]) => (listed.has(key) ? [] : [name]));
  if (absent.length > 0) problems.push(zonesMissing(mapping.headingsRow, absent));
  const present = new Map([...zones].filter(([key]) => listed.has(key)));
  for (const service of services) checkSteps(service, present, problems, mapping.headingsRow);
  if (problems.length > 0) {
    const sorted = problems.toSorted((a, b) => a.row - b.row);
    return { step: "refused", problems: sorted.slice(0, MOST_LISTED), count: problems.length };
  }
  const read = services.map((service) => serviceOf(service, [...zones.keys()], options));
  services.forEach((service) => checkPrices(service, zones, notices));
  return {
    step: "loaded",
    list: { zones: [...zones.values()].filter((name) => name !== ""), services: read },
    notices: notices.toSorted((a, b) => a.row - b.row).slice(0, MOST_LISTED),
  };
}

/**
 * Lists the zones by their folded names: the agreement's zones in their order, otherwise the
 * list's.
 */
function zonesOf(
  entries: readonly Entry[],
  known: readonly string[] | undefined,
): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  const isZoned = entries.some(({ zone }) => zone !== "");
  const names = known !== undefined && isZoned ? known : entries.map(({ zone }) => zone);
  for (const name of names) if (!zones.has(fold(name))) zones.set(fold(name), name);
  return zones;
}

type Growing = {
  readonly name: string;
  readonly lines: Map<string, Line & { readonly prices: Map<string, Entry> }>;
};

function linesOf(entries: readonly Entry[], mapping: Mapping, problems: Problem[]): ServiceLines[] {
  const services = new Map<string, Growing>();
  const repeated = new Set<number>();
  for (const entry of entries) {
    const service: Growing = services.get(fold(entry.service)) ?? {
      name: entry.service,
      lines: new Map(),
    };
    services.set(fold(entry.service), service);
    const key = keyOf(entry);
    const line = service.lines.get(key) ?? { ...entry, prices: new Map<string, Entry>() };
    service.lines.set(key, line);
    const before = line.prices.get(fold(entry.zone));
    if (before === undefined) line.prices.set(fold(entry.zone), entry);
    else if (before.row !== entry.row && !repeated.has(entry.row)) {
      repeated.add(entry.row);
      problems.push({
        code: mapping.shape === "zones" ? "sameDesiTwice" : "twoPrices",
        row: entry.row,
        column: entry.desiColumn,
        values: { desi: entry.desiText, otherRow: before.row },
      });
    }
  }
  return [...services.values()].map(({ name, lines }) => ({ name, lines: [...lines.values()] }));
}

/** Key of a line of the price list. A service has one line of prices per further desi. */
function keyOf({ desi }: Entry): string {
  return desi.kind === "step" ? `${desi.from ?? ""}-${desi.upTo}` : desi.kind;
}

function serviceOf(
  { name, lines }: ServiceLines,
  zones: readonly string[],
  { fileUpToDesi, isExtraExact }: StepOptions,
): ListedService {
  const pricesOf = ({ prices }: Line): number[] =>
    zones.map((zone) => {
      const minor = prices.get(zone)?.minor;
      if (minor === undefined) throw new Error(`no price in the zone ${zone}`);
      return minor;
    });
  const file = lines.find(({ desi }) => desi.kind === "file");
  const further = lines.find(({ desi }) => desi.kind === "further");
  return {
    name,
    file: file === undefined ? null : { upToDesi: fileUpToDesi, prices: pricesOf(file) },
    steps: stepLines(lines).map((line) => ({ upToDesi: line.desi.upTo, prices: pricesOf(line) })),
    perExtraDesi:
      further === undefined ? null : { prices: pricesOf(further), isExact: isExtraExact },
  };
}
