/**
 * How values come over the wire from programs in many languages: booleans as `true`, `"True"` or `"1"`, numbers
 * as text. Published endpoints read with these; what cannot be read is a fault of the caller, said with its field.
 */
import { z } from "zod";

/** true, "true", "True", 1, "1" → true; anything else that says no, or nothing → false. */
export const laxBoolean = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((v) => (typeof v === "string" ? ["true", "1"].includes(v.trim().toLowerCase()) : v === true || v === 1));

/** As `laxBoolean`, but undefined when nothing was said: a filter that is not set. */
export const laxOptionalBoolean = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((v) => {
    const text = String(v ?? "").trim().toLowerCase();
    return ["true", "1"].includes(text) ? true : ["false", "0"].includes(text) ? false : undefined;
  });

/** "10.0", "10,5" or 10.5 → number; empty → undefined. Anything else is refused. */
export const laxNumber = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((v, context) => {
    if (v === null || v === undefined || (typeof v === "string" && v.trim() === "")) return undefined;
    const n = typeof v === "number" ? v : Number(v.trim().replace(",", "."));
    if (Number.isFinite(n)) return n;
    context.addIssue({ code: "custom", message: "must be a number" });
    return z.NEVER;
  });

/** A measure: as `laxNumber`, and neither negative nor absurd. */
export const laxMeasure = laxNumber.refine((n) => n === undefined || (n >= 0 && n <= 1_000_000), { message: "must be between 0 and 1000000" });

/** Page numbers and sizes: an invalid one is as none. */
export const laxCount = z.unknown().transform((v) => {
  const n = typeof v === "number" ? v : typeof v === "string" && /^\s*\d{1,9}\s*$/.test(v) ? Number(v) : Number.NaN;
  return Number.isInteger(n) && n >= 1 ? n : undefined;
});

/** Text that may come as a number (plate codes, order numbers); trimmed; null or nothing → "". */
export const laxText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((v) => (v === null || v === undefined ? "" : String(v).trim()))
    .refine((s) => s.length <= max, { message: `must have at most ${max} characters` })
    .refine((s) => !s.includes("\0"), { message: "must not have a NUL character" });

/** As `laxText`, for a patch: a field that is not there stays undefined and changes nothing. */
export const patchText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((v) => (v === undefined ? undefined : v === null ? "" : String(v).trim()))
    .refine((s) => s === undefined || (s.length <= max && !s.includes("\0")), { message: `must have at most ${max} characters` });

/** Query names that come twice (`?a=1&a=2`) count by their last. */
export function lastOfEach(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).map(([k, v]) => [k, Array.isArray(v) ? v.at(-1) : v]));
}
