/**
 * Parses JSON that another program wrote, after measuring its depth and counting its values.
 * Parsing a text of some megabytes that is nested millions of levels deep takes gigabytes of memory
 * and ends the process.
 */
import type { z } from "zod";
import { parseJson } from "./json.ts";

/** `values`: number of values in all lists and objects together. */
export type JsonLimits = { readonly depth: number; readonly values: number };

/** `bytes`: size of the text as UTF-8. */
export type TextLimits = JsonLimits & { readonly bytes: number };

/**
 * Measures a text, and stops as soon as the text can be rejected. Skips the content of strings
 * quickly, so a large file in one string takes little time.
 *
 * @returns Lower bounds of the text's depth and number of values; zeros when the text is surely
 *   within the limits.
 */
export function measureJson(text: string, limits: JsonLimits): JsonLimits {
  const isSmall = !hasMore(text, ["[", "{"], limits.depth) && !hasMore(text, [","], limits.values);
  if (isSmall) return { depth: 0, values: 0 };
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let i = 0; i < text.length && deepest <= limits.depth && values <= limits.values; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = endOfString(text, i);
    else if (c === COMMA) values += 1;
    else if (c === CLOSE_LIST || c === CLOSE_OBJECT) depth -= 1;
    else if (c === OPEN_LIST || c === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
  }
  return { depth: deepest, values };
}

/**
 * Requires that a JSON text stays within the limits, without parsing it.
 *
 * @param what Names the text in the error's message.
 * @throws Error for a text that exceeds a limit.
 */
export function requireBounded(text: string, limits: JsonLimits, what: string): void {
  const { depth, values } = measureJson(text, limits);
  if (depth > limits.depth) throw new Error(`${what} is nested deeper than ${limits.depth} levels`);
  if (values > limits.values) throw new Error(`${what} has more than ${limits.values} values`);
}

/**
 * Parses JSON that another program sent, and checks it against a schema.
 *
 * @param data UTF-8, or text.
 * @throws Error when the data exceeds a limit, is not JSON, or does not fit the schema; the message
 *   does not contain the data.
 */
export function parseBounded<S extends z.ZodType>(
  data: Uint8Array | string,
  schema: S,
  what: string,
  limits: TextLimits,
): z.output<S> {
  const bytes = typeof data === "string" ? Buffer.byteLength(data) : data.length;
  if (bytes > limits.bytes) throw new Error(`${what} has more than ${limits.bytes} bytes`);
  const text = typeof data === "string" ? data : new TextDecoder().decode(data);
  requireBounded(text, limits, what);
  return parseJson(text, schema, what);
}

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function hasMore(text: string, signs: readonly string[], most: number): boolean {
  let found = 0;
  for (const sign of signs) {
    let at = text.indexOf(sign);
    for (; at !== -1; at = text.indexOf(sign, at + 1)) if (++found > most) return true;
  }
  return false;
}

/**
 * Finds the end of a JSON string.
 *
 * @param at Position of the opening quote.
 * @returns Position of the closing quote, or the text's end.
 */
function endOfString(text: string, at: number): number {
  for (let i = text.indexOf('"', at + 1); i !== -1; i = text.indexOf('"', i + 1)) {
    let slashes = 0;
    while (text.charCodeAt(i - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return i;
  }
  return text.length;
}
