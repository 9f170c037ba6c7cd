/** Lists the sentences that a screen reads back, with their words in its language. */
import { CODE_WORDS_TR, SENTENCES_TR } from "./sentences-tr.ts";
import { TEMPLATES } from "./templates.ts";
import type { ScreenLanguage, Sentences } from "./sentences.schema.ts";

/** Lists the sentences with their words in a language, in the order in which they are tried. */
export function listSentences(language: ScreenLanguage): Sentences {
  const words: Readonly<Record<string, string>> = language === "tr" ? SENTENCES_TR : TEMPLATES;
  return {
    sentences: Object.entries<string>(TEMPLATES).map(([name, template]) => ({
      template,
      words: words[name] ?? template,
    })),
    codes: language === "tr" ? CODE_WORDS_TR : {},
  };
}
