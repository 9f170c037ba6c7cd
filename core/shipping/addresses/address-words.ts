/** Search words of an address in the book, and queries for them from the text of a search. Pure. */
import { nationalDigits } from "../../base/phone.ts";
import { fold } from "../../base/text.ts";
import type { AddressRow } from "./addresses.store.ts";

/** Shortest ending of a word that is indexed separately. */
const SHORTEST_END = 3;
const LONGEST_WORD = 24;
/** Digits with usual separators between them: seven or more are a telephone number. */
const PHONE_LIKE = /\+?\d(?:[\s().-]*\d){6,}/g;
const MOST_WORDS = 8;
/** Longest prefix that is in the index. */
const LONGEST_INDEXED = 5;
/** Words that nearly every address has, so that they do not narrow a search. */
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

/**
 * Makes the word that each address of an organization's senders or recipients has in the index,
 * because the index has no other filter.
 */
function listWord(organizationID: string, isRecipient: boolean): string {
  return `${isRecipient ? "r" : "s"}${organizationID.replaceAll("-", "")}`;
}

/**
 * Makes the indexed text of an address: its words, and the endings of the words in names, telephone
 * and district, so that "köy" finds Kadıköy.
 */
export function searchText(row: AddressRow): string {
  const phone = nationalDigits(row.phone) ?? row.phone.replace(/\D/g, "");
  const whole = wordsOf(
    [row.address1, row.address2, row.streetName, row.cityName, row.zip, row.email].join(" "),
  );
  const byEnds = wordsOf(
    [row.name, row.shortName, row.districtName, row.email.split("@")[0] ?? ""].join(" "),
  ).flatMap(endsOf);
  return [
    listWord(row.organizationID, row.isRecipient === 1),
    ...new Set([...byEnds, ...whole, ...endsOf(phone)]),
  ].join(" ");
}

/**
 * Converts a search to FTS5 queries: each word matches the beginning of a word or of an ending; a
 * telephone number matches in any format. The first query matches long words as whole words, which
 * is fast for any number of addresses. The second query is used when the first finds nothing.
 *
 * @returns Empty for a search without a letter or digit.
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
  // "0532" is the beginning of a number, which is stored without the 0.
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

/** Normalizes a telephone number for duplicates; "" when it is missing or too short. */
export function phoneKey(phone: string): string {
  const digits = nationalDigits(phone) ?? phone.replace(/\D/g, "");
  return digits.length >= 7 ? digits : "";
}

/** Makes the folded name and telephone; "" when one of them is missing. */
export function personKey({ name, phone }: Pick<AddressRow, "name" | "phone">): string {
  const [words, digits] = [wordsOf(name).join(" "), phoneKey(phone)];
  return words === "" || digits === "" ? "" : `${words} ${digits}`;
}

/**
 * Computes how alike two addresses are: words that both have, divided by all their words, 0 to 1.
 * Short words of an address ("cd", "no") do not count; house numbers do.
 */
export function likeness(a: AddressRow, b: AddressRow): number {
  const [first, second] = [a, b].map(
    (row) =>
      new Set(
        wordsOf(`${row.address1} ${row.address2} ${row.districtName} ${row.cityName}`).filter(
          (word) => word.length > 3 || /\d/.test(word),
        ),
      ),
  );
  const shared = [...(first ?? [])].filter((word) => second?.has(word) === true).length;
  const all = new Set([...(first ?? []), ...(second ?? [])]).size;
  return all === 0 ? 0 : shared / all;
}

/** Splits folded text into words as the index does. */
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
