/** Reads the typed texts of the price form, and collects which fields are wrong. Pure. */
import { readAmount } from "../../../lib/read-amount.ts";
import { readDay } from "../../../lib/read-day.ts";

/** Texts of the form by field: "discount", "zone.0.km". */
export type Texts = Readonly<Record<string, string>>;
/** Words for what is wrong with a field: `agreements.wrong.…`. */
export type Fault =
  | "amount"
  | "code"
  | "codeTwice"
  | "day"
  | "days"
  | "dayOrder"
  | "missing"
  | "mixedZones"
  | "number"
  | "percent"
  | "places"
  | "time"
  | "zoneTwice";
export type Faults = ReadonlyMap<string, Fault>;

const MILLION = 1_000_000;

export type TypedValues = {
  readonly faults: Map<string, Fault>;
  readonly text: (field: string) => string;
  /** Amount in minor units; 0 for an empty field. */
  readonly amount: (field: string) => number;
  /** Share in ppm; 0 for an empty field. */
  readonly ppm: (field: string) => number;
  /** A number above zero; null for an empty field. */
  readonly number: (field: string) => number | null;
  /** YYYY-MM-DD; null for an empty field. */
  readonly day: (field: string) => string | null;
};

/** Creates the reader. A wrong field adds a fault, and reads like an empty field. */
export function typedValues(typed: Texts): TypedValues {
  const faults = new Map<string, Fault>();
  const text = (field: string): string => (typed[field] ?? "").trim();
  const read = <T>(
    field: string,
    empty: T,
    parse: (value: string) => T | undefined,
    fault: Fault,
  ): T => {
    const value = text(field);
    if (value === "") return empty;
    const parsed = parse(value);
    if (parsed === undefined) faults.set(field, fault);
    return parsed ?? empty;
  };
  return {
    faults,
    text,
    amount: (field) => read(field, 0, minorOf, "amount"),
    ppm: (field) => read(field, 0, ppmOf, "percent"),
    number: (field) => read<number | null>(field, null, numberOf, "number"),
    day: (field) => read<string | null>(field, null, readDay, "day"),
  };
}

/** Parses an amount, which may be zero, into minor units. */
export function minorOf(text: string): number | undefined {
  if (/^0+(?:[.,]0{1,2})?$/.test(text)) return 0;
  const amount = readAmount(text);
  return amount === undefined ? undefined : Math.round(Number(amount) * 100);
}

/** Parses a percentage of at most 1,000 % into parts per million. */
export function ppmOf(text: string): number | undefined {
  const match = /^%?\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*%?$/.exec(text);
  const ppm = Math.round(Number((match?.[1] ?? "").replace(",", ".")) * 10_000);
  return match === null || ppm > 10 * MILLION ? undefined : ppm;
}

function numberOf(text: string): number | undefined {
  const value = /^\d{1,6}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(",", ".")) : 0;
  return value > 0 ? value : undefined;
}
