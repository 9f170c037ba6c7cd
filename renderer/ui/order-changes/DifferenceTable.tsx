/** The differences between an order and its rows in a file: the field, its value now, and the file's. */
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type {
  Difference,
  OrderChange,
} from "../../../core/shipping/order-changes/order-changes.schema.ts";
import { useFormat } from "../use-format.ts";
import styles from "./DifferenceTable.module.css";

type DifferenceTableProps = { readonly change: OrderChange; readonly small?: boolean };

/** Shows a cancelled row in words, and changed rows as a table. */
export function DifferenceTable({ change, small = false }: DifferenceTableProps) {
  const { t } = useTranslation();
  if (change.kind === "CANCELLED") return <p>{t("orderChanges.cancelled")}</p>;
  if (change.differences.length === 0) return <p>{t("orderChanges.same")}</p>;
  return (
    <table
      className={`${styles["table"]} ${small ? styles["small"] : ""}`}
      data-testid="differences"
    >
      <thead>
        <tr>
          <th scope="col">{t("orderChanges.field")}</th>
          <th scope="col">{t("orderChanges.was")}</th>
          <th scope="col">{t("orderChanges.now")}</th>
        </tr>
      </thead>
      <tbody>
        {change.differences.map((difference) => (
          <Row key={difference.field} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ difference: { field, from, to } }: { readonly difference: Difference }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{t(`orderChanges.fields.${field}`)}</th>
      <td className={styles["was"]}>
        <Value field={field} value={from} />
      </td>
      <td className={styles["now"]}>
        <Value field={field} value={to} />
      </td>
    </tr>
  );
}

function Value({ field, value }: { readonly field: Difference["field"]; readonly value: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  switch (field) {
    case "payer":
      return t(`orderChanges.payers.${value === "recipient" ? "recipient" : "sender"}`);
    case "collection":
      return t(`orderChanges.collections.${value === "card" ? "card" : "cash"}`);
    default:
  }
  if (value === "") return <span className={styles["none"]}>{t("orderChanges.none")}</span>;
  if (field === "cash" || field === "declaredValue") return format.money(value, "TL");
  if (field === "phone") return phoneText(value);
  if (field === "weight") return `${format.measure(value)} kg`;
  if (field === "size") return `${value} cm`;
  return value;
}
