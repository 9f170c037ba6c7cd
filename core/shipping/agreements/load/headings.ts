/** Knows the Turkish and English headings of price lists. */
import { createHash } from "node:crypto";
import { entriesOf } from "../../../base/objects.ts";
import { fold } from "../../../base/text.ts";

export type ColumnMeaning = "desi" | "from" | "upTo" | "price" | "zone" | "service" | "currency";

/** Headings as `plainHeading` returns them. */
const HEADINGS: Readonly<Record<ColumnMeaning, readonly string[]>> = {
  desi: [
    "desi",
    "desi/kg",
    "kg/desi",
    "kg-desi",
    "desi-kg",
    "kg-ds",
    "ds-kg",
    "kg/ds",
    "ds/kg",
    "ds",
    "kg",
    "agirlik",
    "agirlik/desi",
    "desi/agirlik",
    "desi araligi",
    "kg araligi",
    "desi/kg araligi",
    "kg/desi araligi",
    "desi kademesi",
    "kademe",
    "weight",
    "desi range",
    "weight range",
    "volumetric weight",
    "chargeable weight",
  ],
  from: [
    "desi baslangic",
    "baslangic desi",
    "baslangic",
    "alt desi",
    "desi alt",
    "desi alt sinir",
    "alt sinir",
    "min desi",
    "desi min",
    "en az desi",
    "ilk desi",
    "desi from",
    "from desi",
    "from",
    "first desi",
  ],
  upTo: [
    "desi bitis",
    "bitis desi",
    "bitis",
    "ust desi",
    "desi ust",
    "desi ust sinir",
    "ust sinir",
    "max desi",
    "maks desi",
    "desi max",
    "en cok desi",
    "en fazla desi",
    "son desi",
    "desi to",
    "to desi",
    "to",
    "up to",
    "up to desi",
    "last desi",
  ],
  price: [
    "fiyat",
    "fiyati",
    "birim fiyat",
    "net fiyat",
    "kargo fiyati",
    "tasima fiyati",
    "tutar",
    "ucret",
    "kargo ucreti",
    "tasima ucreti",
    "bedel",
    "tasima bedeli",
    "price",
    "unit price",
    "net price",
    "amount",
    "rate",
  ],
  zone: [
    "bolge",
    "bolge adi",
    "bolge kodu",
    "zon",
    "mesafe",
    "mesafe bandi",
    "hat",
    "zone",
    "zone name",
    "region",
    "distance",
  ],
  service: [
    "hizmet",
    "hizmet adi",
    "hizmet kodu",
    "hizmet tipi",
    "servis",
    "servis adi",
    "servis tipi",
    "gonderi tipi",
    "urun",
    "service",
    "service name",
    "service code",
    "product",
  ],
  currency: ["para birimi", "doviz", "doviz cinsi", "currency", "currency code"],
};

const MEANINGS = new Map(
  entriesOf(HEADINGS).flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
);

/** Longest heading that is compared, so that a cell with a long text costs nothing. */
const LONGEST = 100;

/** Folds a heading and removes what is in brackets, the lira, and signs at its end. */
function plainHeading(heading: string): string {
  return fold(heading.slice(0, LONGEST))
    .replace(/[([][^()[\]]*[)\]]/g, " ")
    .replace(/\s*([/-])\s*/g, "$1")
    .replace(/(?<=\s)(?:tl|try)(?=\s|$)|[₺*:.]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Finds the meaning of a column by its heading. */
export function meaningOf(heading: string): ColumnMeaning | undefined {
  return MEANINGS.get(plainHeading(heading));
}

/** Words within unknown headings that suggest a meaning, by priority. */
const HINTS: readonly (readonly [ColumnMeaning, RegExp])[] = [
  ["currency", /para birimi|doviz|currency/],
  ["from", /baslangic|\balt\b|\bmin|\bfrom\b/],
  ["upTo", /bitis|\bust\b|\bmax|\bmaks|\bto\b/],
  ["desi", /desi|\bkg\b|\bds\b|agirlik|weight/],
  ["zone", /bolge|\bzon|mesafe|region/],
  ["price", /fiyat|tutar|ucret|bedel|price|amount|\brate/],
  ["service", /hizmet|servis|service|urun|product/],
];

/** Guesses the meaning of a column by the words of its heading. */
export function guessMeaning(heading: string): ColumnMeaning | undefined {
  const plain = plainHeading(heading);
  return meaningOf(heading) ?? HINTS.find(([, words]) => words.test(plain))?.[0];
}

/**
 * Makes a key by which the mapping of a list with these headings is found again. Case, marks and
 * white space do not count.
 *
 * @param headings Texts of the row with the headings, from column A on.
 */
export function headingsKey(headings: readonly string[]): string {
  const folded = headings.map(fold);
  const length = folded.findLastIndex((heading) => heading !== "") + 1;
  return createHash("sha256")
    .update(JSON.stringify(folded.slice(0, length)))
    .digest("base64url");
}
