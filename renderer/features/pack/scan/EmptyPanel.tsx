/** Pack without an open order: what to do, and the ways to get orders. */
import { PackageOpen, ScanBarcode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Slot } from "../../../store/slots.tsx";
import styles from "./EmptyPanel.module.css";
import { SetUpList } from "./SetUpList.tsx";
import { usePack } from "../use-pack.ts";

/**
 * Asks for a scan, or for an import when no order waits. Also lists what the station lacks; without
 * a sender, setting it up comes first.
 */
export function EmptyPanel() {
  const { t } = useTranslation();
  const none = usePack((store) => store.waiting?.total === 0);
  // Without a sender, setting up comes first.
  const ready = usePack((store) => store.desk.step !== "ready" || store.desk.facts.hasSender);
  const Shape = none ? PackageOpen : ScanBarcode;

  return (
    <section className={styles["empty"]} aria-label={t("app.view.pack")}>
      {ready ? <Shape size={72} strokeWidth={1.25} aria-hidden="true" /> : null}
      <h2>{none ? t("empty.noneTitle") : t("empty.title")}</h2>
      <p>{none ? t("empty.noneLead") : t("empty.lead")}</p>
      <SetUpList />
      <div className={styles["ways"]}>
        <Slot name="emptyHome" props={{ isMain: none && ready }} />
      </div>
    </section>
  );
}
