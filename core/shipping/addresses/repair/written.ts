/** Splits a written address into words with their positions, and classifies them. */
import { fold } from "../../../base/text.ts";

export type Word = {
  /** Folded text of the word. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** Folded words that follow the name of a neighbourhood. */
export const NEIGHBOURHOOD_WORDS: ReadonlySet<string> = new Set([
  "mah",
  "mh",
  "mahallesi",
  "mahalle",
  "mhl",
  "mahal",
]);
/**
 * Folded words that follow the name of a street or a building: the words before them name no
 * location.
 */
const STREET_WORDS: ReadonlySet<string> = new Set(
  "cad cd cadde caddesi sok sk sokak sokagi blv bulv bulvar bulvari apt ap apartman apartmani site sitesi sit plaza han hani is merkezi avm yolu yol meydani meydan blok konutlari rezidans residence cikmazi cik kume evleri mevkii mevki duragi carsisi carsi koprusu osb sanayi".split(
    " ",
  ),
);
/** Folded words that occur only in addresses. */
const ADDRESS_WORDS: ReadonlySet<string> = new Set([
  ...NEIGHBOURHOOD_WORDS,
  ...STREET_WORDS,
  "no",
  "d",
  "k",
  "kat",
  "daire",
  "kapi",
  "blok",
  "adres",
  "ilce",
  "koyu",
]);

/** Reads the words of a text, without suffixes after an apostrophe: "İstanbul'da". */
export function readWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:\p{M}+[\p{L}\p{N}]*)*/gu)].flatMap((match) => {
    const isSuffix = /['’]/.test(text[match.index - 1] ?? "") && match[0].length <= 4;
    return isSuffix
      ? []
      : [{ text: fold(match[0]), start: match.index, end: match.index + match[0].length }];
  });
}

/**
 * Returns whether the word at `at` marks the words before it as a street or a building. "is" counts
 * only before "merkezi".
 */
export function isStreetWord(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? "";
  return word === "is"
    ? words[at + 1]?.text === "merkezi"
    : word !== "merkezi" && STREET_WORDS.has(word);
}

/**
 * Returns whether a text may be the name of a person or a firm: words without digits, of which none
 * occurs only in addresses.
 */
export function looksLikeName(text: string): boolean {
  const words = readWords(text);
  const isFirm = words.some(({ text: word }) =>
    ["ltd", "sti", "as", "san", "tic", "limited"].includes(word),
  );
  return (
    words.length >= 2 &&
    words.length <= (isFirm ? 10 : 5) &&
    !/\d/.test(text) &&
    !words.some(({ text: word }) => ADDRESS_WORDS.has(word))
  );
}

/** Converts text in capitals to words with one capital; leaves other text unchanged. */
export function lowerCapitals(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  if (letters.length < 4 || letters !== letters.toLocaleUpperCase("tr")) return text;
  return text
    .toLocaleLowerCase("tr")
    .replace(
      /(^|[^\p{L}\p{M}'’])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase("tr"),
    );
}
