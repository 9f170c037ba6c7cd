/**
 * The ledger as a table: every entry of the period, newest first unless another order is chosen, with
 * the balance after the entry.
 * Enter opens the order of an entry.
 */
import { useCallback, useMemo, useState } from "react";
import { Wallet } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import { MOST_SORTED } from "../../../core/http/sorted.schema.ts";
import type { LedgerColumn, LedgerLine } from "../../../core/fulfilment/reports/reports.schema.ts";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { BigTable, type BigColumn, type BigTableProps } from "../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import type { TableSort } from "../../ui/table/sort-by.ts";
import { chosenSort } from "../../ui/table/table-sort.ts";
import { useSortedRows } from "../../ui/table/use-sorted-rows.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Money.module.css";
import { useMoney } from "./use-money.ts";

/** Order of the ledger, if no other is chosen. */
const NEWEST: TableSort = { column: "at", isAscending: false };

/** Columns by which the window sorts the entries: none. */
const SORTED_HERE: readonly BigColumn<LedgerLine>[] = [];

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
  const open = useMoney((store) => store.openLedgerLine);
  const [activeID, setActiveID] = useState(() => useMoney.getState().ledgerAt);
  const [startAt] = useState(() => lines.findIndex(({ id }) => id === activeID));
  const sort = useSort(columns);
  const order = useMoney((store) => store.ledgerSort);
  // The core sorts the entries; this keeps the active one in place when others are added above it.
  const { moved } = useSortedRows(lines, SORTED_HERE, order, activeID);
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
        addedAbove={moved}
        onActive={(place) => setActiveID(lines[place]?.id ?? null)}
        sort={sort}
        foot={{
          copy: t("money.copyHint"),
          position: (place) =>
            t("list.position", { place, count: lines.length, more: hasMore ? "+" : "" }),
        }}
        onSeen={onSeen}
        startAt={Math.max(0, startAt)}
        takesFocus={startAt >= 0}
        onOpen={(place) => {
          const line = lines[place];
          if (line !== undefined) open(line);
        }}
        testID="ledger"
      />
    </div>
  );
}

/** Returns the order of the entries, and by which columns they can be sorted. */
function useSort(
  columns: readonly LedgerTableColumn[],
): NonNullable<BigTableProps<LedgerLine>["sort"]> {
  const { t } = useTranslation();
  const chosen = useMoney((store) => store.ledgerSort);
  const isTooLong = useMoney(({ money }) => money?.part === "ledger" && money.isTooLong);
  const sort = useMoney((store) => store.sortLedger);
  return {
    at: chosen === null || (isTooLong && chosen.column !== "at") ? NEWEST : chosen,
    may: (column) => column === "at" || !isTooLong,
    refusal: t("money.sortTooLong", { most: MOST_SORTED }),
    onSort: (to) =>
      void sort(
        chosenSort(
          to,
          columns.map(({ id }) => id),
          NEWEST,
        ),
      ),
  };
}

type LedgerTableColumn = BigColumn<LedgerLine> & { readonly id: LedgerColumn };

function useColumns(): readonly LedgerTableColumn[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const column = (
      id: LedgerColumn,
      width: number,
      text: (line: LedgerLine) => string,
      rest: Partial<BigColumn<LedgerLine>> = {},
    ): LedgerTableColumn => ({ ...rest, id, words: t(`money.columns.${id}`), width, text });
    const numeric = true;
    return [
      column("at", 148, (line) => format.instant(line.createdAt), { isFirstDescending: true }),
      column("order", 130, (line) => line.orderNumber, { grows: true }),
      column("amount", 130, (line) => signed(format.money(line.amount, line.currency)), {
        numeric,
      }),
      column("balance", 140, (line) => format.money(line.balance, line.currency), { numeric }),
      column("kind", 150, (line) => t(`money.kinds.${line.kind}`), {
        grows: true,
        yields: 2,
      }),
      column("carrier", 160, (line) => line.carrierName, {
        grows: true,
        yields: 1,
        show: carrierOf,
      }),
      column("reference", 160, (line) => line.reference, { grows: true, yields: 3 }),
    ];
  }, [t, format]);
}

/** Adds a plus to an amount that the balance gained. @param amount With a minus where it lost. */
function signed(amount: string): string {
  return amount.startsWith("\u2212") ? amount : `+${amount}`;
}

function carrierOf({ carrierName }: LedgerLine) {
  return (
    <>
      <CarrierMark name={carrierName} />
      {carrierName}
    </>
  );
}
