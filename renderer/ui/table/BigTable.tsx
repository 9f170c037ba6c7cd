/**
 * The one large table: a million rows scroll smoothly, and only those that are seen exist. The
 * focus stays on the table itself and the active cell is named by it, so that no focus is lost when
 * a row leaves the page.
 */
import {
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import styles from "./BigTable.module.css";
import { fitWidth, type KeptColumns } from "./kept-columns.ts";
import { useScaledScroll } from "./scaled-scroll.ts";
import { TableFoot, type FootWords } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { tableKey, type Cell } from "./table-keys.ts";

/** A column. `text`: the whole text of a cell, shown where it is cut off, and copied. */
export type BigColumn<Row> = {
  readonly id: string;
  readonly words: string;
  /** In sixteenths of a rem. */
  readonly width: number;
  readonly grows?: boolean;
  readonly numeric?: boolean;
  readonly text: (row: Row) => string;
  /** What the cell shows; by default its text. */
  readonly show?: (row: Row) => ReactNode;
};

export type BigTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly BigColumn<Row>[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
  /** Rows of the whole list. */
  readonly count: number;
  /**
   * A row by its place from 0; undefined: it was not read yet. Another function when rows changed.
   */
  readonly rowAt: (place: number) => Row | undefined;
  /**
   * Rows that came above the first one since the table was made: what is seen stays where it is.
   */
  readonly cameOnTop?: number;
  readonly foot: FootWords;
  /** Called with the places that are seen, both included. */
  readonly onSeen: (from: number, to: number) => void;
  readonly onOpen: (place: number) => void;
  /** Whether one press opens a row; by default two do. */
  readonly opensAtOnce?: boolean;
  /** Without it rows cannot be selected. */
  readonly selection?: {
    /** The name of the column of boxes. */
    readonly words: string;
    readonly has: (row: Row) => boolean;
    readonly toggle: (place: number) => void;
    /** Selects the places between two, both included. */
    readonly range: (from: number, to: number) => void;
    readonly all: () => void;
  };
  /** Where the active cell is at first. */
  readonly startAt?: number;
  readonly onActive?: (place: number) => void;
  /** Whether it takes the focus when it appears, unless another part of its view has it. */
  readonly takesFocus?: boolean;
  readonly testID?: string;
};

/** One place of the list: its row may not have been read yet. */
export type Place<Row> = { readonly place: number; readonly row: Row | undefined };

const FEATURES = tableFeatures({ columnSizingFeature, columnVisibilityFeature });
export type Features = typeof FEATURES;

const ROW_REM = 2.25;
const OVER = 6;

/** A grid of the rows that are seen, its sticky head, and the active cell's whole text below it. */
export function BigTable<Row>(props: BigTableProps<Row>) {
  const { columns, kept, onKeep, count, rowAt, selection, cameOnTop = 0 } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { row: rowPx, view } = useSizes(box);
  const [active, setActive] = useState<Cell>({ row: props.startAt ?? 0, column: 0 });
  const anchor = useRef(active.row);
  const base = useRef(0);
  const settle = (): void => {
    if (body.current !== null)
      body.current.style.transform = `translateY(${base.current - scroll.offset()}px)`;
  };
  const scroll = useScaledScroll(box, count * rowPx, view, settle);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: OVER,
    observeElementOffset: scroll.observe,
    scrollToFn: (offset) => scroll.moveTo(offset),
  });
  useLayoutEffect(() => list.measure(), [list, rowPx]);

  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const data = useMemo(
    (): Place<Row>[] =>
      Array.from({ length: last - first + 1 }, (_, i) => ({
        place: first + i,
        row: rowAt(first + i),
      })),
    [first, last, rowAt],
  );
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<Features, Place<Row>> => ({
        id: column.id,
        header: column.words,
        size: column.width,
        accessorFn: ({ row }) => (row === undefined ? "" : column.text(row)),
      })),
    [columns],
  );
  const table = useTable<Features, Place<Row>>({
    features: FEATURES,
    columns: defs,
    data,
    getRowId: ({ place }) => String(place),
    state: {
      columnSizing: kept.widths,
      columnVisibility: Object.fromEntries(kept.hidden.map((one) => [one, false])),
    },
  });
  const shown = table
    .getVisibleLeafColumns()
    .flatMap((leaf) =>
      columns
        .filter((column) => column.id === leaf.id)
        .map((column) => ({ ...column, width: leaf.getSize() })),
    );
  const width = shown.reduce((sum, column) => sum + column.width, selection === undefined ? 0 : 44);
  base.current = first * rowPx;
  useLayoutEffect(settle);

  const { onSeen, onActive } = props;
  useEffect(() => {
    if (last >= 0) onSeen(first, last);
  }, [onSeen, first, last]);
  useEffect(() => onActive?.(active.row), [onActive, active.row]);
  useShift(cameOnTop, (by) => {
    setActive((now) => ({ ...now, row: now.row + by }));
    anchor.current += by;
    if (scroll.offset() > 0) scroll.moveTo(scroll.offset() + by * rowPx);
  });
  const show = (place: number): void => {
    const [top, bottom] = [place * rowPx, (place + 1) * rowPx];
    if (top < scroll.offset()) scroll.moveTo(top);
    else if (bottom > scroll.offset() + view) scroll.moveTo(bottom - view);
  };
  useEffect(() => {
    if (view > 0) show(active.row);
    // Once, when the height is known.
  }, [view > 0]); // oxlint-disable-line react/exhaustive-deps
  useEffect(() => {
    if (props.takesFocus === true && isFree(document.activeElement, box.current))
      box.current?.focus({ preventScroll: true });
  }, [props.takesFocus]);

  const at: Cell = {
    row: Math.min(active.row, Math.max(0, count - 1)),
    column: Math.min(active.column, shown.length - 1),
  };
  const activeColumn = shown[at.column];
  const activeRow = rowAt(at.row);
  const activeText =
    activeColumn === undefined || activeRow === undefined ? "" : activeColumn.text(activeRow);
  const goTo = (cell: Cell, isRange: boolean): void => {
    setActive(cell);
    show(cell.row);
    // In a low window the view itself scrolls.
    box.current?.scrollIntoView({ block: "nearest" });
    if (isRange)
      selection?.range(Math.min(anchor.current, cell.row), Math.max(anchor.current, cell.row));
    else anchor.current = cell.row;
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const meant = tableKey(event, at, {
      rows: count,
      columns: shown.length,
      page: Math.max(1, Math.floor(view / rowPx) - 1),
    });
    if (meant === null) return;
    event.preventDefault();
    if (meant.do === "move") return goTo(meant.to, meant.extends);
    if (meant.do === "open") return props.onOpen(at.row);
    if (meant.do === "all") return selection?.all();
    if (meant.do === "toggle") return selection?.toggle(at.row);
    if (activeColumn !== undefined)
      onKeep({
        widths: {
          ...kept.widths,
          [activeColumn.id]: fitWidth(activeColumn.width + (meant.do === "wider" ? 16 : -16)),
        },
      });
  };

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
        onKeyDown={onKeyDown}
        onCopy={(event) => {
          if (getSelection()?.isCollapsed === false) return;
          event.preventDefault();
          event.clipboardData.setData("text/plain", activeText);
        }}
      >
        <TableHead
          columns={shown}
          width={width}
          checks={selection?.words ?? null}
          onWidth={(column, wanted) =>
            onKeep({ widths: { ...kept.widths, [column]: fitWidth(wanted) } })
          }
        />
        <div role="rowgroup" style={{ height: `${scroll.height}px`, minWidth: `${width / 16}rem` }}>
          <div className={styles["layer"]} style={{ height: `${Math.min(view, count * rowPx)}px` }}>
            <div ref={body} className={styles["body"]}>
              {table.getRowModel().rows.map(({ original: { place, row } }) => (
                <TableRow
                  key={place}
                  id={id}
                  place={place}
                  row={row}
                  top={(place - first) * rowPx}
                  columns={shown}
                  active={place === at.row ? at.column : null}
                  isSelected={
                    selection === undefined ? null : row !== undefined && selection.has(row)
                  }
                  onPress={(column, how) => {
                    goTo({ row: place, column: Math.max(0, column) }, how.isRange);
                    if (column === -1 && !how.isRange) selection?.toggle(place);
                    if (props.opensAtOnce === true) props.onOpen(place);
                  }}
                  onOpen={() => props.onOpen(place)}
                />
              ))}
            </div>
          </div>
        </div>
      </div>
      <TableFoot
        words={props.foot}
        column={count === 0 ? "" : (activeColumn?.words ?? "")}
        text={activeText}
        place={count === 0 ? 0 : at.row + 1}
        count={count}
      />
    </div>
  );
}

/**
 * Whether the focus may be taken: a part of the same view that a person works in keeps it; its
 * heading does not need it.
 */
function isFree(focused: Element | null, box: HTMLElement | null): boolean {
  return (
    focused === null || focused.tagName === "H1" || box?.closest("main")?.contains(focused) !== true
  );
}

/** The height of a row and of the room for rows, pixels. */
function useSizes(box: React.RefObject<HTMLDivElement | null>): {
  readonly row: number;
  readonly view: number;
} {
  const [sizes, setSizes] = useState({ row: 36, view: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSizes((now) =>
        now.row === row && now.view === element.clientHeight - row
          ? now
          : { row, view: element.clientHeight - row },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return sizes;
}

/** Calls `onShift` with how much a number has risen since the last render. */
function useShift(now: number, onShift: (by: number) => void): void {
  const before = useRef(now);
  useLayoutEffect(() => {
    const by = now - before.current;
    before.current = now;
    if (by !== 0) onShift(by);
  });
}
