/** Words for a wrong field of a rule, in the screen's language. */
import { useTranslation } from "react-i18next";

/** Returns the words for a message of `typedRuleSchema`, which is a key under `rules.wrong`. */
export function useRuleWrong(): (message: string) => string {
  const { t } = useTranslation();
  return (message) => t(`rules.wrong.${message as "number"}`);
}
