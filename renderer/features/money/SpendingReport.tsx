/**
 * Cost of labels: a chart by carrier and day, and a table of the sums of each carrier.
 */
import { Wallet } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import { moneyText, parseMoney } from "../../../core/base/money.ts";
import type { Spending, SpendingLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { ReportBox } from "./ReportBox.tsx";
import { SpendChart } from "./SpendChart.tsx";

type CarrierSum = {
  readonly carrierName: string;
  readonly labels: number;
  readonly total: string;
  readonly onAccount: string;
};

/** Shows the report of the chosen days. @param spending Spending of the chosen days. */
export function SpendingReport({
  spending: { lines, from, to, currency },
}: {
  readonly spending: Spending;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (lines.length === 0) return <Blank Icon={Wallet} text={t("money.none")} />;
  const sums = sumsOf(lines);
  const all = sumOf("", lines);
  return (
    <ReportBox label={t("money.parts.spending")}>
      <SpendChart
        lines={lines}
        days={{ from, to }}
        carriers={sums.map(({ carrierName }) => carrierName)}
        currency={currency}
      />
      <table className={styles["table"]} data-testid="spending">
        <thead>
          <tr>
            <th>{t("money.columns.carrier")}</th>
            <th data-number>{t("money.columns.labels")}</th>
            <th data-number>{t("money.columns.total")}</th>
            <th data-number>{t("money.columns.each")}</th>
            <th data-number>{t("money.columns.onAccount")}</th>
          </tr>
        </thead>
        <tbody>
          {[...sums, ...(sums.length > 1 ? [all] : [])].map((sum) => (
            <tr key={sum.carrierName} data-sum={sum === all ? true : undefined}>
              <th scope="row">{sum === all ? t("money.all") : sum.carrierName}</th>
              <td data-number>{format.count(sum.labels)}</td>
              <td data-number>{format.money(sum.total, currency)}</td>
              <td data-number>
                {format.money(
                  moneyText(Math.round((parseMoney(sum.total) ?? 0) / sum.labels)),
                  currency,
                )}
              </td>
              <td data-number>{format.money(sum.onAccount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ReportBox>
  );
}

/** Returns the sums by carrier, the highest first. */
function sumsOf(lines: readonly SpendingLine[]): readonly CarrierSum[] {
  const names = [...new Set(lines.map(({ carrierName }) => carrierName))];
  return names
    .map((name) =>
      sumOf(
        name,
        lines.filter(({ carrierName }) => carrierName === name),
      ),
    )
    .toSorted((one, other) => (parseMoney(other.total) ?? 0) - (parseMoney(one.total) ?? 0));
}

function sumOf(carrierName: string, lines: readonly SpendingLine[]): CarrierSum {
  const sum = (of: (line: SpendingLine) => number): number =>
    lines.reduce((all, line) => all + of(line), 0);
  return {
    carrierName,
    labels: sum(({ labels }) => labels),
    total: moneyText(sum(({ total }) => parseMoney(total) ?? 0)),
    onAccount: moneyText(sum(({ onAccount }) => parseMoney(onAccount) ?? 0)),
  };
}
