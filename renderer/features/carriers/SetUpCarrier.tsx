/**
 * Carrier step of the first start: sample orders and prices, or the organization's own accounts.
 */
import { useTranslation } from "react-i18next";
import { createSampleSet } from "../../../core/station/station-facts.api.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import type { SlotProps } from "../../store/slots.tsx";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import styles from "./Carriers.module.css";

/** Shows the carrier step of the first start. @returns null in other steps. */
export function SetUpCarrier({ step }: SlotProps["setUpStep"]) {
  return step === "carrier" ? <Carrier /> : null;
}

function Carrier() {
  const { t } = useTranslation();
  const act = useAct();
  const loadDesk = useShared((store) => store.loadDesk);
  const openSettings = useShared((store) => store.openSettings);
  const hasCarriers = useShared(({ desk }) => desk.step === "ready" && desk.facts.hasCarriers);
  const add = (): void =>
    void act.run(async () => {
      await call(createSampleSet);
      await loadDesk();
    });
  return (
    <section className={section["section"]} aria-label={t("carriers.title")}>
      <h2>{t("carriers.title")}</h2>
      {hasCarriers ? <Mark tone="ok">{t("firstStart.hasCarriers")}</Mark> : null}
      <p>{t("firstStart.carrierLead")}</p>
      <ActFailure act={act} />
      <div className={styles["ways"]}>
        <Button
          rank="primary"
          focusNow
          keyName="Enter"
          disabled={act.state.step === "running"}
          onPress={add}
        >
          {t("firstStart.samples.add")}
        </Button>
        <Button onPress={() => openSettings("agreements")}>{t("firstStart.ownCarriers")}</Button>
        <Button onPress={() => openSettings("carriers")}>{t("firstStart.marketplace")}</Button>
      </div>
    </section>
  );
}
