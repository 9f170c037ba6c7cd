/** What is wrong in a field, in the language of the screen. */
import { useTranslation } from "react-i18next";

/**
 * @returns The words of a schema's message: a key under `organization.wrong`. Other messages are
 *   the core's, and what
 * it refuses beside those is a text that is too long.
 */
export function useWrongWords(): (message: string) => string {
  const { t } = useTranslation();
  return (message) =>
    t(`organization.wrong.${message as "amount"}`, { defaultValue: t("form.tooLong") });
}
