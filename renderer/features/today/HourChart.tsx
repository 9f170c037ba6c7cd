/** Labels by hour: bars, and the same numbers as a table for screen readers. */
import { useTranslation } from "react-i18next";
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
      <ul className={styles["bars"]} aria-hidden="true">
        {shown.map(({ labels, hour }) => (
          <li key={hour}>
            <b>{labels === 0 ? "" : format.count(labels)}</b>
            <span style={{ height: `${(labels / most) * FULL}%` }} />
            <small>{nameOf(hour)}</small>
          </li>
        ))}
      </ul>
      <table className={styles["hidden"]} aria-labelledby="today-hours">
        <thead>
          <tr>
            <th scope="col">{t("today.hours.hour")}</th>
            <th scope="col">{t("today.hours.labels")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ labels, hour }) => (
            <tr key={hour}>
              <th scope="row">{nameOf(hour)}:00</th>
              <td>{labels}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
