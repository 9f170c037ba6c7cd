/** Language of the core's words about the folder, which are loaded with this section only. */
import { useTranslation } from "react-i18next";

/** Returns the screen's language. */
export function useFolderLanguage(): "tr" | "en" {
  const { i18n } = useTranslation();
  return i18n.language === "tr" ? "tr" : "en";
}
