/** A row of the large table that is seen. One that was not read yet shows quiet blanks. */
import { Check } from "lucide-react";
import { memo } from "react";
import styles from "./BigTable.module.css";
import type { BigColumn } from "./BigTable.tsx";
import { cellClass } from "./cell-class.ts";

type RowProps<Row> = {
  /** Of the table: ids of cells begin with it. */
  readonly id: string;
  readonly place: number;
  readonly row: Row | undefined;
  /** Pixels below the first row that exists. */
  readonly top: number;
  readonly columns: readonly BigColumn<Row>[];
  /** The active cell's column; null: it is in another row. */
  readonly active: number | null;
  /** Null: rows of this table cannot be selected. */
  readonly isSelected: boolean | null;
  /** @param column -1: the box in front. */
  readonly onPress: (column: number, how: { readonly isRange: boolean }) => void;
  readonly onOpen: () => void;
};

/** A press makes a cell the active one, a second press opens the row. */
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
            {isSelected ? <Check size={16} strokeWidth={3} aria-hidden="true" /> : null}
          </span>
        </span>
      )}
      {columns.map((column, i) => (
        <span
          key={column.id}
          id={`${id}-${place}-${i}`}
          role="gridcell"
          className={cellClass(column)}
          style={{ width: `${column.width / 16}rem` }}
          title={row === undefined ? undefined : column.text(row)}
          data-active={active === i ? true : undefined}
          onClick={(event) => onPress(i, { isRange: event.shiftKey })}
        >
          {row === undefined ? (
            <span className={styles["blank"]} />
          ) : column.show === undefined ? (
            column.text(row)
          ) : (
            column.show(row)
          )}
        </span>
      ))}
    </div>
  );
}

/** The handlers are made anew with each render of the table, and mean the same. */
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
