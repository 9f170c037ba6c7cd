/**
 * The code that was read, large, while its order is looked for: the packer sees at once that the
 * scan was taken.
 */
import { useTranslation } from "react-i18next";
import { runShared } from "../../../store/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./OpeningPanel.module.css";

/** @param code As it was scanned or typed. Esc gives up waiting for it. */
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
