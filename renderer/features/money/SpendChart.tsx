/**
 * Bar chart of the cost per day, a segment for each carrier. Hidden from screen readers, which read
 * the table below it.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { parseMoney } from "../../../core/base/money.ts";
import type { SpendingLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLook } from "../../ui/use-look.ts";
import styles from "./Money.module.css";
import { eachDay, type Days } from "./period.ts";

type ChartProps = {
  readonly lines: readonly SpendingLine[];
  readonly days: Days;
  readonly carriers: readonly string[];
  readonly currency: string;
};

const HEIGHT = 220;
/** Number of colour tokens: further carriers share the last colour. */
const COLOURS = 6;

/** Draws the chart. @param carriers In the order of the segments, lowest first. */
export function SpendChart({ lines, days, carriers, currency }: ChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const look = useLook();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const chart = new UPlot(
      optionsOf(
        element,
        carriers,
        (day) => format.day(day).slice(0, 5),
        (amount) => format.money(amount.toFixed(2), currency),
        days,
      ),
      dataOf(lines, days, carriers),
      element,
    );
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // `look`: a new theme needs a new chart, because colours are read when the chart is created.
  }, [lines, days.from, days.to, carriers.join(), currency, format, look]); // oxlint-disable-line react/exhaustive-deps
  return (
    <figure className={styles["chart"]}>
      <figcaption>{t("money.chart")}</figcaption>
      <div ref={box} aria-hidden="true" />
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

/**
 * Resolves a token to its current colour, because a canvas understands neither tokens nor colours
 * with two themes.
 */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Cumulates the segments, because uPlot draws series over each other: each series is the sum of its
 * segment and all below it, the highest first.
 */
function dataOf(
  lines: readonly SpendingLine[],
  days: Days,
  carriers: readonly string[],
): UPlot.AlignedData {
  const each = eachDay(days);
  const amountOf = (day: string, name: string): number =>
    lines
      .filter((line) => line.day === day && line.carrierName === name)
      .reduce((sum, { total }) => sum + (parseMoney(total) ?? 0) / 100, 0);
  const parts = carriers.map((name) => each.map((day) => amountOf(day, name)));
  const stacked = parts.map((_, i) =>
    each.map((_day, at) => parts.slice(0, i + 1).reduce((sum, part) => sum + (part[at] ?? 0), 0)),
  );
  return [each.map((_, i) => i), ...stacked.toReversed()];
}

function optionsOf(
  element: HTMLElement,
  carriers: readonly string[],
  dayWords: (day: string) => string,
  amountWords: (amount: number) => string,
  days: Days,
): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => colourOf(element, name);
  const each = eachDay(days);
  const bars = UPlot.paths.bars;
  const axis = {
    stroke: colour("--text-soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: `14px ${style.fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, each.length - 0.4] },
      y: { range: (_plot, _min, max) => [0, max * 1.05 || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, at) =>
          at.map((place) =>
            Number.isInteger(place) && each[place] !== undefined ? dayWords(each[place]) : "",
          ),
      },
      { ...axis, size: 110, values: (_plot, at) => at.map(amountWords) },
    ],
    series: [
      {},
      ...carriers.toReversed().map((_, i) => {
        const fill = colour(`--chart-${Math.min(carriers.length - 1 - i, COLOURS - 1) + 1}`);
        return {
          fill,
          stroke: fill,
          width: 0,
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars({ size: [0.7, 64] }) }),
        };
      }),
    ],
  };
}
