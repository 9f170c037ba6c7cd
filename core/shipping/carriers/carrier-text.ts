/**
 * Converts texts to the letters and lengths that a carrier's system accepts. Labels keep the
 * original letters. Only carriers' systems get the converted texts, because such a system silently
 * cuts or garbles a text that it cannot store.
 */
import anyAscii from "any-ascii";
import { trimEndOf } from "../../base/text.ts";
import type { Consignment, Party } from "./consignment.ts";

/** Fields whose length may be limited. `address`: both lines, joined by a space. */
type TextField = "name" | "address" | "cityName" | "districtName" | "orderNumber" | "reference1";

export type TextRules = {
  /**
   * `any`: all letters, unchanged. `turkish`: ASCII and the Turkish letters. `ascii`: ASCII alone.
   * Other letters are transliterated: for `ascii`, Ğ becomes G.
   */
  readonly letters: "any" | "turkish" | "ascii";
  /** The carrier's substitutions, applied first. */
  readonly replace?: Readonly<Record<string, string>>;
  readonly isUpperCase?: boolean;
  /** Highest number of characters per field. */
  readonly lengths: Readonly<Partial<Record<TextField, number>>>;
};

/** A text that the carrier gets in a changed form. `field`: like "recipient.name". */
export type TextChange = { readonly field: string; readonly from: string; readonly to: string };

const TURKISH: Readonly<Record<string, string>> = {
  Ç: "C",
  ç: "c",
  Ğ: "G",
  ğ: "g",
  İ: "I",
  ı: "i",
  Ö: "O",
  ö: "o",
  Ş: "S",
  ş: "s",
  Ü: "U",
  ü: "u",
  Â: "A",
  â: "a",
  Î: "I",
  î: "i",
  Û: "U",
  û: "u",
};
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_OR_TURKISH = /^[\x20-\x7eÇçĞğİıÖöŞşÜüÂâÎîÛû]*$/;
const GRAPHEMES = new Intl.Segmenter("tr", { granularity: "grapheme" });
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** any-ascii replaces other symbols by their names between colons. */
const SYMBOL_NAME = /:[\w+-]+:/;
const SPACE_OR_CONTROL = /[\p{Cc}\s]+/gu;
/**
 * Largest share of the permitted length that cutting between words may leave unused; if more would
 * stay unused, the word is cut.
 */
const LOST_AT_MOST = 0.4;
const HANGING = /[\s,;:/(&.-]/;

/**
 * Applies a carrier's rules to a consignment, and returns the consignment as sent, with its
 * changes. Leaves out an e-mail address with unsupported letters, since a changed address would
 * belong to somebody else.
 */
export function applyTextRules(
  consignment: Consignment,
  rules: TextRules,
): { readonly consignment: Consignment; readonly changes: readonly TextChange[] } {
  const { sender, recipient, returnTo, references } = consignment;
  const sent: Consignment = {
    ...consignment,
    sender: partyBy(sender, rules),
    recipient: partyBy(recipient, rules),
    returnTo: returnTo === null ? null : partyBy(returnTo, rules),
    items: consignment.items.map((item) => ({
      ...item,
      title: carrierText(item.title, rules),
      variantTitle: carrierText(item.variantTitle, rules),
      sku: carrierText(item.sku, rules),
    })),
    references: {
      orderNumber: carrierText(references.orderNumber, rules, "orderNumber"),
      reference1: carrierText(references.reference1, rules, "reference1"),
      waybillNumber: carrierText(references.waybillNumber, rules),
    },
  };
  return { consignment: sent, changes: changesOf(consignment, sent) };
}

/**
 * Converts one text.
 *
 * @param field Field whose length limit applies; absent: no limit.
 * @returns The text; if it is too long, cut at the end of a word where possible.
 */
export function carrierText(text: string, rules: TextRules, field?: TextField): string {
  const letters = lettersBy(text, rules);
  const most = field === undefined ? undefined : rules.lengths[field];
  return most === undefined ? letters : shortened(letters, most);
}

function partyBy(party: Party, rules: TextRules): Party {
  const most = rules.lengths.address ?? Infinity;
  const address1 = shortened(lettersBy(party.address1, rules), most);
  const left = most - address1.length - (address1 === "" ? 0 : 1);
  return {
    ...party,
    name: carrierText(party.name, rules, "name"),
    email: isWritable(party.email, rules) ? party.email : "",
    address1,
    address2: left > 0 ? shortened(lettersBy(party.address2, rules), left) : "",
    cityName: carrierText(party.cityName, rules, "cityName"),
    districtName: carrierText(party.districtName, rules, "districtName"),
    state: carrierText(party.state, rules),
    zip: carrierText(party.zip, rules),
  };
}

function isWritable(text: string, { letters }: TextRules): boolean {
  return letters === "any" || (letters === "ascii" ? ASCII : ASCII_OR_TURKISH).test(text);
}

function lettersBy(text: string, rules: TextRules): string {
  const spaced = text.normalize("NFC").replace(SPACE_OR_CONTROL, " ");
  // Most texts have supported letters only, and dividing a text into letters is slow.
  const isKept = rules.replace === undefined && isWritable(spaced, rules);
  const out = isKept
    ? spaced
    : Array.from(GRAPHEMES.segment(spaced), ({ segment }) => letterBy(segment, rules)).join("");
  const line = out.replace(/ +/g, " ").trim();
  if (rules.isUpperCase !== true) return line;
  return rules.letters === "ascii" ? line.toUpperCase() : line.toLocaleUpperCase("tr");
}

function letterBy(letter: string, rules: TextRules): string {
  const own = rules.replace?.[letter];
  if (own !== undefined) return own;
  if (isWritable(letter, rules)) return letter;
  if (PICTOGRAPH.test(letter)) return "";
  const ascii = TURKISH[letter] ?? anyAscii(letter).replace(/[^\x20-\x7e]/g, "");
  return SYMBOL_NAME.test(ascii) ? "" : ascii;
}

/**
 * Shortens a text at the end of a word near the limit, otherwise inside the word; never separates a
 * letter from its marks.
 */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  const word = text[end] === " " ? end : text.lastIndexOf(" ", end - 1);
  return trimEndOf(text.slice(0, word >= most * (1 - LOST_AT_MOST) ? word : end), HANGING);
}

function changesOf(from: Consignment, to: Consignment): TextChange[] {
  const changes: TextChange[] = [];
  const note = (field: string, before: string, after: string): void =>
    void (before === after || changes.push({ field, from: before, to: after }));
  const noteParty = (role: string, before: Party, after: Party): void => {
    note(`${role}.name`, before.name, after.name);
    note(`${role}.address`, addressOf(before), addressOf(after));
    for (const field of ["cityName", "districtName", "state", "zip", "email"] as const)
      note(`${role}.${field}`, before[field], after[field]);
  };
  noteParty("recipient", from.recipient, to.recipient);
  noteParty("sender", from.sender, to.sender);
  if (from.returnTo !== null && to.returnTo !== null)
    noteParty("returnTo", from.returnTo, to.returnTo);
  note("orderNumber", from.references.orderNumber, to.references.orderNumber);
  note("reference", from.references.reference1, to.references.reference1);
  note("items", itemsText(from), itemsText(to));
  return changes;
}

function addressOf({ address1, address2 }: Party): string {
  return [address1, address2].filter((line) => line !== "").join(" ");
}

function itemsText({ items }: Consignment): string {
  return items
    .map(({ title, variantTitle, sku }) =>
      [title, variantTitle, sku].filter((text) => text !== "").join(" "),
    )
    .join(", ");
}
