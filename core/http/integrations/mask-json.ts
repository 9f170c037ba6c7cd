/**
 * Masks secrets and personal data in JSON text, by field name; the value may be a text, a number, a
 * list or an object. Works on text instead of parsed values, because the text may be truncated
 * anywhere.
 */
import { isPersonalName, isSecretName, MASK } from "../../base/mask.ts";

/** A JSON string, complete or truncated. */
const TEXT = /"(?:[^"\\]|\\.)*(?:"|\\?$)/suy;
const SPACE = /\s*/y;
const PLAIN = /[^\s,\]}]+/y;

/**
 * Masks the values of secret and personal fields in JSON.
 *
 * @param text JSON, complete or truncated anywhere.
 */
export function maskJson(text: string): string {
  let shown = "";
  let at = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', at)) {
    const end = endOf(TEXT, text, quote);
    const colon = endOf(SPACE, text, end);
    if (text[colon] !== ":") {
      shown += text.slice(at, end);
      at = end;
      continue;
    }
    const begin = endOf(SPACE, text, colon + 1);
    const value = isHidden(nameOf(text.slice(quote, end))) ? endOfValue(text, begin) : begin;
    shown += text.slice(at, begin);
    if (value > begin)
      shown += isEmpty(text.slice(begin, value)) ? text.slice(begin, value) : `"${MASK}"`;
    at = value;
  }
  return shown + text.slice(at);
}

/**
 * Masks secret and personal values in the query of a path.
 *
 * @param url A path with its query. Search terms count as personal.
 */
export function maskPath(url: string): string {
  const [path, query] = url.split("?", 2);
  if (query === undefined) return url;
  const shown = query.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return isHidden(decoded(name)) ? `${name}=${MASK}` : pair;
  });
  return `${path}?${shown.join("&")}`;
}

function isHidden(name: string): boolean {
  return isSecretName(name) || isPersonalName(name);
}

function isEmpty(value: string): boolean {
  return value === '""' || value === "null" || value === "[]" || value === "{}";
}

/** Reads a field's name from its quoted text. */
function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Finds the index after the value that starts at `at`, including the whole content of a list or an
 * object.
 */
function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOf(TEXT, text, at);
  if (first !== "{" && first !== "[") return endOf(PLAIN, text, at);
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = endOf(TEXT, text, i) - 1;
    else if (c === "{" || c === "[") depth += 1;
    else if ((c === "}" || c === "]") && --depth === 0) return i + 1;
  }
  return text.length;
}

/**
 * Returns the end of a pattern's match at `at`, or `at` without a match.
 *
 * @param pattern Sticky.
 */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
