/**
 * What is seen while the station opens. Mostly a moment; after an update of a large station it is
 * minutes, and says so.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { readOpening } from "../lib/bridge.ts";
import styles from "./App.module.css";

const LOOK_EVERY_MS = 500;

/** Asks how far the opening is. */
export function Opening() {
  const { t } = useTranslation();
  const [upgrade, setUpgrade] = useState<{ readonly step: number; readonly of: number } | null>(
    null,
  );
  useEffect(() => {
    // What cannot be asked is not known: the words of a moment stay.
    const timer = setInterval(() => void readOpening().then(setUpgrade, () => {}), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles["loading"]} role="status" data-testid="opening">
      {upgrade === null ? <p>{t("app.loading")}</p> : <p>{t("app.upgrading", upgrade)}</p>}
    </div>
  );
}
