/** Each carrier's day: labels bought and printed, parcels to be handed over, returns, cost. */
import { useTranslation } from "react-i18next";
import { moneyText, parseMoney } from "../../../core/base/money.ts";
import type { CarrierDay } from "../../../core/fulfilment/today/today.schema.ts";
import { runShared } from "../../store/commands.ts";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Today.module.css";

const COUNTS = ["bought", "printed", "toHandOver", "returns"] as const;

const OF = {
  bought: "BOUGHT_TODAY",
  printed: "PRINTED_TODAY",
  returns: "RETURN_UNDER_WAY",
} as const;

type TableProps = { readonly carriers: readonly CarrierDay[]; readonly currency: string };

/** Shows the table; the cost is left out for a member who may not see it. */
export function CarrierTable({ carriers, currency }: TableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const seesMoney = carriers.some(({ total }) => total !== null);
  const cost = carriers.reduce((sum, { total }) => sum + (parseMoney(total ?? "") ?? 0), 0);
  return (
    <section className={styles["section"]} aria-labelledby="today-carriers" data-testid="carriers">
      <h2 id="today-carriers">{t("today.carriers.title")}</h2>
      {carriers.length === 0 ? (
        <p>{t("today.carriers.none")}</p>
      ) : (
        <table className={styles["table"]} aria-labelledby="today-carriers">
          <thead>
            <tr>
              <th scope="col">{t("today.carriers.carrier")}</th>
              {COUNTS.map((name) => (
                <th key={name} scope="col" data-number>
                  {t(`today.carriers.${name}`)}
                </th>
              ))}
              {seesMoney ? (
                <th scope="col" data-number>
                  {t("today.carriers.total")}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {carriers.map((carrier) => (
              <Row key={carrier.providerCode} carrier={carrier} currency={currency} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("today.carriers.all")}</th>
              {COUNTS.map((name) => (
                <td key={name} data-number>
                  {format.count(carriers.reduce((sum, carrier) => sum + carrier[name], 0))}
                </td>
              ))}
              {seesMoney ? <td data-number>{format.money(moneyText(cost), currency)}</td> : null}
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

/** Opens the list with the shipments that a count has. */
function open(name: (typeof COUNTS)[number], carrier: string): void {
  if (name === "toHandOver") return runShared("showBoard", "BOUGHT");
  runShared("showOrders", OF[name], carrier);
}

function Row({ carrier, currency }: { readonly carrier: CarrierDay; readonly currency: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">
        <span className={styles["carrier"]}>
          <CarrierMark name={carrier.carrierName} />
          {carrier.carrierName}
        </span>
      </th>
      {COUNTS.map((name) => (
        <td key={name} data-number data-none={carrier[name] === 0 || undefined}>
          {carrier[name] === 0 ? (
            format.count(0)
          ) : (
            <button
              type="button"
              aria-label={`${carrier.carrierName}, ${t(`today.carriers.${name}`)}: ${format.count(carrier[name])}`}
              onClick={() => open(name, carrier.providerCode)}
            >
              {format.count(carrier[name])}
            </button>
          )}
        </td>
      ))}
      {carrier.total === null ? null : <td data-number>{format.money(carrier.total, currency)}</td>}
    </tr>
  );
}
