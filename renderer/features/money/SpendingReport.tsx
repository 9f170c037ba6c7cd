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

type CarrierSum = Omit<SpendingLine, "day">;

/** Shows the report of the chosen days. @param spending Spending of the chosen days. */
export function SpendingReport({
  spending: { lines, from, to, currency },
}: {
  readonly spending: Spending;
}) {
  const { t } = useTranslation();
  if (lines.length === 0) return <Blank Icon={Wallet} text={t("money.none")} />;
  const sums = sumsOf(lines);
  const all = sumOf({ carrierName: "", marketplace: "" }, lines);
  const isSoldThere = lines.some(({ marketplace }) => marketplace !== "");
  return (
    <ReportBox label={t("money.parts.spending")}>
      <SpendChart
        lines={lines}
        days={{ from, to }}
        carriers={[...new Set(sums.map(({ carrierName }) => carrierName))]}
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
            {isSoldThere ? <th data-number>{t("money.columns.paidThere")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {[...sums, ...(sums.length > 1 ? [all] : [])].map((sum) => (
            <Row
              key={`${sum.carrierName} ${sum.marketplace}`}
              sum={sum}
              isAll={sum === all}
              isSoldThere={isSoldThere}
              currency={currency}
            />
          ))}
        </tbody>
      </table>
    </ReportBox>
  );
}

type RowProps = {
  readonly sum: CarrierSum;
  /** Whether it is the sum of all lines. */
  readonly isAll: boolean;
  readonly isSoldThere: boolean;
  readonly currency: string;
};

function Row({ sum, isAll, isSoldThere, currency }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr data-sum={isAll ? true : undefined}>
      <th scope="row">
        {isAll ? t("money.all") : sum.carrierName}
        {sum.marketplace === "" ? null : (
          <span className={styles["soft"]}> {t("money.soldBy", { name: sum.marketplace })}</span>
        )}
      </th>
      <td data-number>{format.count(sum.labels)}</td>
      <td data-number>{format.money(sum.total, currency)}</td>
      <td data-number>
        {format.money(moneyText(Math.round((parseMoney(sum.total) ?? 0) / sum.labels)), currency)}
      </td>
      <td data-number>{format.money(sum.onAccount, currency)}</td>
      {isSoldThere ? <td data-number>{format.money(sum.paidThere, currency)}</td> : null}
    </tr>
  );
}

type Seller = Pick<SpendingLine, "carrierName" | "marketplace">;

/** Returns the sums by carrier and marketplace, the highest first. */
function sumsOf(lines: readonly SpendingLine[]): readonly CarrierSum[] {
  const sellers = lines.filter(
    (line, i) => lines.findIndex((other) => isSameSeller(other, line)) === i,
  );
  return sellers
    .map((seller) =>
      sumOf(
        seller,
        lines.filter((line) => isSameSeller(line, seller)),
      ),
    )
    .toSorted((one, other) => (parseMoney(other.total) ?? 0) - (parseMoney(one.total) ?? 0));
}

function isSameSeller(one: Seller, other: Seller): boolean {
  return one.carrierName === other.carrierName && one.marketplace === other.marketplace;
}

function sumOf({ carrierName, marketplace }: Seller, lines: readonly SpendingLine[]): CarrierSum {
  const sum = (of: (line: SpendingLine) => number): number =>
    lines.reduce((all, line) => all + of(line), 0);
  const amounts = (of: (line: SpendingLine) => string): string =>
    moneyText(sum((line) => parseMoney(of(line)) ?? 0));
  return {
    carrierName,
    marketplace,
    labels: sum(({ labels }) => labels),
    total: amounts(({ total }) => total),
    onAccount: amounts(({ onAccount }) => onAccount),
    paidThere: amounts(({ paidThere }) => paidThere),
  };
}
