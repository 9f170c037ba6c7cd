/**
 * The large table: a million rows scroll smoothly, because only the visible rows and a few around
 * them are rendered. The focus stays on the table, which names its active cell, so that no focus is
 * lost when a row is removed.
 */
import { useId, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import styles from "./BigTable.module.css";
import { fitWidth, type KeptColumns } from "./kept-columns.ts";
import { TableFoot, type FootWords } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { tableKey, type Cell } from "./table-keys.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { useCopiedCell } from "./use-copied-cell.ts";
import type { TableSort } from "./sort-by.ts";
import { useSeenRows, useSizes, type SeenPlaces, type Sizes } from "./use-seen-rows.ts";
import { useShownColumns } from "./use-shown-columns.ts";
import { useSorting, type Sorting } from "./use-sorting.ts";

/** A column. `text`: the full text of a cell, shown below the table and copied by Ctrl+C. */
export type BigColumn<Row> = {
  readonly id: string;
  readonly words: string;
  /** Width in CSS pixels. */
  readonly width: number;
  readonly grows?: boolean;
  /** Hidden where the table is too narrow for all columns; the highest number first. */
  readonly yields?: number;
  readonly numeric?: boolean;
  /** Whether the first press of the head sorts the highest or newest value first. */
  readonly isFirstDescending?: boolean;
  readonly text: (row: Row) => string;
  /** Value by which the rows of the window are sorted, "" for none; by default the text. */
  readonly value?: (row: Row) => string | number;
  /** Renders the cell; by default its text. */
  readonly show?: (row: Row) => ReactNode;
};

export type BigTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly BigColumn<Row>[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
  /** Number of rows of the whole list. */
  readonly count: number;
  /**
   * Returns a row by index; undefined if it was not read yet. Must be a new function when rows
   * changed.
   */
  readonly rowAt: (place: number) => Row | undefined;
  /**
   * Number of rows added above the first one since the table was created; visible rows keep their
   * position.
   */
  readonly addedAbove?: number;
  readonly foot: FootWords;
  /** Called with the first and last index of the rendered rows, both inclusive. */
  readonly onSeen: (from: number, to: number) => void;
  readonly onOpen: (place: number) => void;
  /** Called for Shift+Enter and a double press; by default like `onOpen`. */
  readonly onOpenWhole?: (place: number) => void;
  /** Whether a single press opens a row; by default a double press. */
  readonly opensAtOnce?: boolean;
  /** Selection of rows; without it rows cannot be selected. */
  readonly selection?: {
    /** Name of the column of checkboxes. */
    readonly words: string;
    readonly has: (row: Row) => boolean;
    readonly toggle: (place: number) => void;
    /** Selects the rows between two indices, both inclusive. */
    readonly range: (from: number, to: number) => void;
    readonly all: () => void;
  };
  /** Sorting by the heads; without it the rows have one order. */
  readonly sort?: {
    /** null: an order that is not by a column. */
    readonly at: TableSort | null;
    readonly may: (column: string) => boolean;
    /** Says why the rows cannot be sorted by other columns. */
    readonly refusal: string;
    /** null: the list's own order. */
    readonly onSort: (sort: TableSort | null) => void;
  };
  /** Row of the cell that is active at the start. */
  readonly startAt?: number;
  readonly onActive?: (place: number) => void;
  /** Whether the table takes the focus when it appears, unless another part of its view has it. */
  readonly takesFocus?: boolean;
  readonly testID?: string;
};

/** An index of the list, and its row if it was read. */
type Place<Row> = { readonly place: number; readonly row: Row | undefined };

/** A grid of the visible rows, its sticky head, and the active cell's full text below it. */
export function BigTable<Row>(props: BigTableProps<Row>) {
  const { count, selection } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const sizes = useSizes(box);
  const seen = useSeenRows(box, count, sizes, props.onSeen);
  const { first, last } = seen;
  const { shown, width } = useShownColumns(props, sizes.width);
  const { active, goTo } = useActiveCell(props, box, seen.scroll, sizes);

  const at = cellWithin(active, count, shown.length);
  const { note, sortBy } = useSorting(
    props,
    (column) => goTo({ row: 0, column }, false),
    at,
    shown,
  );

  return (
    <div className={styles["frame"]} data-testid={props.testID}>
      <div
        ref={box}
        role="grid"
        className={styles["grid"]}
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-colcount={shown.length + (selection === undefined ? 0 : 1)}
        aria-multiselectable={selection === undefined ? undefined : true}
        aria-activedescendant={
          at.row >= first && at.row <= last ? `${id}-${at.row}-${at.column}` : undefined
        }
        onKeyDown={(event) => actOnKey(event, props, { at, shown, sizes, goTo, sortBy })}
      >
        <TableHead
          columns={shown}
          width={width}
          checks={selection?.words ?? null}
          sort={props.sort}
          onWidth={(column, wanted) => keepWidth(props, column, wanted)}
          onPress={(column) => sortBy(column, null)}
        />
        <SeenRows
          table={props}
          id={id}
          seen={seen}
          sizes={sizes}
          shown={shown}
          width={width}
          at={at}
          goTo={goTo}
        />
      </div>
      <ActiveFoot table={props} box={box} column={shown[at.column]} place={at.row} note={note} />
    </div>
  );
}

type FootProps<Row> = {
  readonly table: BigTableProps<Row>;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Column and row of the active cell. */
  readonly column: BigColumn<Row> | undefined;
  readonly place: number;
  /** Sentence about the last sort. */
  readonly note: string | null;
};

/** The line about the active cell, whose text Ctrl+C copies. */
function ActiveFoot<Row>({ table, box, column, place, note }: FootProps<Row>) {
  const { t } = useTranslation();
  const { count, rowAt, foot } = table;
  const row = rowAt(place);
  const text = column === undefined || row === undefined ? "" : column.text(row);
  const isCopied = useCopiedCell(box, text);
  return (
    <TableFoot
      words={foot}
      column={count === 0 ? "" : (column?.words ?? "")}
      text={text}
      note={isCopied ? t("copy.done") : note}
      place={count === 0 ? 0 : place + 1}
      count={count}
    />
  );
}

type SeenRowsProps<Row> = {
  readonly table: BigTableProps<Row>;
  /** Prefix of the cells' element ids. */
  readonly id: string;
  readonly seen: SeenPlaces;
  readonly sizes: Sizes;
  readonly shown: readonly BigColumn<Row>[];
  /** Width of a whole row, in CSS pixels. */
  readonly width: number;
  readonly at: Cell;
  readonly goTo: (cell: Cell, isRange: boolean) => void;
};

function SeenRows<Row>({ table, id, seen, sizes, shown, width, at, goTo }: SeenRowsProps<Row>) {
  const { count, rowAt, selection } = table;
  const { body, scroll, first, last } = seen;
  const places = useMemo(
    (): Place<Row>[] =>
      Array.from({ length: last - first + 1 }, (_, i) => ({
        place: first + i,
        row: rowAt(first + i),
      })),
    [first, last, rowAt],
  );
  return (
    <div role="rowgroup" style={{ height: `${scroll.height}px`, minWidth: `${width}px` }}>
      <div
        className={styles["layer"]}
        style={{ height: `${Math.min(sizes.view, count * sizes.row)}px` }}
      >
        <div ref={body} className={styles["body"]}>
          {places.map(({ place, row }) => (
            <TableRow
              key={place}
              id={id}
              place={place}
              row={row}
              top={(place - first) * sizes.row}
              columns={shown}
              active={place === at.row ? at.column : null}
              isSelected={selection === undefined ? null : row !== undefined && selection.has(row)}
              onPress={(column, how) => {
                goTo({ row: place, column: Math.max(0, column) }, how.isRange);
                if (column === -1 && !how.isRange) selection?.toggle(place);
                if (table.opensAtOnce === true) table.onOpen(place);
              }}
              onOpen={() => (table.onOpenWhole ?? table.onOpen)(place)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns the active cell, moved into the table if the table has become smaller. */
function cellWithin({ row, column }: Cell, rows: number, columns: number): Cell {
  return { row: Math.min(row, Math.max(0, rows - 1)), column: Math.min(column, columns - 1) };
}

function keepWidth<Row>(
  { kept, onKeep }: BigTableProps<Row>,
  column: string,
  wanted: number,
): void {
  onKeep({ widths: { ...kept.widths, [column]: fitWidth(wanted) } });
}

function actOnKey<Row>(
  event: KeyboardEvent,
  props: BigTableProps<Row>,
  {
    at,
    shown,
    sizes,
    goTo,
    sortBy,
  }: Pick<SeenRowsProps<Row>, "at" | "shown" | "sizes" | "goTo"> & Pick<Sorting<Row>, "sortBy">,
): void {
  const meant = tableKey(event, at, {
    rows: props.count,
    columns: shown.length,
    page: Math.max(1, Math.floor(sizes.view / sizes.row) - 1),
  });
  if (meant === null) return;
  event.preventDefault();
  if (meant.do === "move") return goTo(meant.to, meant.extends);
  if (meant.do === "open")
    return (meant.isWhole ? (props.onOpenWhole ?? props.onOpen) : props.onOpen)(at.row);
  if (meant.do === "all") return props.selection?.all();
  if (meant.do === "toggle") return props.selection?.toggle(at.row);
  const column = shown[at.column];
  if (column === undefined) return;
  if (meant.do === "sort") sortBy(column, meant.isAscending);
  else keepWidth(props, column.id, column.width + (meant.do === "wider" ? 16 : -16));
}
