/** Exports: all data of the organization, and facts for support. */
import { useTranslation } from "react-i18next";
import { getSupportBundle } from "../../../core/station/support/support.api.ts";
import { exportAll, saveFile } from "../../lib/bridge.ts";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import section from "../../ui/Section.module.css";

/** Shows the buttons; each button asks where to save its file. */
export function KeepingBox() {
  const { t } = useTranslation();
  return (
    <>
      <section className={section["section"]} aria-label={t("keeping.export")} data-testid="export">
        <h2>{t("keeping.export")}</h2>
        <p>{t("keeping.exportLead")}</p>
        <SaveFileButton words={t("keeping.csv")} save={() => exportAll("csv")} />
        <SaveFileButton words={t("keeping.jsonl")} save={() => exportAll("jsonl")} />
      </section>
      <section
        className={section["section"]}
        aria-label={t("keeping.support")}
        data-testid="support"
      >
        <h2>{t("keeping.support")}</h2>
        <p>{t("keeping.supportLead")}</p>
        <SaveFileButton words={t("keeping.supportSave")} save={() => saveFile(getSupportBundle)} />
      </section>
    </>
  );
}
