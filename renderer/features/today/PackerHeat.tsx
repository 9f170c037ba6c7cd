/** Labels by packer and hour as a heat table; an hour's total opens the list of its labels. */
import { useTranslation } from "react-i18next";
import type { PackerHours, Today } from "../../../core/fulfilment/today/today.schema.ts";
import { hourText } from "../../lib/format.ts";
import { runShared } from "../../store/commands.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Today.module.css";

/** Hours that are always shown; earlier and later ones only when they have labels. */
const FIRST = 8;
const LAST = 18;
/** Hours that fit in type of the usual size. */
const MANY = 14;
/** Steps of the colour. */
const STEPS = 4;

type HeatProps = Pick<Today, "hours" | "packers">;

/** Shows the table. */
export function PackerHeat({ hours, packers }: HeatProps) {
  const { t } = useTranslation();
  const used = hours.flatMap((labels, hour) => (labels > 0 ? [hour] : []));
  const from = Math.min(FIRST, ...used);
  const shown = hours.map((_, hour) => hour).slice(from, Math.max(LAST, ...used) + 1);
  const most = Math.max(1, ...packers.flatMap((packer) => packer.hours));
  return (
    <section className={styles["section"]} aria-labelledby="today-hours" data-testid="hours">
      <h2 id="today-hours">{t("today.hours.title")}</h2>
      <div className={styles["wide"]}>
        <table
          className={`${styles["table"]} ${styles["heat"]}`}
          data-many={shown.length > MANY || undefined}
          aria-labelledby="today-hours"
        >
          <thead>
            <tr>
              <th scope="col">{t("today.hours.packer")}</th>
              {shown.map((hour) => (
                <th key={hour} scope="col" data-number>
                  {String(hour).padStart(2, "0")}
                </th>
              ))}
              {(["labels", "cancelled", "last"] as const).map((name) => (
                <th key={name} scope="col" data-number>
                  {t(`today.hours.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <AllRow hours={hours} shown={shown} packers={packers} />
            {packers.map((packer) => (
              <PackerRow key={packer.memberID} packer={packer} shown={shown} most={most} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type Shown = { readonly shown: readonly number[] };

/** All packers; each hour opens the list of its labels. */
function AllRow({ hours, shown, packers }: HeatProps & Shown) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  return (
    <tr data-all>
      <th scope="row">{t("today.hours.all")}</th>
      {shown.map((hour) => {
        const labels = hours[hour] ?? 0;
        return (
          <td key={hour} data-number>
            {labels === 0 ? null : (
              <button
                type="button"
                className={styles["link"]}
                aria-label={`${hourText(hour)}, ${t("today.hours.labels")}: ${format.count(labels)}`}
                onClick={() => runShared("showOrders", "BOUGHT_TODAY", undefined, hour)}
              >
                {format.count(labels)}
              </button>
            )}
          </td>
        );
      })}
      <td data-number>{format.count(sum(hours))}</td>
      <td data-number>{format.count(sum(packers.map(({ cancelled }) => cancelled)))}</td>
      <td />
    </tr>
  );
}

type RowProps = Shown & {
  readonly packer: PackerHours;
  /** Most labels of a packer in an hour. */
  readonly most: number;
};

function PackerRow({ packer: { name, labels, cancelled, lastAt, hours }, shown, most }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">{name === "" ? t("today.hours.nobody") : name}</th>
      {shown.map((hour) => {
        const n = hours[hour] ?? 0;
        return (
          <td
            key={hour}
            data-number
            data-heat={n === 0 ? undefined : Math.ceil((n / most) * STEPS)}
          >
            {n === 0 ? null : format.count(n)}
          </td>
        );
      })}
      <td data-number>
        <b>{format.count(labels)}</b>
      </td>
      <td data-number data-none={cancelled === 0 || undefined}>
        {format.count(cancelled)}
      </td>
      <td data-number>{lastAt === null ? "" : format.clock(Date.parse(lastAt)).slice(0, 5)}</td>
    </tr>
  );
}
