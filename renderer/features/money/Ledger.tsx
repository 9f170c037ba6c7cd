/**
 * The ledger as a table: every entry of the period, newest first, with the balance after the entry.
 * Enter opens the order of an entry.
 */
import { useCallback, useMemo } from "react";
import { Wallet } from "lucide-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import type { LedgerLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { useShared } from "../../store/shared.ts";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { BigTable, type BigColumn } from "../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { useMoney } from "./use-money.ts";

/** Number of placeholder rows below the last entry read; scrolling to them reads older entries. */
const TO_COME = 20;

/**
 * Shows the entries of the period.
 *
 * @param hasMore Whether the period has older entries that were not read yet.
 */
export function Ledger({
  lines,
  hasMore,
}: {
  readonly lines: readonly LedgerLine[];
  readonly hasMore: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("ledger", []);
  const more = useMoney((store) => store.readMoreLedger);
  const openShipment = useShared((store) => store.openShipment);
  const rowAt = useCallback((place: number) => lines[place], [lines]);
  const onSeen = useCallback(
    (_from: number, to: number) => void (to >= lines.length && more()),
    [lines, more],
  );
  if (lines.length === 0) return <Blank Icon={Wallet} text={t("money.none")} />;
  return (
    <div className={styles["ledger"]}>
      <BigTable
        label={t("money.parts.ledger")}
        columns={columns}
        kept={kept}
        onKeep={keep}
        count={lines.length + (hasMore ? TO_COME : 0)}
        rowAt={rowAt}
        foot={{ copy: t("money.copyHint"), position: (place) => format.count(place) }}
        onSeen={onSeen}
        onOpen={(place) => {
          const id = lines[place]?.shipmentID ?? null;
          if (id !== null) openShipment(id);
        }}
        testID="ledger"
      />
    </div>
  );
}

function useColumns(): readonly BigColumn<LedgerLine>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => [...amountColumns(t, format), ...originColumns(t)], [t, format]);
}

/** Returns the columns that are always shown: time, order, amount and balance. */
function amountColumns(
  t: TFunction,
  format: ReturnType<typeof useFormat>,
): readonly BigColumn<LedgerLine>[] {
  return [
    {
      id: "at",
      words: t("money.columns.at"),
      width: 148,
      text: (line) => format.instant(line.createdAt),
    },
    {
      id: "order",
      words: t("money.columns.order"),
      width: 130,
      text: (line) => line.orderNumber,
    },
    {
      id: "amount",
      words: t("money.columns.amount"),
      width: 130,
      numeric: true,
      text: (line) => format.money(line.amount, line.currency),
    },
    {
      id: "balance",
      words: t("money.columns.balance"),
      width: 140,
      numeric: true,
      text: (line) => format.money(line.balance, line.currency),
    },
  ];
}

/** Returns the columns that yield in large type: kind, carrier and reference. */
function originColumns(t: TFunction): readonly BigColumn<LedgerLine>[] {
  return [
    {
      id: "kind",
      words: t("money.columns.kind"),
      width: 150,
      yields: 2,
      text: (line) => t(`money.kinds.${line.kind}`),
    },
    {
      id: "carrier",
      words: t("money.columns.carrier"),
      width: 160,
      grows: true,
      yields: 1,
      text: (line) => line.carrierName,
      show: ({ carrierName }) => (
        <>
          <CarrierMark name={carrierName} />
          {carrierName}
        </>
      ),
    },
    {
      id: "reference",
      words: t("money.columns.reference"),
      width: 160,
      yields: 3,
      text: (line) => line.reference,
    },
  ];
}
