/** Sentences that the core writes in English for programs and for the log. */
import type { i18n } from "i18next";

/**
 * Returns the core's sentence for an English screen. Other screens show their own words for the
 * sentence's code, and no sentence in a language that the packer may not read.
 */
export function coreSentence({ language }: Pick<i18n, "language">, sentence: string): string {
  return language === "en" ? sentence : "";
}
