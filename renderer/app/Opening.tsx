/**
 * Shown while the station opens. Opening mostly takes a moment; after an update of a large station
 * it takes minutes, and the screen says so.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { readOpening } from "../lib/bridge.ts";
import styles from "./App.module.css";

const LOOK_EVERY_MS = 500;

/** Shows that the station opens, and polls how far the database upgrade is. */
export function Opening() {
  const { t } = useTranslation();
  const [upgrade, setUpgrade] = useState<{ readonly step: number; readonly of: number } | null>(
    null,
  );
  useEffect(() => {
    // When the progress cannot be read, the usual words stay.
    const timer = setInterval(() => void readOpening().then(setUpgrade, () => {}), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles["loading"]} role="status" data-testid="opening">
      {upgrade === null ? <p>{t("app.loading")}</p> : <p>{t("app.upgrading", upgrade)}</p>}
    </div>
  );
}
