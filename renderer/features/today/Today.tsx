/** The view Today: figures in a row, then carriers and hours next to decisions and manifests. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Today as Day } from "../../../core/fulfilment/today/today.schema.ts";
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { View } from "../../ui/View.tsx";
import { CarrierTable } from "./CarrierTable.tsx";
import { Decisions } from "./Decisions.tsx";
import { HourChart } from "./HourChart.tsx";
import { Manifests } from "./Manifests.tsx";
import styles from "./Today.module.css";
import { useToday } from "./use-today.ts";

/** Reads today on mount. */
export function Today() {
  const { t } = useTranslation();
  const format = useFormat();
  const day = useToday((store) => store.dayNow);
  const failure = useToday((store) => store.dayFailure);
  const load = useToday((store) => store.loadDayNow);
  useEffect(() => void load(), [load]);
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
  const isEmpty = day.carriers.length === 0 && day.waiting === 0 && day.held === 0;
  return (
    <div className={styles["today"]}>
      <Figures day={day} />
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
              <CarrierTable carriers={day.carriers} currency={day.currency} />
              <HourChart hours={day.hours} />
            </>
          )}
        </div>
        <div className={styles["column"]}>
          <Decisions />
          <Manifests />
        </div>
      </div>
    </div>
  );
}

type Figure = {
  readonly name: "waiting" | "held" | "bought" | "printed" | "toHandOver" | "returns";
  readonly value: number;
  /** Opens the list that has these. */
  readonly open: () => void;
};

function Figures({ day }: { readonly day: Day }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (of: "bought" | "printed" | "toHandOver" | "returns"): number =>
    day.carriers.reduce((all, carrier) => all + carrier[of], 0);
  const figures: readonly Figure[] = [
    { name: "waiting", value: day.waiting, open: () => runShared("showOrders", "WAITING") },
    { name: "held", value: day.held, open: () => runShared("showOrders", "HELD") },
    { name: "bought", value: sum("bought"), open: () => runShared("showOrders", "BOUGHT_TODAY") },
    {
      name: "printed",
      value: sum("printed"),
      open: () => runShared("showOrders", "PRINTED_TODAY"),
    },
    { name: "toHandOver", value: sum("toHandOver"), open: () => runShared("showBoard", "BOUGHT") },
    {
      name: "returns",
      value: sum("returns"),
      open: () => runShared("showOrders", "RETURN_UNDER_WAY"),
    },
  ];
  return (
    <ul className={styles["figures"]} aria-label={t("today.figuresLabel")}>
      {figures.map(({ name, value, open }) => (
        <li key={name} data-testid={`today-${name}`}>
          <button type="button" className={styles["figure"]} onClick={open}>
            <b>{format.count(value)}</b>
            <span>{t(`today.figures.${name}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
