/**
 * Notices that stay while their cause lasts: test mode, the fallback runtime, a core that does not
 * run, a restored backup, labels that need a decision. The notices of test mode and of the fallback
 * runtime explain themselves for a minute where there is room. Then the two share one line, so that
 * the work keeps its room.
 */
import { FlaskConical, TriangleAlert } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useShared } from "../store/shared.ts";
import { Button } from "../ui/Button.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./Notices.module.css";

/** How long a permanent notice shows its explanation, ms. */
const EXPLAINED_MS = 60_000;

/** One line for each notice whose cause lasts. */
export function Notices() {
  const { t } = useTranslation();
  const coreState = useShared((store) => store.coreState);
  const restart = useShared((store) => store.restartCore);
  const restoredAt = useShared((store) =>
    store.desk.step === "ready" ? store.desk.facts.restoredAt : null,
  );
  const givenUp = useShared((store) =>
    store.desk.step === "ready" ? store.desk.facts.givenUp : 0,
  );
  const format = useFormat();
  return (
    <header>
      <AllDay />
      {coreState === "running" ? null : (
        <div className={styles["link"]} role="alert" data-testid="core-state">
          <TriangleAlert size={18} aria-hidden="true" />
          <b>{t(`link.${coreState}`)}</b>
          {coreState === "stopped" ? (
            <Button small onPress={() => void restart()}>
              {t("link.restart")}
            </Button>
          ) : null}
        </div>
      )}
      {restoredAt === null ? null : (
        <div className={styles["restored"]} role="alert" data-testid="restored">
          <TriangleAlert size={18} aria-hidden="true" />
          <p>
            <b>{t("app.restored", { when: format.instant(restoredAt) })}</b> {t("app.restoredWhy")}
          </p>
        </div>
      )}
      {givenUp === 0 ? null : (
        <div className={styles["restored"]} role="alert" data-testid="given-up">
          <TriangleAlert size={18} aria-hidden="true" />
          <p>
            <b>{t("app.givenUp", { count: givenUp })}</b> {t("app.givenUpWhy")}
          </p>
        </div>
      )}
    </header>
  );
}

/** The notices of test mode and of the fallback runtime, which stay until the window closes. */
function AllDay() {
  const { t } = useTranslation();
  const testMode = useShared(
    (store) =>
      store.info?.testMode === true || (store.desk.step === "ready" && store.desk.facts.testMode),
  );
  const info = useShared((store) => store.info);
  const isExplained = useIsExplained();
  const fallback =
    info?.fallbackRuntime === true ? t("app.fallbackRuntime", { electron: info.electron }) : null;
  if (testMode && fallback !== null && !isExplained) {
    return (
      <div className={`${styles["test"]} ${styles["short"]}`} data-testid="test-mode">
        <p title={`${t("app.testWhy")} ${t("app.fallbackRuntimeWhy")}`}>
          <FlaskConical size={14} aria-hidden="true" />
          <b>{t("app.test")}</b>
          <span data-testid="fallback-runtime">{fallback}</span>
        </p>
      </div>
    );
  }
  return (
    <>
      {testMode ? (
        <div
          className={`${styles["test"]} ${isExplained ? "" : styles["short"]}`}
          data-testid="test-mode"
        >
          <p title={t("app.testWhy")}>
            <FlaskConical size={isExplained ? 18 : 14} aria-hidden="true" />
            <b>{t("app.test")}</b> {isExplained ? t("app.testWhy") : null}
          </p>
        </div>
      ) : null}
      {fallback === null ? null : (
        <div className={styles["fallbackRuntime"]} data-testid="fallback-runtime">
          <TriangleAlert size={16} aria-hidden="true" />
          <b>{fallback}</b> {isExplained ? t("app.fallbackRuntimeWhy") : null}
        </div>
      )}
    </>
  );
}

/**
 * In a low window (large type) the explanation has no room; the single line has the explanation as
 * its tooltip.
 */
const LOW_WINDOW = matchMedia("(max-height: 620px)");

function followHeight(changed: () => void): () => void {
  LOW_WINDOW.addEventListener("change", changed);
  return () => LOW_WINDOW.removeEventListener("change", changed);
}

function useIsExplained(): boolean {
  const [isNew, setNew] = useState(true);
  const isLow = useSyncExternalStore(followHeight, () => LOW_WINDOW.matches);
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), EXPLAINED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNew && !isLow;
}
