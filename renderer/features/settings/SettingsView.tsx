/** What a person sets about the screen, and facts about this version. Every change works at once. */
import { useTranslation } from "react-i18next";
import { LANGUAGES, SCANNER_LAYOUTS, THEMES } from "../../store/settings.slice.ts";
import { useShared } from "../../store/shared.ts";
import { Slot } from "../../store/slots.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { View } from "../../ui/View.tsx";
import { Practice } from "./Practice.tsx";
import section from "../../ui/Section.module.css";
import styles from "./SettingsView.module.css";

/** Language, theme, scanner and facts about this version. Each choice is saved at once. */
export function SettingsView() {
  const { t } = useTranslation();
  const settings = useShared((store) => store.settings);
  const change = useShared((store) => store.changeSettings);

  return (
    <View title={t("settings.title")}>
      <div className={styles["choices"]}>
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
          options={SCANNER_LAYOUTS.map((value) => ({ value, words: t(`settings.scanners.${value}`) }))}
          onChange={(scanner) => change({ scanner })}
        />
        <Choice
          label={t("settings.sound")}
          value={settings.sound ? "on" : "off"}
          options={(["on", "off"] as const).map((value) => ({ value, words: t(`settings.sounds.${value}`) }))}
          onChange={(sound) => change({ sound: sound === "on" })}
        />
      </div>
      <Slot name="settings" props={{}} />
      <Practice />
      <About />
    </View>
  );
}

function About() {
  const { t } = useTranslation();
  const info = useShared((store) => store.info);
  const desk = useShared((store) => store.desk);

  return (
    <section className={`${section["section"]} ${styles["about"]}`} aria-label={t("settings.about")}>
      <h2>{t("settings.about")}</h2>
      <dl>
        {desk.step === "ready" ? (
          <>
            <dt>{t("settings.organization")}</dt>
            <dd>{desk.facts.organization.name}</dd>
            <dt>{t("settings.member")}</dt>
            <dd>{desk.facts.member.name}</dd>
            <dt>{t("settings.secretsKey")}</dt>
            <dd>{t(`settings.secretsKeys.${desk.facts.secretsKey}`)}</dd>
          </>
        ) : null}
        {info === null ? null : (
          <>
            <dt>{t("settings.version")}</dt>
            <dd>Packbench {info.version}</dd>
            <dt>{t("settings.runtime")}</dt>
            <dd>Electron {info.electron}</dd>
          </>
        )}
      </dl>
      {info?.fallbackRuntime === true ? (
        <div className={styles["fallbackRuntime"]}>
          <Mark tone="attention">{t("app.fallbackRuntime", { electron: info.electron })}</Mark>
          <p>{t("settings.fallbackRuntime")}</p>
        </div>
      ) : null}
    </section>
  );
}
