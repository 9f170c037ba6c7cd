/**
 * Links of other programs and pages to an order: packbench://order/NUMBER and
 * packbench://shipment/ID. Anyone may write one, so it names what is to be shown and nothing else:
 * no option, no path, no second part, and what it names is looked up and never acted on. Pure.
 */

export type DeepLink = { readonly kind: "order" | "shipment"; readonly value: string };

/** An order number has at most 100 characters, each of up to twelve as a link writes it. */
const LONGEST = 1_300;
const LONGEST_ORDER = 100;
const SHAPE = /^packbench:\/\/(order|shipment)\/([^/?#\\\s]+)\/?$/i;
const SCHEME = /^packbench:/i;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Control and format characters, halves of pairs, separators of lines: what makes a text look like
 * another one.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Whether an argument is a link to this program, of any form. */
export function isLink(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * @returns The arguments before the first link: the system's own entry has it last, so what follows
 *   one was written by the link's author.
 */
export function beforeLinks(args: readonly string[]): readonly string[] {
  const at = args.findIndex(isLink);
  return at === -1 ? args : args.slice(0, at);
}

/** @returns What the link names; undefined for one that is refused. */
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
    return undefined; // no UTF-8
  }
}
