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
import { COUNTS, LISTS, type Count, type Orders } from "./day-lists.ts";
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
  readonly name: "waiting" | "held" | Count;
  readonly value: number;
  /** The list that has exactly these. */
  readonly orders: Orders;
};

function Figures({ day }: { readonly day: Day }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (of: Count): number => day.carriers.reduce((all, carrier) => all + carrier[of], 0);
  const figures: readonly Figure[] = [
    { name: "waiting", value: day.waiting, orders: "WAITING" },
    { name: "held", value: day.held, orders: "HELD" },
    ...COUNTS.map((name) => ({ name, value: sum(name), orders: LISTS[name] })),
  ];
  return (
    <ul className={styles["figures"]} aria-label={t("today.figuresLabel")}>
      {figures.map(({ name, value, orders }) => (
        <li key={name} data-testid={`today-${name}`}>
          <button
            type="button"
            className={styles["figure"]}
            onClick={() => runShared("showOrders", orders)}
          >
            <b>{format.count(value)}</b>
            <span>{t(`today.figures.${name}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
