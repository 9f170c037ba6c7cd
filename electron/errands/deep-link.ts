/**
 * Links to an order from other programs and web pages: packbench://order/NUMBER and
 * packbench://shipment/ID. Anyone may write a link, so a link only names what to show: no option,
 * no path, no second part. The order is looked up, and nothing is done with it. Pure.
 */

export type DeepLink = { readonly kind: "order" | "shipment"; readonly value: string };

/**
 * An order number has at most 100 characters; encoded in a link, each character takes up to twelve.
 */
const LONGEST = 1_300;
const LONGEST_ORDER = 100;
const SHAPE = /^packbench:\/\/(order|shipment)\/([^/?#\\\s]+)\/?$/i;
const SCHEME = /^packbench:/i;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Control, format, private and unassigned characters, lone surrogates, and separators of lines and
 * paragraphs: characters that make one text look like another.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Returns whether an argument is a link to this program, valid or not. */
export function isLink(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Returns the arguments before the first link. The system puts the link last, so anything after the
 * link was written by the link's author.
 */
export function beforeLinks(args: readonly string[]): readonly string[] {
  const at = args.findIndex(isLink);
  return at === -1 ? args : args.slice(0, at);
}

/** Returns the order or shipment that a link names; undefined for a refused link. */
export function readLink(text: string): DeepLink | undefined {
  if (text.length > LONGEST) return undefined;
  const [, kind = "", written = ""] = SHAPE.exec(text) ?? [];
  const value = decoded(written);
  if (
    value === undefined ||
    value === "" ||
    value === "." ||
    value === ".." ||
    value.length > LONGEST_ORDER ||
    UNSEEN.test(value)
  )
    return undefined;
  if (kind.toLowerCase() === "order") return { kind: "order", value };
  return ID.test(value) ? { kind: "shipment", value: value.toLowerCase() } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return undefined; // not UTF-8
  }
}
