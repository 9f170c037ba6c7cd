/** Writes numbers, amounts and days into the price form as the screen's language writes them. */
import { dayWords } from "../../../lib/format.ts";
import type { Writer } from "./start-texts.ts";

/** Creates the writer. */
export function priceWriter(language: string): Writer {
  const isTurkish = language === "tr";
  const local = (text: string): string => (isTurkish ? text.replace(".", ",") : text);
  return {
    number: (value) => local(String(value)),
    amount: (minor) => local((minor / 100).toFixed(2)),
    day: (day) => dayWords(day, isTurkish ? "tr" : "en"),
  };
}
