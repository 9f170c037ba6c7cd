/** Writes the sentences about another server of this interface. */
import { sentence, type NamesIn } from "../../../base/sentences.ts";
import { MARKETPLACE_SENTENCES } from "../marketplace-sentences.ts";

type Templates = typeof MARKETPLACE_SENTENCES;

/** Writes a sentence about a server. */
export function say<K extends keyof Templates>(
  key: K,
  values: Readonly<Record<NamesIn<Templates[K]>, string | number>>,
): string {
  return sentence(MARKETPLACE_SENTENCES[key], values);
}
