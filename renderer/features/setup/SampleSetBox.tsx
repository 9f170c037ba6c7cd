/** Adds sample orders and prices for trying the station out, and removes them. */
import { useTranslation } from "react-i18next";
import {
  createSampleSet,
  deleteSampleSet,
  getSampleSet,
} from "../../../core/station/station-facts.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./FirstStart.module.css";
import { useFirstStart } from "./use-first-start.ts";

/** On mount, reads which parts of the sample set exist. */
export function SampleSetBox() {
  const { t } = useTranslation();
  const set = useLoaded(() => call(getSampleSet));
  const act = useAct();
  const loadDesk = useFirstStart((store) => store.loadDesk);
  const change = (work: () => Promise<unknown>): void =>
    void act.run(work).finally(() => void Promise.all([set.reload(), loadDesk()]));
  const labels = set.value?.labels ?? 0;
  const has = set.value !== null && set.value.waiting + labels + set.value.carriers > 0;
  return (
    <div
      className={styles["samples"]}
      role="group"
      aria-label={t("firstStart.samples.title")}
      data-testid="sample-set"
    >
      <h3>{t("firstStart.samples.title")}</h3>
      <p>{t("firstStart.samples.lead")}</p>
      {has ? (
        <Mark tone="attention">
          {t("firstStart.samples.here", {
            orders: t("firstStart.samples.orders", { count: set.value.waiting }),
            carriers: t("firstStart.samples.carriers", { count: set.value.carriers }),
          })}
        </Mark>
      ) : null}
      {labels > 0 ? <p>{t("firstStart.samples.labels", { count: labels })}</p> : null}
      {set.value?.stays.map(({ orderNumber, why }) => (
        <p key={orderNumber}>{t(`firstStart.samples.stays.${why}`, { order: orderNumber })}</p>
      ))}
      <div className={styles["ways"]}>
        {set.value?.waiting === 0 ? (
          <Button onPress={() => change(() => call(createSampleSet))}>
            {t("firstStart.samples.add")}
          </Button>
        ) : null}
        {has ? (
          <AskTwice
            subject={t("firstStart.samples.title")}
            words={t("firstStart.samples.drop")}
            confirm={
              labels > 0
                ? t("firstStart.samples.dropLabels", { count: labels })
                : t("firstStart.samples.dropNow")
            }
            onConfirm={() => change(() => call(deleteSampleSet))}
          />
        ) : null}
      </div>
      <ActFailure act={act} />
    </div>
  );
}
