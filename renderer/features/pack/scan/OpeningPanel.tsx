/**
 * Shows the scanned code large while its order is looked up, so that the packer sees at once that
 * the scan arrived.
 */
import { useTranslation } from "react-i18next";
import { runShared } from "../../../store/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./OpeningPanel.module.css";

/** Shows the code; Esc cancels the lookup. @param code The code as scanned or typed. */
export function OpeningPanel({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  return (
    <section className={styles["opening"]} aria-label={t("app.view.pack")}>
      <p role="status">{t("scan.opening")}</p>
      <p className={styles["code"]}>{code}</p>
      <div className={styles["stop"]}>
        <Button keyName="Esc" onPress={() => runShared("back")}>
          {t("scan.stop")}
        </Button>
      </div>
    </section>
  );
}
