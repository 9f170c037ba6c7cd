/** Charges of carriers, by invoice, compared with the prices of the labels. */
import { FileSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import type {
  CarrierInvoice,
  CarrierInvoices,
} from "../../../core/fulfilment/charges/charges.schema.ts";
import { Blank } from "../../ui/Blank.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { ReportBox } from "./ReportBox.tsx";

/** Shows a row for each invoice. @param report Invoices of the chosen days. */
export function Invoices({
  report: { lines, currency, isMore },
}: {
  readonly report: CarrierInvoices;
}) {
  const { t } = useTranslation();
  if (lines.length === 0) return <Blank Icon={FileSearch} text={t("money.invoices.none")} />;
  return (
    <ReportBox label={t("money.parts.invoices")}>
      <table className={styles["table"]} data-testid="invoices">
        <Head />
        <tbody>
          {lines.map((line) => (
            <InvoiceRow key={`${line.accountID} ${line.invoice}`} line={line} currency={currency} />
          ))}
        </tbody>
      </table>
      {isMore ? <p role="status">{t("money.invoices.more", { most: lines.length })}</p> : null}
      <p className={styles["soft"]}>{t("money.invoices.hint")}</p>
    </ReportBox>
  );
}

function Head() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th>{t("money.columns.carrier")}</th>
        <th>{t("money.invoices.invoice")}</th>
        <th>{t("money.invoices.day")}</th>
        <th data-number>{t("money.invoices.parcels")}</th>
        <th data-number>{t("money.invoices.different")}</th>
        <th data-number>{t("money.invoices.unknown")}</th>
        <th data-number>{t("money.invoices.agreed")}</th>
        <th data-number>{t("money.invoices.charged")}</th>
        <th data-number>{t("money.invoices.difference")}</th>
      </tr>
    </thead>
  );
}

function InvoiceRow({
  line,
  currency,
}: {
  readonly line: CarrierInvoice;
  readonly currency: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">{line.accountName}</th>
      <td>{line.invoice === "" ? t("money.invoices.before") : line.invoice}</td>
      <td>{format.day(line.invoicedOn)}</td>
      <td data-number>{format.count(line.parcels)}</td>
      <td data-number data-none={line.differentParcels === 0 ? true : undefined}>
        {format.count(line.differentParcels)}
      </td>
      <td data-number data-none={line.unknownParcels === 0 ? true : undefined}>
        {format.count(line.unknownParcels)}
      </td>
      <td data-number>{format.money(line.agreed, currency)}</td>
      <td data-number>{format.money(line.charged, currency)}</td>
      <td data-number>
        <b>{format.money(line.difference, currency)}</b>
      </td>
    </tr>
  );
}
