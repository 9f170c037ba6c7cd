/** Notices that stay while their cause lasts: test mode, a station without a connection, a fallback runtime. */
import { FlaskConical, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../ui/use-format.ts";
import { useShared } from "../store/shared.ts";
import styles from "./Notices.module.css";

/** One line for each notice that is true now, nothing for the others. */
export function Notices() {
  const { t } = useTranslation();
  const testMode = useShared((store) => store.info?.testMode === true || (store.desk.step === "ready" && store.desk.facts.testMode));
  const coreState = useShared((store) => store.coreState);
  const info = useShared((store) => store.info);
  const restoredAt = useShared((store) => (store.desk.step === "ready" ? store.desk.facts.restoredAt : null));
  const givenUp = useShared((store) => (store.desk.step === "ready" ? store.desk.facts.givenUp : 0));
  const format = useFormat();
  return (
    <header>
      {testMode ? (
        <div className={styles["test"]} data-testid="test-mode">
          <p>
            <FlaskConical size={18} aria-hidden="true" />
            <b>{t("app.test")}</b> {t("app.testWhy")}
          </p>
        </div>
      ) : null}
      {coreState === "running" ? null : (
        <div className={styles["link"]} role="alert" data-testid="core-state">
          <TriangleAlert size={18} aria-hidden="true" />
          <b>{t(`link.${coreState}`)}</b>
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
      {info?.fallbackRuntime === true ? (
        <div className={styles["fallbackRuntime"]} data-testid="fallback-runtime">
          <TriangleAlert size={16} aria-hidden="true" />
          <b>{t("app.fallbackRuntime", { electron: info.electron })}</b> {t("app.fallbackRuntimeWhy")}
        </div>
      ) : null}
    </header>
  );
}
