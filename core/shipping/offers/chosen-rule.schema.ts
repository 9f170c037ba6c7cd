/** The rule by which an offer was chosen, as answers and purchases name it. */
import { z } from "zod";

/** A rule in plain words. */
export const ruleWordsSchema = z
  .object({ en: z.string(), tr: z.string() })
  .meta({ id: "ChoosingRuleWords" });
export type RuleWords = z.infer<typeof ruleWordsSchema>;

/** The rule that made a choice. */
export const namedRuleSchema = z
  .object({ id: z.string(), words: ruleWordsSchema })
  .meta({ id: "NamedChoosingRule" });
export type NamedRule = z.infer<typeof namedRuleSchema>;

/**
 * The rule by which a label was bought, as it was at the purchase. `atOnce`: the rule bought it
 * without a person.
 */
export const frozenRuleSchema = z
  .object({ ...namedRuleSchema.shape, atOnce: z.boolean() })
  .meta({ id: "FrozenChoosingRule" });
export type FrozenRule = z.infer<typeof frozenRuleSchema>;

/** Reads the rule of a stored purchase; null when a person or a program chose the offer. */
export function readFrozenRule(stored: unknown): FrozenRule | null {
  if (stored === undefined) return null;
  const read = frozenRuleSchema.safeParse(stored);
  return read.success ? read.data : null;
}
