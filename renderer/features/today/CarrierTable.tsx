/** Each carrier against its cut-off: parcels that must leave, labels, returns, cost. */
import { useTranslation } from "react-i18next";
import { moneyText, parseMoney } from "../../../core/base/money.ts";
import type { CarrierDay } from "../../../core/fulfilment/today/today.schema.ts";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { runShared } from "../../store/commands.ts";
import { cutOffState, cutOffTone, mostUrgentFirst } from "./cut-offs.ts";
import { CutOff } from "./CutOff.tsx";
import { LISTS } from "./day-figures.ts";
import { COUNTS, type Count } from "./day-lists.ts";
import styles from "./Today.module.css";

type TableProps = {
  readonly carriers: readonly CarrierDay[];
  readonly currency: string;
  /** Ms since the epoch. */
  readonly now: number;
};

/** Shows the table; the cost is left out for a member who may not see it. */
export function CarrierTable({ carriers, currency, now }: TableProps) {
  const { t } = useTranslation();
  const seesMoney = seesCost(carriers);
  return (
    <section className={styles["section"]} aria-labelledby="today-carriers" data-testid="carriers">
      <h2 id="today-carriers">{t("today.carriers.title")}</h2>
      {carriers.length === 0 ? (
        <p>{t("today.carriers.none")}</p>
      ) : (
        <div className={styles["wide"]}>
          <table
            className={`${styles["table"]} ${styles["carriers"]}`}
            aria-labelledby="today-carriers"
          >
            <Head seesMoney={seesMoney} />
            <tbody>
              {mostUrgentFirst(carriers, now).map((carrier) => (
                <Row key={carrier.providerCode} carrier={carrier} currency={currency} now={now} />
              ))}
            </tbody>
            <Total carriers={carriers} currency={currency} />
          </table>
        </div>
      )}
    </section>
  );
}

function seesCost(carriers: readonly CarrierDay[]): boolean {
  return carriers.some(({ total }) => total !== null);
}

function Total({ carriers, currency }: Omit<TableProps, "now">) {
  const { t } = useTranslation();
  const format = useFormat();
  const cost = carriers.reduce((sum, { total }) => sum + (parseMoney(total ?? "") ?? 0), 0);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("today.carriers.all")}</th>
        <td />
        {COUNTS.map((name) => (
          <td key={name} data-number>
            <Link name={name} value={carriers.reduce((sum, carrier) => sum + carrier[name], 0)} />
          </td>
        ))}
        {seesCost(carriers) ? (
          <td data-number data-cost>
            {format.money(moneyText(cost), currency)}
          </td>
        ) : null}
      </tr>
    </tfoot>
  );
}

function Head({ seesMoney }: { readonly seesMoney: boolean }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{t("today.carriers.carrier")}</th>
        <th scope="col">{t("today.cutOff.title")}</th>
        {COUNTS.map((name) => (
          <th key={name} scope="col" data-number>
            {t(`today.carriers.${name}`)}
          </th>
        ))}
        {seesMoney ? (
          <th scope="col" data-number data-cost>
            {t("today.carriers.total")}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

type LinkProps = {
  readonly name: Count;
  readonly value: number;
  /** undefined: all carriers. */
  readonly carrier?: CarrierDay;
};

/** A figure that opens the list of its shipments; 0 has no list. */
function Link({ name, value, carrier }: LinkProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (value === 0) return format.count(value);
  const of = carrier?.carrierName ?? t("today.carriers.all");
  return (
    <button
      type="button"
      className={styles["link"]}
      aria-label={`${of}, ${t(`today.carriers.${name}`)}: ${format.count(value)}`}
      onClick={() => runShared("showOrders", LISTS[name], carrier?.providerCode)}
    >
      {format.count(value)}
    </button>
  );
}

type RowProps = Omit<TableProps, "carriers"> & { readonly carrier: CarrierDay };

function Row({ carrier, currency, now }: RowProps) {
  const format = useFormat();
  return (
    <tr data-tone={cutOffTone(cutOffState(carrier, now))}>
      <th scope="row">
        <span className={styles["carrier"]}>
          <CarrierMark name={carrier.carrierName} />
          {carrier.carrierName}
        </span>
      </th>
      <td>
        <CutOff carrier={carrier} now={now} />
      </td>
      {COUNTS.map((name) => (
        <td key={name} data-number data-name={name} data-none={carrier[name] === 0 || undefined}>
          <Link name={name} value={carrier[name]} carrier={carrier} />
        </td>
      ))}
      {carrier.total === null ? null : (
        <td data-number data-cost>
          {format.money(carrier.total, currency)}
        </td>
      )}
    </tr>
  );
}
