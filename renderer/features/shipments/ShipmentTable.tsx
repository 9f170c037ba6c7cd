/** The list of shipments as a table, the text for an empty list, and the choice of columns. */
import { PackageOpen, SearchX } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { MOST_SORTED } from "../../../core/http/sorted.schema.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { enterPanel } from "../../ui/list/panel-focus.ts";
import { BigTable, type BigColumn, type BigTableProps } from "../../ui/table/BigTable.tsx";
import type { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import { isOpen, NO_FILTER } from "./filter.ts";
import { rowIn } from "./list-chunks.ts";
import { selectPlaces } from "./shipment-commands.ts";
import { selectedWords } from "./selected-words.ts";
import { isSearched } from "./shown-list.ts";
import { isIndexedColumn, keptSort, shownSort } from "./sort.ts";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";

type TableProps = {
  readonly columns: readonly BigColumn<ShipmentListRow>[];
  readonly kept: ReturnType<typeof useKeptColumns>;
};

/**
 * Shows the table, or why there is none. Enter goes into the panel of the active row, Shift+Enter
 * opens its page, Space selects it.
 */
export function ShipmentTable({ columns, kept: [kept, keep] }: TableProps) {
  const { t } = useTranslation();
  const { count, rowAt } = useRows();
  const found = useShipments((store) => store.foundCount);
  const sort = useSort();
  const list = useShipments((store) => store.shipmentList);
  const addedAbove = useShipments((store) => store.addedAbove);
  const startAt = useShipments((store) => store.shipmentAt);
  const selected = useShipments((store) => store.selectedShipments);
  const see = useShipments((store) => store.seeShipments);
  const noteAt = useShipments((store) => store.noteShipmentAt);
  if (count === null)
    return <div className={styles["reserved"]} data-testid="shipments-reserved" />;
  if (count === 0) return <Empty />;
  return (
    <>
      <BigTable
        key={list}
        testID="shipment-table"
        takesFocus
        label={t("shipments.table")}
        columns={columns}
        kept={kept}
        onKeep={keep}
        count={count}
        rowAt={rowAt}
        addedAbove={addedAbove}
        startAt={Math.min(startAt, count - 1)}
        onActive={noteAt}
        onSeen={see}
        sort={sort}
        onOpen={enterPanelOf}
        onOpenWhole={(place) => openRow(rowAt(place))}
        selection={{
          words: t("shipments.column.selected"),
          ...selectionOf(selected, rowAt),
        }}
        foot={{
          position: (place, of) =>
            t(
              found !== null && (found.isMore || found.total > of)
                ? "shipments.positionFound"
                : "shipments.position",
              {
                place,
                count: of,
              },
            ),
          copy: t("shipments.copy"),
        }}
      />
      <Announcement count={count} />
    </>
  );
}

function enterPanelOf(): void {
  useShipments.getState().goIntoPanel(true);
  enterPanel();
}

/** Announces to screen readers how many shipments are selected or, if none, how many are listed. */
function Announcement({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const selected = useShipments((store) => store.selectedShipments.size);
  return (
    <p className="hidden" aria-live="polite">
      {selected > 0 ? selectedWords(t, selected, count) : format.count(count)}
    </p>
  );
}

/** Returns the listed rows. */
export function useRows(): {
  /** null until the list was read. */
  readonly count: number | null;
  readonly rowAt: (place: number) => ShipmentListRow | undefined;
} {
  const places = useShipments((store) => store.shipmentPlaces);
  const chunks = useShipments((store) => store.shipmentChunks);
  const rowAt = useCallback((place: number) => rowIn(chunks, place), [chunks]);
  return { count: places?.total ?? null, rowAt };
}

/** Returns the order of the rows, and by which columns they can be sorted. */
function useSort(): NonNullable<BigTableProps<ShipmentListRow>["sort"]> {
  const { t } = useTranslation();
  const isSearch = useShipments((store) => isSearched(store.shipmentText));
  const isTooLong = useShipments(
    (store) =>
      store.isSortTooLong ||
      (store.foundCount?.isMore === true && store.areShipmentsCounted) ||
      (store.shipmentPlaces?.total ?? 0) > MOST_SORTED,
  );
  const chosen = useShipments((store) => store.shipmentSort);
  const sort = useShipments((store) => store.setShipmentSort);
  return {
    at: shownSort(
      isTooLong && chosen !== null && !isIndexedColumn(chosen.column) ? null : chosen,
      isSearch,
    ),
    may: (column) => !isTooLong || isIndexedColumn(column),
    refusal: t("shipments.sortTooLong", { most: MOST_SORTED }),
    onSort: (to) => sort(keptSort(to, isSearch)),
  };
}

function openRow(row: ShipmentListRow | undefined): void {
  if (row !== undefined) useShipments.getState().openShipment(row.id);
}

function selectionOf(
  selected: ReadonlyMap<string, ShipmentListRow>,
  rowAt: (place: number) => ShipmentListRow | undefined,
): Omit<NonNullable<BigTableProps<ShipmentListRow>["selection"]>, "words"> {
  return {
    has: (row) => selected.has(row.id),
    toggle: (place) => {
      const row = rowAt(place);
      if (row !== undefined) useShipments.getState().toggleShipment(row);
    },
    range: selectPlaces,
    all: () => void useShipments.getState().selectAllShipments(),
  };
}

function Empty() {
  const { t } = useTranslation();
  const isAll = useShipments(
    (store) => !isSearched(store.shipmentText) && isOpen(store.shipmentFilter),
  );
  const isLinked = useShipments(
    ({ shipmentText, linkedFrom }) => !isSearched(shipmentText) && linkedFrom.length > 0,
  );
  const showAll = (): void => {
    useShipments.getState().setShipmentText("");
    useShipments.getState().setShipmentFilter(NO_FILTER);
  };
  return isAll ? (
    <Blank
      Icon={PackageOpen}
      title={t("shipments.none")}
      text={t("shipments.noneLead")}
      act={
        <Button onPress={() => useShipments.getState().showView(HOME_VIEW)}>
          {t("shipments.toPack")}
        </Button>
      }
      testID="shipments-blank"
    />
  ) : (
    <Blank
      Icon={SearchX}
      title={t("shipments.noneFits")}
      text={t(isLinked ? "shipments.noneFitsLink" : "shipments.noneFitsLead")}
      act={<Button onPress={showAll}>{t("shipments.showAll")}</Button>}
      testID="shipments-blank"
    />
  );
}
