/** Facts about this version and this station, updates, and diagnostics. */
import { useTranslation } from "react-i18next";
import { useShared } from "../../store/shared.ts";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { Diagnostics } from "./Diagnostics.tsx";
import { Updates } from "./Updates.tsx";
import styles from "./SettingsView.module.css";

/** Shows the organization, packer, key store, version and runtime, then updates and diagnostics. */
export function About() {
  const { t } = useTranslation();
  const info = useShared((store) => store.info);
  const desk = useShared((store) => store.desk);

  return (
    <div className={section["sections"]}>
      <section
        className={`${section["section"]} ${styles["about"]}`}
        aria-label={t("settings.about")}
      >
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
      <Updates />
      <Diagnostics />
    </div>
  );
}
