/** Finds currencies other than the lira in headings and cells. */
import { fold } from "../../../base/text.ts";
import { isLira } from "../../files/lira.ts";

/** Folded names of currencies in which carriers write price lists. */
const NAMES = new Set([
  "usd",
  "eur",
  "gbp",
  "chf",
  "jpy",
  "cny",
  "rub",
  "aed",
  "sar",
  "dolar",
  "dollar",
  "dollars",
  "euro",
  "euros",
  "avro",
  "sterlin",
  "pound",
  "pounds",
]);

/** Finds the first currency in a text that is not the lira: "Price (USD)" → "USD". */
export function currencyIn(text: string): string | undefined {
  return (text.match(/\p{Sc}|\p{L}+/gu) ?? []).find(
    (word) => (/\p{Sc}/u.test(word) && !isLira(word)) || NAMES.has(fold(word)),
  );
}

/** Removes the lira's name from a heading: "Şehir içi (TL)" → "Şehir içi". */
export function withoutLira(heading: string): string {
  return heading
    .replace(/\(\s*(?:TL|TRY|₺)\s*\)|₺|(?<=\s)(?:TL|TRY)$/giu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Splits "117,90 TL" or "€ 12" into the amount and the name of its currency. */
export function splitCurrency(text: string): { readonly amount: string; readonly name: string } {
  const [, before = "", amount = "", after = ""] =
    /^(\p{L}{2,12}|\p{Sc})?\s*([-−]?\s?[\d.,'’\s]*\d)\s*(\p{L}{2,12}|\p{Sc})?$/u.exec(text) ?? [];
  return amount === "" || (before !== "" && after !== "")
    ? { amount: text, name: "" }
    : { amount, name: before + after };
}
