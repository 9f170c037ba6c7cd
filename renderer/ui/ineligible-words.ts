/** Words for why a service makes no offer. */
import { useTranslation } from "react-i18next";
import type { i18n as I18n } from "i18next";
import type { IneligibleService } from "../../core/shipping/carriers/ineligible.schema.ts";
import { spokenSentence } from "./core-sentence.ts";

/** Returns the function that words a reason, to be read after the service's name. */
export function useIneligibleWords(): (service: IneligibleService) => string {
  const { t, i18n } = useTranslation();
  return ({ code, reason, limit, name }) =>
    code === "OTHER"
      ? (reasonThere(i18n, reason, name) ?? t("reasons.ineligible.OTHER", { words: reason }))
      : t(`reasons.ineligible.${code}`, {
          limit: limit ?? "",
          defaultValue: t("reasons.ineligible.OTHER", { words: reason }),
        });
}

/** Words for a reason of a marketplace, to be read after its name, which sentences repeat. */
function reasonThere(i18n: I18n, reason: string, name: string): string | undefined {
  const shown = spokenSentence(i18n, reason);
  if (shown === undefined) return undefined;
  if (shown.startsWith(`${name} `)) return shown.slice(name.length + 1);
  return /^\p{Ll}/u.test(reason) ? shown : `– ${shown}`;
}
