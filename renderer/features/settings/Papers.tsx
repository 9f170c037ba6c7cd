/** Links from Settings to the views for label layouts and printers. */
import { useTranslation } from "react-i18next";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import section from "../../ui/Section.module.css";
import styles from "./SettingsView.module.css";

/** Shows two buttons: one opens the view for label layouts, the other the view for printers. */
export function Papers() {
  const { t } = useTranslation();
  const show = useShared((store) => store.showView);
  return (
    <section
      className={`${section["section"]} ${styles["practice"]}`}
      aria-label={t("settings.papers")}
    >
      <h2>{t("settings.papers")}</h2>
      <p>{t("settings.labelsLead")}</p>
      <Button onPress={() => show("labels")}>{t("settings.openLabels")}</Button>
      <p>{t("settings.printersLead")}</p>
      <Button onPress={() => show("printers")}>{t("settings.openPrinters")}</Button>
    </section>
  );
}
