/**
 * The view Today, a lead's board: figures in a row, carriers against their cut-offs next to open
 * decisions, then packers by hour next to the stations.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Today as Day } from "../../../core/fulfilment/today/today.schema.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useEvery } from "../../ui/use-every.ts";
import { useFormat } from "../../ui/use-format.ts";
import { View } from "../../ui/View.tsx";
import { CarrierTable } from "./CarrierTable.tsx";
import { Decisions } from "./Decisions.tsx";
import { Figures } from "./Figures.tsx";
import { PackerHeat } from "./PackerHeat.tsx";
import { StationList } from "./StationList.tsx";
import styles from "./Today.module.css";
import { MANIFESTS_KEY, MANIFESTS_VIEW, useToday } from "./use-today.ts";

/** Time after which the board is read again without an event: minutes pass, stations go, ms. */
const READ_EVERY_MS = 20_000;

/** Reads today on mount, while it is visible, and when it becomes visible again. */
export function Today() {
  const { t } = useTranslation();
  const format = useFormat();
  const day = useToday((store) => store.dayNow);
  const failure = useToday((store) => store.dayFailure);
  const load = useToday((store) => store.loadDayNow);
  useEvery(READ_EVERY_MS, load);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") void load();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [load]);
  return (
    <View title={t("today.title")} {...(day === null ? {} : { lead: format.day(day.day) })} wide>
      {failure === null ? null : (
        <div role="alert">
          <b>{t("today.failed")}</b> <FailureText failure={failure} />
        </div>
      )}
      {day === null ? (
        <p role="status">{failure === null ? t("today.reading") : ""}</p>
      ) : (
        <Shown day={day} />
      )}
    </View>
  );
}

function Shown({ day }: { readonly day: Day }) {
  const { t } = useTranslation();
  const show = useToday((store) => store.showView);
  const now = useToday((store) => store.dayReadAt);
  const isEmpty = day.carriers.length === 0 && day.waiting === 0 && day.held === 0;
  return (
    <div className={styles["today"]}>
      <Figures day={day} now={now} />
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          {isEmpty ? (
            <div className={styles["empty"]}>
              <p>{t("today.empty")}</p>
              <Button rank="primary" onPress={() => show(HOME_VIEW)}>
                {t("today.openPack")}
              </Button>
            </div>
          ) : (
            <>
              <CarrierTable carriers={day.carriers} currency={day.currency} now={now} />
              {day.hours.some((labels) => labels > 0) ? (
                <PackerHeat hours={day.hours} packers={day.packers} />
              ) : null}
            </>
          )}
        </div>
        <div className={styles["column"]}>
          <Decisions />
          <ManifestsLink />
          <StationList day={day.day} stations={day.stations} />
        </div>
      </div>
    </div>
  );
}

/** Opens the manifests, which a lead needs once a day for each carrier. */
function ManifestsLink() {
  const { t } = useTranslation();
  const follow = useToday((store) => store.followLink);
  return (
    <div>
      <Button small keyName={MANIFESTS_KEY} onPress={() => follow(MANIFESTS_VIEW)}>
        {t("today.manifest.title")}
      </Button>
    </div>
  );
}
