/**
 * Sticky head of the large table; dragging the right edge of a column changes the column's width.
 */
import type { PointerEvent } from "react";
import styles from "./BigTable.module.css";
import { cellClass } from "./cell-class.ts";

type HeadColumn = {
  readonly id: string;
  readonly words: string;
  readonly width: number;
  readonly grows?: boolean;
  readonly numeric?: boolean;
};
type HeadProps = {
  readonly columns: readonly HeadColumn[];
  /** Width of the whole row, in CSS pixels. */
  readonly width: number;
  /** Name of the column of checkboxes; null: none. */
  readonly checks: string | null;
  readonly onWidth: (column: string, width: number) => void;
};

/**
 * Shows the heads of the columns.
 *
 * @param onWidth Called while an edge is dragged, with the width in CSS pixels.
 */
export function TableHead({ columns, width, checks, onWidth }: HeadProps) {
  return (
    <div role="rowgroup" className={styles["head"]} style={{ minWidth: `${width}px` }}>
      <div role="row" aria-rowindex={1} className={styles["row"]}>
        {checks === null ? null : (
          <span role="columnheader" className={`${styles["cell"]} ${styles["check"]}`}>
            <span className="hidden">{checks}</span>
          </span>
        )}
        {columns.map((column) => (
          <span
            key={column.id}
            role="columnheader"
            className={cellClass(column)}
            style={{ width: `${column.width}px` }}
            title={column.words}
          >
            {column.words}
            <span
              className={styles["handle"]}
              onPointerDown={(event) => drag(event, (to) => onWidth(column.id, to))}
            />
          </span>
        ))}
      </div>
    </div>
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
