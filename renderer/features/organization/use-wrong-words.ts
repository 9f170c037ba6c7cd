/** Words for a wrong field, in the screen's language. */
import { useTranslation } from "react-i18next";

/**
 * Creates a function that returns the words for a schema's message. The message is a key under
 * `organization.wrong`; any other message comes from the core's schema and means that the text is
 * too long.
 */
export function useWrongWords(): (message: string) => string {
  const { t } = useTranslation();
  return (message) =>
    t(`organization.wrong.${message as "amount"}`, { defaultValue: t("form.tooLong") });
}
