/** Words for why a service makes no offer. */
import { useTranslation } from "react-i18next";
import type { IneligibleService } from "../../core/shipping/carriers/ineligible.schema.ts";

/** Returns the function that words a reason, to be read after the service's name. */
export function useIneligibleWords(): (service: IneligibleService) => string {
  const { t } = useTranslation();
  return ({ code, reason, limit }) =>
    code === "OTHER"
      ? t("reasons.ineligible.OTHER", { words: reason })
      : t(`reasons.ineligible.${code}`, {
          limit: limit ?? "",
          defaultValue: t("reasons.ineligible.OTHER", { words: reason }),
        });
}
