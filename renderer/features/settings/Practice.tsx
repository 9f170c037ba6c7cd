/** Opens a practice station, where nothing counts, in another window. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invoke } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import styles from "./SettingsView.module.css";

/** Shows the button. In test mode, which is for practice itself, a sentence replaces the button. */
export function Practice() {
  const { t } = useTranslation();
  const isOffered = useShared((store) => store.info?.testMode === false);
  const [opened, setOpened] = useState<Failure | "opening" | null>(null);

  const open = async (): Promise<void> => {
    setOpened(null);
    try {
      await invoke("window:openPractice", {});
      setOpened("opening");
    } catch (error) {
      setOpened(failureOf(error));
    }
  };
  return (
    <section
      className={`${section["section"]} ${styles["practice"]}`}
      aria-label={t("settings.practice")}
    >
      <h2>{t("settings.practice")}</h2>
      <p>{t("settings.practiceLead")}</p>
      {isOffered ? (
        <Button onPress={() => void open()}>{t("settings.openPractice")}</Button>
      ) : (
        <Mark tone="info">{t("settings.practiceHere")}</Mark>
      )}
      <div role="status">
        {opened === "opening" ? (
          <p>{t("settings.practiceOpening")}</p>
        ) : opened === null ? null : (
          <FailureText failure={opened} />
        )}
      </div>
    </section>
  );
}
