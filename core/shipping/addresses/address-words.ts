/** The words by which an address of the book is found, and a search as a query over them. Pure. */
import { nationalDigits } from "../../base/phone.ts";
import { fold } from "../../base/text.ts";
import type { AddressRow } from "./addresses.store.ts";

/** A shorter end of a word finds nothing by itself. */
const SHORTEST_END = 3;
const LONGEST_WORD = 24;
/** Figures with what people put between them: at least so many digits are a telephone. */
const PHONE_LIKE = /\+?\d(?:[\s().-]*\d){6,}/g;
const MOST_WORDS = 8;
/** Beginnings up to this length are in the index. */
const LONGEST_INDEXED = 5;
/** Words of nearly every address: they find nothing that the others do not. */
const COMMON: ReadonlySet<string> = new Set([
  "no",
  "cd",
  "cad",
  "caddesi",
  "sk",
  "sok",
  "sokak",
  "mah",
  "mh",
  "mahallesi",
  "apt",
  "daire",
  "kat",
  "blok",
]);

/** Every organization's list is a word of its addresses: the index has no other filter. */
function listWord(organizationID: string, isRecipient: boolean): string {
  return `${isRecipient ? "r" : "s"}${organizationID.replaceAll("-", "")}`;
}

/**
 * What the search index gets of an address: its words; of names, telephone and district their ends
 * too, so that "köy" finds Kadıköy.
 */
export function searchText(row: AddressRow): string {
  const phone = nationalDigits(row.phone) ?? row.phone.replace(/\D/g, "");
  const whole = wordsOf(
    [row.address1, row.address2, row.street_name, row.city_name, row.zip, row.email].join(" "),
  );
  const byEnds = wordsOf(
    [row.name, row.short_name, row.district_name, row.email.split("@")[0] ?? ""].join(" "),
  ).flatMap(endsOf);
  return [
    listWord(row.organization_id, row.is_recipient === 1),
    ...new Set([...byEnds, ...whole, ...endsOf(phone)]),
  ].join(" ");
}

/**
 * A search as FTS5 queries: each word begins a word or an end of one; a telephone number is found
 * in any form. The first takes long words as whole ones, which is quick however many addresses have
 * them; the other is for when that finds nothing.
 *
 * @returns None for a search without a letter or digit.
 */
export function searchQueries(
  organizationID: string,
  isRecipient: boolean,
  search: string,
): readonly string[] {
  const phones: string[] = [];
  const rest = search.replace(PHONE_LIKE, (written) => {
    const digits = written.replace(/\D/g, "").replace(/^00/, "");
    phones.push(
      nationalDigits(written) ??
        (digits.length > 10 && digits.startsWith("90")
          ? digits.slice(2)
          : digits.replace(/^0/, "")),
    );
    return " ";
  });
  // "0532" is how a number begins; it is kept without its 0.
  const all = [
    ...phones,
    ...wordsOf(rest).map((word) => (/^0\d{3,}$/.test(word) ? word.slice(1) : word)),
  ].map((word) => word.slice(0, LONGEST_WORD));
  const telling = all.filter((word) => !COMMON.has(word));
  const words = (telling.length === 0 ? all : telling).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const queryOf = (isWhole: (word: string) => boolean): string =>
    [
      `"${listWord(organizationID, isRecipient)}"`,
      ...words.map((word) => `"${word}"${isWhole(word) ? "" : "*"}`),
    ].join(" AND ");
  return [
    ...new Set([
      queryOf((word) => word.length === 1 || word.length > LONGEST_INDEXED),
      queryOf((word) => word.length === 1),
    ]),
  ];
}

/** A telephone in one form, for duplicates; "" when there is none to speak of. */
export function phoneKey(phone: string): string {
  const digits = nationalDigits(phone) ?? phone.replace(/\D/g, "");
  return digits.length >= 7 ? digits : "";
}

/** Folded name and telephone; "" without either. */
export function personKey({ name, phone }: Pick<AddressRow, "name" | "phone">): string {
  const [words, digits] = [wordsOf(name).join(" "), phoneKey(phone)];
  return words === "" || digits === "" ? "" : `${words} ${digits}`;
}

/**
 * How much of their words two addresses share, 0 to 1. Short words of an address ("cd", "no") do
 * not count; house numbers do.
 */
export function likeness(a: AddressRow, b: AddressRow): number {
  const [first, second] = [a, b].map(
    (row) =>
      new Set(
        wordsOf(`${row.address1} ${row.address2} ${row.district_name} ${row.city_name}`).filter(
          (word) => word.length > 3 || /\d/.test(word),
        ),
      ),
  );
  const shared = [...(first ?? [])].filter((word) => second?.has(word) === true).length;
  const all = new Set([...(first ?? []), ...(second ?? [])]).size;
  return all === 0 ? 0 : shared / all;
}

/** Folded words, split as the index splits them. */
function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function endsOf(word: string): string[] {
  const cut = word.slice(0, LONGEST_WORD);
  return [
    cut,
    ...Array.from({ length: Math.max(0, cut.length - SHORTEST_END) }, (_, i) => cut.slice(i + 1)),
  ];
}
