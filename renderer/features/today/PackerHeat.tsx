/** Labels by hour as bars; a bar opens the list of its labels. */
import { useTranslation } from "react-i18next";
import { hourText } from "../../lib/format.ts";
import { runShared } from "../../store/commands.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Today.module.css";

/** Hours that are always shown; earlier and later ones only when they have labels. */
const FIRST = 8;
const LAST = 18;
const FULL = 100;

/** Shows the chart. @param hours Labels of each hour, from 0. */
export function HourChart({ hours }: { readonly hours: readonly number[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const used = hours.flatMap((labels, hour) => (labels > 0 ? [hour] : []));
  const [from, to] = [Math.min(FIRST, ...used), Math.max(LAST, ...used)];
  const shown = hours.map((labels, hour) => ({ labels, hour })).slice(from, to + 1);
  const most = Math.max(1, ...hours);
  const nameOf = (hour: number): string => String(hour).padStart(2, "0");
  return (
    <section className={styles["section"]} aria-labelledby="today-hours" data-testid="hours">
      <h2 id="today-hours">{t("today.hours.title")}</h2>
      <ul className={styles["bars"]} aria-labelledby="today-hours">
        {shown.map(({ labels, hour }) => (
          <li key={hour} aria-hidden={labels === 0 || undefined}>
            {labels === 0 ? (
              <small>{nameOf(hour)}</small>
            ) : (
              <button
                type="button"
                aria-label={`${hourText(hour)}, ${t("today.hours.labels")}: ${format.count(labels)}`}
                onClick={() => runShared("showOrders", "BOUGHT_TODAY", undefined, hour)}
              >
                <b>{format.count(labels)}</b>
                <span style={{ height: `${(labels / most) * FULL}%` }} />
                <small>{nameOf(hour)}</small>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
