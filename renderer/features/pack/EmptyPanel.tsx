/** The screen before the first scan: one sentence, and the one act that fills it. */
import { PackageOpen, ScanBarcode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { importFiles } from "../../app/acts.ts";
import { useDesk } from "../../app/store.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./EmptyPanel.module.css";
import { SetUpList } from "./SetUpList.tsx";

export function EmptyPanel() {
  const { t } = useTranslation();
  const none = useDesk((store) => store.waiting?.total === 0);
  const choosing = useDesk((store) => store.choosing);
  // The one act that fills the screen is another one until there is a sender.
  const ready = useDesk((store) => store.desk.step !== "ready" || store.desk.facts.hasSender);
  const Shape = none ? PackageOpen : ScanBarcode;

  return (
    <section className={styles["empty"]} aria-label={t("app.view.pack")}>
      {ready ? <Shape size={72} strokeWidth={1.25} aria-hidden="true" /> : null}
      <h2>{none ? t("empty.noneTitle") : t("empty.title")}</h2>
      <p>{none ? t("empty.noneLead") : t("empty.lead")}</p>
      <SetUpList />
      <div className={styles["acts"]}>
        <Button keyName="F7" main={none && ready} disabled={choosing} onPress={() => importFiles()}>
          {t("empty.import")}
        </Button>
        <span className={styles["hint"]}>{choosing ? t("empty.choosing") : t("empty.drop")}</span>
      </div>
    </section>
  );
}
