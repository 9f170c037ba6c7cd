/**
 * Bar chart of the cost per day, a segment for each carrier. Hidden from screen readers, which read
 * the table below it.
 */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { parseMoney } from "../../../core/base/money.ts";
import type { SpendingLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { eachDay, type Days } from "./period.ts";
import { barsOf, roundMost, shownDays } from "./spend-bars.ts";

type ChartProps = {
  readonly lines: readonly SpendingLine[];
  readonly days: Days;
  readonly carriers: readonly string[];
  readonly currency: string;
};

/** Number of colour tokens: further carriers share the last colour. */
const COLOURS = 6;
/** Height of the picture in its own units. */
const FULL = 100;
/** Part of a day's width that its bar takes. */
const BAR = 0.7;

/** Draws the chart. @param carriers In the order of the segments, lowest first. */
export function SpendChart({ lines, days, carriers, currency }: ChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const each = useMemo(() => eachDay(days), [days]);
  const bars = useMemo(
    () =>
      barsOf(
        lines.map(({ total, ...line }) => ({ ...line, minor: parseMoney(total) ?? 0 })),
        each,
        carriers,
      ),
    [lines, each, carriers],
  );
  const most = roundMost(Math.max(0, ...bars.map(({ to }) => to)));
  const heightOf = (minor: number): number => (minor / most) * FULL;
  const amount = (minor: number): string => format.money((minor / 100).toFixed(2), currency);
  return (
    <figure className={styles["chart"]}>
      <figcaption>{t("money.chart")}</figcaption>
      <div className={styles["plot"]} data-testid="spend-chart" aria-hidden="true">
        <div className={styles["amounts"]}>
          {[most, most / 2, 0].map((minor) => (
            <span key={minor}>{amount(minor)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${each.length} ${FULL}`} preserveAspectRatio="none">
          {bars.map(({ at, carrier, from, to }) => (
            <rect
              key={`${at} ${carrier}`}
              data-colour={Math.min(carrier, COLOURS - 1) + 1}
              x={at + (1 - BAR) / 2}
              y={FULL - heightOf(to)}
              width={BAR}
              height={heightOf(to - from)}
            />
          ))}
        </svg>
        <div className={styles["days"]}>
          {shownDays(each.length).map((at) => (
            <span key={at} style={{ left: `${((at + 0.5) / each.length) * 100}%` }}>
              {format.day(each[at] ?? "").slice(0, 5)}
            </span>
          ))}
        </div>
      </div>
      <ul className={styles["legend"]} aria-hidden="true">
        {carriers.map((name, i) => (
          <li key={name}>
            <span data-colour={Math.min(i, COLOURS - 1) + 1} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
