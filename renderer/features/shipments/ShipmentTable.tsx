/** The list of shipments as a table, the text for an empty list, and the choice of columns. */
import type { TFunction } from "i18next";
import { PackageOpen, SearchX, Settings2 } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { Button } from "../../ui/Button.tsx";
import { SampleAmount } from "../../ui/SamplePrice.tsx";
import { BigTable, type BigColumn, type BigTableProps } from "../../ui/table/BigTable.tsx";
import { ColumnChoice } from "../../ui/table/ColumnChoice.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { stateKey } from "../../ui/state-words.ts";
import { useFormat } from "../../ui/use-format.ts";
import { isOpen, NO_FILTER } from "./filter.ts";
import { rowIn } from "./list-chunks.ts";
import { selectPlaces } from "./shipment-commands.ts";
import { foundWords, selectedWords } from "./selected-words.ts";
import styles from "./Shipments.module.css";
import { StatusMark } from "./StatusMark.tsx";
import { useShipments } from "./use-shipments.ts";

/** Columns that are hidden until a person chooses them. */
const HIDDEN_AT_FIRST = ["phone", "printed", "barcode", "tracking", "marks"];

/** Shows the table, or why there is none. Enter opens the active row, Space selects it. */
export function ShipmentTable() {
  const { t } = useTranslation();
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("shipments", HIDDEN_AT_FIRST);
  const [isChoosing, setChoosing] = useState(false);
  const { count, rowAt, isFound } = useRows();
  const total = useShipments((store) => store.foundCount.total);
  const list = useShipments((store) => store.shipmentList);
  const addedAbove = useShipments((store) => store.addedAbove);
  const startAt = useShipments((store) => store.shipmentAt);
  const selected = useShipments((store) => store.selectedShipments);
  const see = useShipments((store) => store.seeShipments);
  const noteAt = useShipments((store) => store.noteShipmentAt);
  if (count === null) return <Reading />;
  if (count === 0) return <Empty />;
  return (
    <>
      <Above count={count} isChoosing={isChoosing} onChoosing={setChoosing} />
      {isChoosing ? (
        <ColumnChoice
          label={t("shipments.columns")}
          columns={columns}
          kept={kept}
          onKeep={keep}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      <BigTable
        key={`${list} ${!isFound}`}
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
        onOpen={(place) => openRow(rowAt(place))}
        selection={{
          words: t("shipments.column.selected"),
          ...selectionOf(selected, rowAt),
        }}
        foot={{
          position: (place, of) =>
            t(isFound && total > of ? "shipments.positionFound" : "shipments.position", {
              place,
              count: of,
            }),
          copy: t("shipments.copy"),
        }}
      />
      <Announcement count={count} />
    </>
  );
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

/** Returns the listed rows: the search results, else the rows that match the filter. */
function useRows(): {
  /** null until the list was read. */
  readonly count: number | null;
  readonly rowAt: (place: number) => ShipmentListRow | undefined;
  readonly isFound: boolean;
} {
  const found = useShipments((store) => store.foundShipments);
  const places = useShipments((store) => store.shipmentPlaces);
  const chunks = useShipments((store) => store.shipmentChunks);
  const rowAt = useCallback(
    (place: number) => (found === null ? rowIn(chunks, place) : found[place]),
    [found, chunks],
  );
  return { count: found?.length ?? places?.total ?? null, rowAt, isFound: found !== null };
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

type AboveProps = {
  readonly count: number;
  readonly isChoosing: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The number of shipments, and buttons that clear the filter and choose columns. */
function Above({ count, isChoosing, onChoosing }: AboveProps) {
  const { t } = useTranslation();
  const isFound = useShipments((store) => store.foundShipments !== null);
  const foundCount = useShipments((store) => store.foundCount);
  const isCounted = useShipments((store) => store.areShipmentsCounted);
  const isUnfiltered = useShipments((store) => isOpen(store.shipmentFilter));
  return (
    <div className={styles["above"]}>
      <p role="status" data-testid="shipment-count">
        {isFound
          ? foundWords(t, count, foundCount)
          : t(isCounted ? "shipments.count" : "shipments.counting", { count })}
      </p>
      {isUnfiltered ? null : (
        <button
          type="button"
          className={styles["plain"]}
          onClick={() => useShipments.getState().setShipmentFilter(NO_FILTER)}
        >
          {t("shipments.filter.clear")}
        </button>
      )}
      <button
        type="button"
        className={styles["plain"]}
        aria-expanded={isChoosing}
        onClick={() => onChoosing(!isChoosing)}
      >
        <Settings2 size={18} aria-hidden="true" /> {t("shipments.columns")}
      </button>
    </div>
  );
}

/**
 * Placeholder as high as the table while the list is read, so that nothing moves when the list
 * arrives.
 */
function Reading() {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles["above"]}>
        <p role="status">{t("shipments.reading")}</p>
      </div>
      <div className={styles["reserved"]} data-testid="shipments-reserved" />
    </>
  );
}

function Empty() {
  const { t } = useTranslation();
  const isAll = useShipments(
    (store) => store.foundShipments === null && isOpen(store.shipmentFilter),
  );
  const showAll = (): void => {
    useShipments.getState().setShipmentText("");
    useShipments.getState().setShipmentFilter(NO_FILTER);
  };
  return (
    <div className={styles["blank"]} data-testid="shipments-blank">
      {isAll ? (
        <PackageOpen size={56} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <SearchX size={56} strokeWidth={1.5} aria-hidden="true" />
      )}
      <h2>{t(isAll ? "shipments.none" : "shipments.noneFits")}</h2>
      <p>{t(isAll ? "shipments.noneLead" : "shipments.noneFitsLead")}</p>
      {isAll ? (
        <Button onPress={() => useShipments.getState().showView(HOME_VIEW)}>
          {t("shipments.toPack")}
        </Button>
      ) : (
        <Button onPress={showAll}>{t("shipments.showAll")}</Button>
      )}
    </div>
  );
}

type ColumnID =
  | "number"
  | "time"
  | "status"
  | "order"
  | "recipient"
  | "phone"
  | "district"
  | "city"
  | "service"
  | "price"
  | "printed"
  | "barcode"
  | "tracking"
  | "marks";

function useColumns(): readonly BigColumn<ShipmentListRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const priceOf = ({ price }: ShipmentListRow): string =>
      price === null ? "" : format.money(price, "TL");
    const column = (
      id: ColumnID,
      width: number,
      text: (row: ShipmentListRow) => string,
      rest: Partial<BigColumn<ShipmentListRow>> = {},
    ): BigColumn<ShipmentListRow> => ({
      id,
      words: t(`shipments.column.${id}`),
      width,
      text,
      ...rest,
    });
    return [
      column("number", 76, ({ number }) => String(number), { numeric: true }),
      column("time", 140, ({ createdAt }) => format.instant(createdAt)),
      column("status", 168, (row) => t(stateKey(row)), {
        show: ({ status, isReturn, isHeld, isLost }) => (
          <StatusMark status={status} isReturn={isReturn} isHeld={isHeld} isLost={isLost} />
        ),
      }),
      column("order", 92, ({ orderNumber }) => orderNumber),
      column("recipient", 156, ({ recipientName }) => recipientName, { grows: true }),
      column("phone", 136, ({ recipientPhone }) => phoneText(recipientPhone)),
      column("district", 96, ({ districtName }) => districtName),
      column("city", 88, ({ cityName }) => cityName),
      column("service", 144, ({ serviceName }) => serviceName),
      column("price", 110, priceOf, {
        numeric: true,
        show: (row) =>
          row.isSample && !row.test ? <SampleAmount amount={priceOf(row)} /> : priceOf(row),
      }),
      column("printed", 104, ({ isPrinted, barcode }) =>
        barcode === "" ? "" : t(isPrinted ? "shipments.printed" : "shipments.unprinted"),
      ),
      column("barcode", 128, ({ barcode }) => barcode),
      column("tracking", 128, ({ trackingNumber }) => trackingNumber),
      column("marks", 140, (row) => marksOf(t, row)),
    ];
  }, [t, format]);
}

function marksOf(t: TFunction, row: ShipmentListRow): string {
  return [
    row.isCashOnDelivery ? t("shipments.mark.cash") : "",
    row.isReturn ? t("shipments.mark.return") : "",
    row.isReturned ? t("shipments.mark.returned") : "",
    row.test ? t("shipments.mark.test") : row.isSample ? t("samplePrice.mark") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
