/** Settings of the screen itself. Saves each choice as soon as it is made. */
import { useTranslation } from "react-i18next";
import { LANGUAGES, SCANNER_LAYOUTS, THEMES } from "../../store/kept-settings.ts";
import { useShared } from "../../store/shared.ts";
import { Choice } from "../../ui/Choice.tsx";
import section from "../../ui/Section.module.css";

/** Language, theme, scanner layout and sounds. */
export function ScreenSettings() {
  const { t } = useTranslation();
  const settings = useShared((store) => store.settings);
  const change = useShared((store) => store.changeSettings);

  return (
    <section className={section["section"]} aria-label={t("settings.screen")}>
      <h2>{t("settings.screen")}</h2>
      <Choice
        label={t("settings.language")}
        value={settings.language}
        options={LANGUAGES.map((value) => ({ value, words: t(`settings.languages.${value}`) }))}
        onChange={(language) => change({ language })}
      />
      <Choice
        label={t("settings.theme")}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, words: t(`settings.themes.${value}`) }))}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        label={t("settings.scanner")}
        hint={t("settings.scannerHint")}
        value={settings.scanner}
        options={SCANNER_LAYOUTS.map((value) => ({
          value,
          words: t(`settings.scanners.${value}`),
        }))}
        onChange={(scanner) => change({ scanner })}
      />
      <Choice
        label={t("settings.sound")}
        value={settings.sound ? "on" : "off"}
        options={(["on", "off"] as const).map((value) => ({
          value,
          words: t(`settings.sounds.${value}`),
        }))}
        onChange={(sound) => change({ sound: sound === "on" })}
      />
    </section>
  );
}
