/** A visible row of the large table. A row that was not read yet shows placeholders. */
import { Check } from "lucide-react";
import { memo } from "react";
import styles from "./BigTable.module.css";
import type { BigColumn } from "./BigTable.tsx";
import { cellClass } from "./cell-class.ts";

type RowProps<Row> = {
  /** Prefix of the cells' element ids, from the table. */
  readonly id: string;
  readonly place: number;
  readonly row: Row | undefined;
  /** Pixels below the first rendered row. */
  readonly top: number;
  readonly columns: readonly BigColumn<Row>[];
  /** Column of the active cell; null: the cell is in another row. */
  readonly active: number | null;
  /** null: rows of this table cannot be selected. */
  readonly isSelected: boolean | null;
  /** Called when a cell of the row is pressed. @param column -1: the checkbox in front. */
  readonly onPress: (column: number, how: { readonly isRange: boolean }) => void;
  readonly onOpen: () => void;
};

/** A press activates a cell, a double press opens the row. */
export const TableRow = memo(RowOf, isSame) as typeof RowOf;

function RowOf<Row>({
  id,
  place,
  row,
  top,
  columns,
  active,
  isSelected,
  onPress,
  onOpen,
}: RowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isSelected ?? undefined}
      className={styles["row"]}
      style={{ top: `${top}px` }}
      data-active={active === null ? undefined : true}
      onDoubleClick={onOpen}
    >
      {isSelected === null ? null : (
        <span
          role="gridcell"
          className={`${styles["cell"]} ${styles["check"]}`}
          onClick={(event) => onPress(-1, { isRange: event.shiftKey })}
        >
          <span className={styles["box"]} data-on={isSelected ? true : undefined}>
            {isSelected ? <Check size={12} strokeWidth={3.5} aria-hidden="true" /> : null}
          </span>
        </span>
      )}
      {columns.map((column, i) => {
        const text = row === undefined ? undefined : column.text(row);
        return (
          <span
            key={column.id}
            id={`${id}-${place}-${i}`}
            role="gridcell"
            className={cellClass(column)}
            style={{ width: `${column.width}px` }}
            title={text}
            data-active={active === i ? true : undefined}
            onClick={(event) => onPress(i, { isRange: event.shiftKey })}
          >
            {row === undefined ? (
              <span className={styles["blank"]} />
            ) : column.show === undefined ? (
              text
            ) : (
              column.show(row)
            )}
          </span>
        );
      })}
    </div>
  );
}

/**
 * Compares what a row shows. Ignores the handlers: each render of the table creates them again, but
 * they do the same.
 */
function isSame<Row>(before: RowProps<Row>, now: RowProps<Row>): boolean {
  const isSameColumns =
    before.columns.length === now.columns.length &&
    before.columns.every(
      (column, i) =>
        column.id === now.columns[i]?.id &&
        column.width === now.columns[i]?.width &&
        column.show === now.columns[i]?.show,
    );
  return (
    before.row === now.row &&
    before.place === now.place &&
    before.top === now.top &&
    before.active === now.active &&
    before.isSelected === now.isSelected &&
    isSameColumns
  );
}
