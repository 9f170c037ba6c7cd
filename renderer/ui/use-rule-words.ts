/** Words of choosing rules in the window's language. */
import { useTranslation } from "react-i18next";
import type { RuleWords } from "../../core/shipping/offers/chosen-rule.schema.ts";

/** Returns a function that picks the words of a rule. */
export function useRuleWords(): (words: RuleWords) => string {
  const { i18n } = useTranslation();
  return ({ en, tr }) => (i18n.language === "tr" ? tr : en);
}
