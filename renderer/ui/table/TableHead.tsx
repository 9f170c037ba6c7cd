/**
 * Sticky head of the large table: a press sorts the rows by a column, and dragging the right edge
 * of a column changes the column's width.
 */
import { ArrowDown, ArrowUp } from "lucide-react";
import type { PointerEvent } from "react";
import styles from "./BigTable.module.css";
import type { BigColumn, BigTableProps } from "./BigTable.tsx";
import { cellClass } from "./cell-class.ts";

type HeadProps<Row> = {
  readonly sort: BigTableProps<Row>["sort"] | undefined;
  readonly columns: readonly BigColumn<Row>[];
  /** Width of the whole row, in CSS pixels. */
  readonly width: number;
  /** Name of the column of checkboxes; null: none. */
  readonly checks: string | null;
  readonly onWidth: (column: string, width: number) => void;
  readonly onPress: (column: BigColumn<Row>) => void;
};

/**
 * Shows the heads of the columns.
 *
 * @param onWidth Called while an edge is dragged, with the width in CSS pixels.
 */
export function TableHead<Row>({ columns, width, checks, sort, onWidth, onPress }: HeadProps<Row>) {
  return (
    <div role="rowgroup" className={styles["head"]} style={{ minWidth: `${width}px` }}>
      <div role="row" aria-rowindex={1} className={styles["row"]}>
        {checks === null ? null : (
          <span role="columnheader" className={`${styles["cell"]} ${styles["check"]}`}>
            <span className="hidden">{checks}</span>
          </span>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            sort={sort}
            onWidth={(to) => onWidth(column.id, to)}
            onPress={() => onPress(column)}
          />
        ))}
      </div>
    </div>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onWidth,
  onPress,
}: Pick<HeadProps<Row>, "sort"> & {
  readonly column: BigColumn<Row>;
  readonly onWidth: (width: number) => void;
  readonly onPress: () => void;
}) {
  const isSorted = sort?.at?.column === column.id;
  const isAscending = isSorted && sort.at?.isAscending === true;
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  const may = sort?.may(column.id) ?? false;
  return (
    <span
      role="columnheader"
      className={cellClass(column)}
      style={{ width: `${column.width}px` }}
      title={sort === undefined || may ? column.words : `${column.words}: ${sort.refusal}`}
      aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}
      data-sorts={may || undefined}
      onClick={onPress}
    >
      {column.words}
      {isSorted ? <Arrow size={12} strokeWidth={2.5} aria-hidden="true" /> : null}
      <span
        className={styles["handle"]}
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => drag(event, onWidth)}
      />
    </span>
  );
}

function drag(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const handle = event.currentTarget;
  const start = { x: event.clientX, width: handle.parentElement?.offsetWidth ?? 0 };
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = (move) => onWidth(start.width + move.clientX - start.x);
  handle.onpointerup = handle.onpointercancel = () => {
    handle.onpointermove = null;
  };
}
