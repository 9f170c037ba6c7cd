/**
 * Packers' report of a day: how many labels each packer bought, in which hours, and how many of the
 * packer's labels were cancelled.
 */
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import { moneyText, parseMoney } from "../../../core/base/money.ts";
import type { PackerDay, PackerLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { ReportBox } from "./ReportBox.tsx";

/** Shows a row for each packer. @param day The day's packers, by name. */
export function PackersDay({ day: { packers, currency } }: { readonly day: PackerDay }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (packers.length === 0) return <Blank Icon={Users} text={t("money.packers.none")} />;
  const [first, last] = hoursWorked(packers);
  const hours = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return (
    <ReportBox label={t("money.parts.packers")}>
      <table className={`${styles["table"]} ${styles["narrow"]}`} data-testid="packers">
        <Head hours={hours} />
        <tbody>
          {packers.map((packer) => (
            <tr key={packer.memberID}>
              <th scope="row">{packer.name === "" ? t("money.packers.unnamed") : packer.name}</th>
              <td data-number>{format.count(packer.labels)}</td>
              <td data-number>{format.count(packer.cancelled)}</td>
              <td data-number>{format.money(packer.total, currency)}</td>
              <td>
                {packer.firstAt === null || packer.lastAt === null
                  ? "–"
                  : `${format.clock(Date.parse(packer.firstAt)).slice(0, 5)} – ${format.clock(Date.parse(packer.lastAt)).slice(0, 5)}`}
              </td>
              {hours.map((hour) => (
                <td key={hour} data-number data-none={packer.hours[hour] === 0 ? true : undefined}>
                  {format.count(packer.hours[hour] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
          {packers.length > 1 ? (
            <Totals packers={packers} hours={hours} currency={currency} />
          ) : null}
        </tbody>
      </table>
    </ReportBox>
  );
}

/** Names the columns; one heading over all hours says what their figures count. */
function Head({ hours }: { readonly hours: readonly number[] }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th rowSpan={2}>{t("money.packers.name")}</th>
        <th rowSpan={2} data-number>
          {t("money.columns.labels")}
        </th>
        <th rowSpan={2} data-number>
          {t("money.packers.cancelled")}
        </th>
        <th rowSpan={2} data-number>
          {t("money.columns.total")}
        </th>
        <th rowSpan={2}>{t("money.packers.time")}</th>
        <th colSpan={hours.length} scope="colgroup" data-group>
          {t("money.packers.byHour")}
        </th>
      </tr>
      <tr>
        {hours.map((hour) => (
          <th key={hour} data-number>
            {String(hour).padStart(2, "0")}:00
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Adds up the figures of all packers. */
function Totals({
  packers,
  hours,
  currency,
}: {
  readonly packers: readonly PackerLine[];
  readonly hours: readonly number[];
  readonly currency: PackerDay["currency"];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (figure: (packer: PackerLine) => number): number =>
    packers.reduce((all, packer) => all + figure(packer), 0);
  return (
    <tr data-sum>
      <th scope="row">{t("money.all")}</th>
      <td data-number>{format.count(sum(({ labels }) => labels))}</td>
      <td data-number>{format.count(sum(({ cancelled }) => cancelled))}</td>
      <td data-number>
        {format.money(moneyText(sum(({ total }) => parseMoney(total) ?? 0)), currency)}
      </td>
      <td />
      {hours.map((hour) => (
        <td key={hour} data-number>
          {format.count(sum((packer) => packer.hours[hour] ?? 0))}
        </td>
      ))}
    </tr>
  );
}

/** Returns the first and the last hour with a label. */
function hoursWorked(packers: readonly PackerLine[]): readonly [number, number] {
  const worked = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    packers.some(({ hours }) => (hours[hour] ?? 0) > 0),
  );
  return [worked[0] ?? 0, worked.at(-1) ?? 0];
}
