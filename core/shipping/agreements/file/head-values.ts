/** Reads the values of the lines above a price list; each value is right, or one problem. */
import { parseMoney } from "../../../base/money.ts";
import { currentCode } from "../../carriers/carrier-code.schema.ts";
import { namesOf } from "../../../base/objects.ts";
import { fold } from "../../../base/text.ts";
import { daySchema } from "../../../base/turkish-day.ts";
import { readPrice, shown } from "../load/prices.ts";
import type { Cell } from "../load/sheet.ts";
import type { FileProblem } from "./file-problems.schema.ts";

export type Reading<T> = { readonly value: T } | Pick<FileProblem, "code" | "values">;

const fault = (
  code: FileProblem["code"],
  { text }: Cell,
  more: Readonly<Record<string, string | number>> = {},
): Pick<FileProblem, "code" | "values"> => ({ code, values: { text: shown(text), ...more } });

/** Makes a reader of a text. @param most Longest text. */
export function readText(most: number): (cell: Cell) => Reading<string> {
  return ({ text }) => {
    const value = text.replace(/\s+/g, " ");
    return value.length > most ? { code: "nameTooLong", values: { most } } : { value };
  };
}

/** Reads an amount to minor units. */
export function readAmount(cell: Cell): Reading<number> {
  const reading = readPrice(cell, undefined, { include: "nothing", feePpm: 0, vatPpm: 0 });
  return "code" in reading ? reading : { value: reading.minor };
}

/** Reads a credit limit, which may be above the highest price of a parcel. */
export function readLimit(cell: Cell): Reading<string> {
  const text = cell.text.replace(/\s*(?:TL|TRY|₺)$/iu, "");
  const isUnclear = cell.kind !== "number" && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  if (isUnclear) return readLimitFault(cell, text);
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(text)
    ? text.replaceAll(".", "").replace(",", ".")
    : text.replace(",", ".");
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(plain) && parseMoney(plain) !== undefined
    ? { value: plain }
    : fault("headNumber", cell);
}

function readLimitFault(cell: Cell, text: string): Pick<FileProblem, "code" | "values"> {
  const [first, second] = [text.replace(/[.,]/, ""), text.replace(",", ".").replace(/0$/, "")];
  return fault("ambiguousNumber", cell, { first: `${first}.00`, second });
}

/**
 * Makes a reader of a percentage to parts per million.
 *
 * @param most Highest percentage.
 */
export function readPercent(most: number): (cell: Cell) => Reading<number> {
  return (cell) => {
    const [, digits] = /^%?\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*%?$/.exec(cell.text) ?? [];
    const percent = Number((digits ?? "").replace(",", "."));
    if (digits === undefined || percent > most) return fault("headPercent", cell, { most });
    if (cell.kind === "number" && percent > 0 && percent < 1)
      return fault("headPercentUnclear", cell);
    return { value: Math.round(percent * 10_000) };
  };
}

/** Reads a number above zero: kg, desi or cm. */
export function readMeasure(cell: Cell): Reading<number> {
  const text = cell.text.replace(/\s*(?:kg|desi|cm)$/i, "");
  const value = Number(text.replace(",", "."));
  return /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) && value > 0
    ? { value }
    : fault("headNumber", cell);
}

/** Reads a whole number above zero. */
export function readWhole(cell: Cell): Reading<number> {
  const reading = readMeasure(cell);
  return "value" in reading && !Number.isInteger(reading.value)
    ? fault("headNumber", cell)
    : reading;
}

/** Reads 2026-12-01, 01.12.2026 or 01/12/2026. */
export function readDay(cell: Cell): Reading<string> {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(cell.text) ?? [];
  const text =
    day === undefined || month === undefined
      ? cell.text
      : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = daySchema.safeParse(text);
  return parsed.success ? { value: parsed.data } : fault("headDay", cell);
}

/** Reads a time of the day, 17:00 or 17.00. */
export function readTime(cell: Cell): Reading<string> {
  const [, hour, minute] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(cell.text) ?? [];
  const isTime =
    cell.kind === "text" &&
    hour !== undefined &&
    minute !== undefined &&
    Number(hour) < 24 &&
    Number(minute) < 60;
  return isTime ? { value: `${hour.padStart(2, "0")}:${minute}` } : fault("headTime", cell);
}

/** Reads days of delivery: "2", or one number for each zone, "1, 1, 2". */
export function readDays(cell: Cell): Reading<number[]> {
  const parts = cell.text.split(/[\s,;/]+/).filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => /^(?:[12]?\d|30)$/.test(part))
    ? { value: parts.map(Number) }
    : fault("headDays", cell, { count: "?" });
}

/**
 * Makes a reader of a choice.
 *
 * @param choices Words by value; the first word in each language is shown when none matches.
 */
export function readChoice<T extends string>(
  choices: Readonly<Record<T, readonly string[]>>,
): (cell: Cell) => Reading<T> {
  const values = namesOf(choices).map((value) => [value, choices[value]] as const);
  return (cell) => {
    const text = fold(cell.text).replace(/[.+&]/g, " ").replace(/\s+/g, " ").trim();
    const found = values.find(([, words]) => words.some((word) => fold(word) === text));
    return found === undefined
      ? fault("headChoice", cell, {
          choices: values.map(([, words]) => words.slice(0, 2).join(" / ")).join("; "),
        })
      : { value: found[0] };
  };
}

/** Reads a barcode without its check digit: a prefix, and the number at its end. */
export function readBarcode(cell: Cell): Reading<{ prefix: string; digits: string }> {
  const [, prefix = "", digits = ""] =
    /^([A-Z0-9]*[A-Z])?(\d{1,15})$/.exec(cell.text.replace(/\s/g, "").toUpperCase()) ?? [];
  return digits === "" || prefix.length > 12
    ? fault("headBarcode", cell)
    : { value: { prefix, digits } };
}

/** Reads the code of a service. */
export function readServiceCode(cell: Cell): Reading<string> {
  const value = cell.text.toUpperCase();
  return /^[A-Z0-9_]{1,60}$/.test(value) ? { value: currentCode(value) } : fault("headCode", cell);
}

/** Reads an address of the web. */
export function readLink(cell: Cell): Reading<string> {
  return /^https?:\/\/\S+$/.test(cell.text) && cell.text.length <= 300
    ? { value: cell.text }
    : fault("headLink", cell);
}
