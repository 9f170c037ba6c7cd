/** Sentences that the core writes in English for programs and for the log. */
import type { i18n } from "i18next";
import { readSentence, sentence } from "../../core/base/sentences.ts";
import { listSentences } from "../../core/station/sentences/sentences.api.ts";
import type { Sentences } from "../../core/station/sentences/sentences.schema.ts";
import { call } from "../lib/bridge.ts";

/**
 * Returns the core's sentence for an English screen. Other screens show their own words for the
 * sentence's code, and no sentence in a language that the packer may not read.
 */
export function coreSentence({ language }: Pick<i18n, "language">, sentence: string): string {
  return language === "en" ? sentence : "";
}

/** Resources of the screen's words in which the sentences of the core are kept. */
const KEPT = "sentences";
const loading = new Set<string>();

type Words = Pick<i18n, "language" | "getResourceBundle" | "addResourceBundle">;

/**
 * Says a sentence of the core about a call to another server in the screen's language, with the
 * sentences that it quotes. The first call reads the sentences; their words appear when they come.
 *
 * @returns Undefined for a sentence that is not known, such as a carrier's own words.
 */
export function spokenSentence(words: Words, text: string): string | undefined {
  const known: unknown = words.getResourceBundle(words.language, KEPT);
  if (known === undefined) void load(words);
  return known === undefined ? undefined : say(known as Sentences, text);
}

function say(known: Sentences, text: string): string | undefined {
  const templates = Object.fromEntries(known.sentences.map(({ template }) => [template, template]));
  const whole = readSentence(templates, text);
  // A sentence that others quote has lost its stop.
  const read = whole ?? readSentence(templates, `${text}.`);
  const found = known.sentences.find(({ template }) => template === read?.key);
  if (read === undefined || found === undefined) return undefined;
  const { code = "", words = "", cause = "" } = read.values;
  const shown = sentence(found.words, {
    ...read.values,
    words: known.codes[code] ?? say(known, words) ?? words,
    cause: say(known, cause) ?? cause,
  });
  return whole === undefined ? shown.replace(/\.$/, "") : shown;
}

/** Reads the sentences once. After a failure the next call reads them again. */
async function load(words: Words): Promise<void> {
  const { language } = words;
  const wanted = language === "tr" ? "tr" : "en";
  if (loading.has(language)) return;
  loading.add(language);
  try {
    const read = await call(listSentences, { params: { language: wanted } });
    words.addResourceBundle(language, KEPT, read);
  } catch {
    loading.delete(language);
  }
}
