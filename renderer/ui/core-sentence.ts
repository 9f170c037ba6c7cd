/** Sentences that the core writes in English for programs and for the log. */
import type { i18n } from "i18next";
import { readSentence } from "../../core/base/sentences.ts";

/**
 * Returns the core's sentence for an English screen. Other screens show their own words for the
 * sentence's code, and no sentence in a language that the packer may not read.
 */
export function coreSentence({ language }: Pick<i18n, "language">, sentence: string): string {
  return language === "en" ? sentence : "";
}

type Words = Pick<i18n, "language" | "t" | "getResource">;

/**
 * Says a sentence of the core about a call to another server in the screen's language, with the
 * sentences that it quotes.
 *
 * @returns Undefined for a sentence that is not known, such as a carrier's own words.
 */
export function spokenSentence(words: Words, text: string): string | undefined {
  const templates = tableOf(words, "templates");
  const whole = readSentence(templates, text);
  // A sentence that others quote has lost its stop.
  const read = whole ?? readSentence(templates, `${text}.`);
  if (read === undefined) return undefined;
  const { code = "", words: theirs = "", cause = "" } = read.values;
  const said = words.t(`spoken.sentences.${read.key as "stopped"}`, {
    ...read.values,
    words: ofCode(words, code) ?? spokenSentence(words, theirs) ?? theirs,
    cause: spokenSentence(words, cause) ?? cause,
  });
  return whole === undefined ? said.replace(/\.$/, "") : said;
}

/** Words for a code of another Packbench, which sends English words with it. */
function ofCode(words: Words, code: string): string | undefined {
  return words.language === "en" ? undefined : tableOf(words, "codes")[code];
}

function tableOf(words: Words, part: "templates" | "codes"): Readonly<Record<string, string>> {
  const table: unknown = words.getResource(words.language, "translation", `spoken.${part}`);
  return typeof table === "object" && table !== null ? (table as Record<string, string>) : {};
}
