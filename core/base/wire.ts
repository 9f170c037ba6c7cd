/**
 * Parses values sent by programs in many languages: booleans as `true`, `"True"` or `"1"`, numbers
 * as text. Published endpoints use these parsers. In a body, a value that cannot be parsed is a
 * validation error that names its field; in a query, such a flag or page number counts as absent.
 */
import { z } from "zod";
import { isUuid } from "./ids.ts";
import { parseMoney } from "./money.ts";

/**
 * Reads a boolean as programs write it.
 *
 * @returns Undefined for null, undefined and ""; null for a value that is neither true nor false.
 */
export function readBoolean(value: unknown): boolean | undefined | null {
  if (value === undefined || value === null) return undefined;
  const text = ["boolean", "number", "string"].includes(typeof value)
    ? String(value).trim().toLowerCase()
    : "?";
  if (text === "") return undefined;
  return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : null;
}

const booleanLike = z.union([z.boolean(), z.number(), z.string()]).nullish();

/**
 * A boolean in a body; undefined when the field is absent, null or "". Any other value is a
 * validation error: a program that meant `test` must not be charged because of how it writes true.
 */
export const laxOptionalBoolean = booleanLike.transform((value, context) => {
  const read = readBoolean(value);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "must be true or false" });
  return z.NEVER;
});

/** Like `laxOptionalBoolean`, but false when absent. */
export const laxBoolean = laxOptionalBoolean.transform((value) => value === true);

/** A boolean in a query; a value that cannot be parsed counts as absent. */
export const queryBoolean = booleanLike.transform((value) => readBoolean(value) ?? undefined);

const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * "10.0", "10,5" or 10.5 → number; empty → undefined. Anything else is rejected: "0x10" and "1e3"
 * are ambiguous.
 */
export const laxNumber = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((v, context) => {
    if (v === null || v === undefined || (typeof v === "string" && v.trim() === ""))
      return undefined;
    const n =
      typeof v === "number"
        ? v
        : NUMBER.test(v.trim())
          ? Number(v.trim().replace(",", "."))
          : Number.NaN;
    if (Number.isFinite(n)) return n;
    context.addIssue({ code: "custom", message: "must be a number" });
    return z.NEVER;
  });

/** A whole number: like `laxNumber`, without a fraction. */
export const laxInteger = laxNumber.refine((n) => n === undefined || Number.isInteger(n), {
  message: "must be a whole number",
});

/** A measure: like `laxNumber`, from 0 to 1,000,000. */
export const laxMeasure = laxNumber.refine((n) => n === undefined || (n >= 0 && n <= 1_000_000), {
  message: "must be between 0 and 1000000",
});

/** A page number or page size; an invalid value counts as absent. */
export const laxCount = z.unknown().transform((v) => {
  const n =
    typeof v === "number"
      ? v
      : typeof v === "string" && /^\s*\d{1,9}\s*$/.test(v)
        ? Number(v)
        : Number.NaN;
  return Number.isInteger(n) && n >= 1 ? n : undefined;
});

/**
 * Text that may be sent as a number (plate codes, order numbers); trimmed; null or undefined → "".
 */
export const laxText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((v) => (v === null || v === undefined ? "" : String(v).trim()))
    .refine((s) => s.length <= max, { message: `must have at most ${max} characters` })
    .refine((s) => !s.includes("\0"), { message: "must not have a NUL character" });

/** An amount of money as text: "150", "94.25", "94,25" or "". */
export const laxAmount = laxText(40).refine(
  (text) => text === "" || parseMoney(text) !== undefined,
  { message: "must be an amount" },
);

/** Like `laxText`, in capitals, for country codes. */
export const laxCapitals = (max: number) => laxText(max).transform((s) => s.toUpperCase());

/**
 * One of these words in upper or lower case; undefined when the field is absent, null or "". Any
 * other text is a validation error.
 */
export const laxWord = <const Words extends readonly string[]>(words: Words) =>
  laxText(10)
    .transform((s) => (s === "" ? undefined : s.toLowerCase()))
    .pipe(z.enum(words).optional());

/** A value that may be absent or null, and is undefined then. */
export const laxOptional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((v) => v ?? undefined);

/** A list that may be absent or null, and is empty then. */
export const laxList = <Schema extends z.ZodType>(item: Schema, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((v) => v ?? []);

/** An id in a body; the same UUID in upper and in lower case is the same id. */
export const laxID = laxText(64).transform(sameID);

export const uuidID = z.uuid().transform(sameID);

/** Normalizes a UUID to lower case; returns any other text unchanged. */
export function sameID(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}

/** Like `laxText`, for a patch: an absent field stays undefined and changes nothing. */
export const patchText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((v) => (v === undefined ? undefined : v === null ? "" : String(v).trim()))
    .refine((s) => s === undefined || s.length <= max, {
      message: `must have at most ${max} characters`,
    })
    .refine((s) => s?.includes("\0") !== true, { message: "must not have a NUL character" });

/** An object with the caller's own names, at most `most` of them. */
export const smallRecord = <V extends z.ZodType>(value: V, most: number) =>
  z
    .looseObject({})
    .refine((record) => Object.keys(record).length <= most, {
      message: `must have at most ${most} names`,
      abort: true,
    })
    .pipe(z.record(z.string(), value));

/** Keeps the last value of each query name that is repeated (`?a=1&a=2`). */
export function lastOfEach(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([k, v]) => [k, Array.isArray(v) ? v.at(-1) : v]),
  );
}
