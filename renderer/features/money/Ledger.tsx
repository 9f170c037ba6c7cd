/**
 * The ledger as a table: every entry of the period, newest first, with the balance after the entry.
 * Enter opens the order of an entry.
 */
import { useCallback, useMemo } from "react";
import { Wallet } from "lucide-react";
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
        foot={{
          copy: t("money.copyHint"),
          position: (place) =>
            t("list.position", { place, count: lines.length, more: hasMore ? "+" : "" }),
        }}
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

type ColumnID = "at" | "kind" | "order" | "carrier" | "reference" | "amount" | "balance";

function useColumns(): readonly BigColumn<LedgerLine>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const column = (
      id: ColumnID,
      width: number,
      text: (line: LedgerLine) => string,
      rest: Partial<BigColumn<LedgerLine>> = {},
    ): BigColumn<LedgerLine> => ({ id, words: t(`money.columns.${id}`), width, text, ...rest });
    return [
      column("at", 148, (line) => format.instant(line.createdAt)),
      column("order", 130, (line) => line.orderNumber),
      column("amount", 130, (line) => format.money(line.amount, line.currency), { numeric: true }),
      column("balance", 140, (line) => format.money(line.balance, line.currency), {
        numeric: true,
      }),
      column("kind", 150, (line) => t(`money.kinds.${line.kind}`), { yields: 2 }),
      column("carrier", 160, (line) => line.carrierName, {
        grows: true,
        yields: 1,
        show: carrierOf,
      }),
      column("reference", 160, (line) => line.reference, { yields: 3 }),
    ];
  }, [t, format]);
}

function carrierOf({ carrierName }: LedgerLine) {
  return (
    <>
      <CarrierMark name={carrierName} />
      {carrierName}
    </>
  );
}
