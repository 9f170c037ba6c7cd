/**
 * The only list of secret and personal field names. Logs hide the values of secret fields; the list
 * of API calls also hides the values of personal fields. A name is folded first, so that "ŞİFRE" is
 * "sifre". A name that contains a secret word is secret, since programs write `accessToken`,
 * `api_key` and `X-Auth-Code`; a personal name must match as a whole.
 */
import { fold } from "./text.ts";

export const MASK = "***";

const SECRET =
  /pass|pwd|secret|token|key|sifre|parola|gizli|anahtar|kennwort|credential|auth|bearer|session|cookie|jwt|hmac|signature|^otp|otp$|pin$|cvv|card[ _-]?number/;
/** Links that open a label without a token are secrets too. */
const SECRET_FIELDS = new Set([
  "headervalue",
  "labelurl",
  "responsivelabelurl",
  "trackingurl",
  "dataurl",
]);
const PERSONAL_FIELDS = new Set([
  "name",
  "shortname",
  "phone",
  "email",
  "address",
  "address1",
  "address2",
  "streetname",
  "zip",
  "taxnumber",
  "notes",
  "note",
  "username",
  "recipientname",
  "tckn",
  "tcno",
  "tckimlikno",
  "iban",
  // Texts that people search for, paste or upload, and a carrier's remarks about a delivery.
  "filter",
  "search",
  "text",
  "written",
  "content",
  "details",
  "statusdetails",
]);

/**
 * Returns whether a field's name is that of a password, token, key or similar secret, in the
 * languages of the programs that call this station.
 */
export function isSecretName(name: string): boolean {
  const folded = fold(name.normalize("NFKC"));
  return SECRET.test(folded) || SECRET_FIELDS.has(folded);
}

/**
 * Returns whether a field's name is that of personal data: a person's name, phone, address, note or
 * similar.
 */
export function isPersonalName(name: string): boolean {
  return PERSONAL_FIELDS.has(fold(name));
}

/**
 * Replaces secrets in a log's fields, at any depth. Errors, dates and bytes are unchanged, because
 * the log itself writes them.
 */
export function maskValue(value: unknown): unknown {
  return walk(value, 0);
}

/**
 * Masks a log line's fields like `maskValue`.
 *
 * @returns Another object; the input is not changed.
 */
export function maskFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return walkFields(fields, 0);
}

/**
 * Masks secrets inside a text: `name=value` as in a link's query, a link's user part, and the text
 * after the scheme in an Authorization header.
 */
export function maskText(text: string): string {
  return text
    .replace(
      /(^|[?&;\s"'])([^=&?#;\s"'\\]{1,80})=((?:\\.|[^&#\s"'\\])*)/g,
      (whole, mark: string, name: string) =>
        isSecretName(name) ? `${mark}${name}=${MASK}` : whole,
    )
    .replace(/\/\/[^/@\s"']*:[^/@\s"']*@/g, `//${MASK}@`)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${MASK}`);
}

const DEEPEST = 12;

function walk(value: unknown, depth: number): unknown {
  if (typeof value === "string") return maskText(value);
  if (value instanceof URL) return maskText(value.href);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "…";
  if (Array.isArray(value)) return value.map((one) => walk(one, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return walkFields(value, depth);
}

function walkFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      isSecretName(name) && one !== null && one !== undefined ? MASK : walk(one, depth + 1),
    ]),
  );
}
