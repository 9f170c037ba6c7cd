/** Maps a key in the table to a command, given the active cell. Pure. */

export type Cell = { readonly row: number; readonly column: number };

/** `extends`: selects the rows from the anchor to the new cell. */
type TableKey =
  | { readonly do: "move"; readonly to: Cell; readonly extends: boolean }
  /** `isWhole`: Shift+Enter, the row's own page. */
  | { readonly do: "open"; readonly isWhole: boolean }
  /** Sorts the rows by the active column. */
  | { readonly do: "sort"; readonly isAscending: boolean }
  | { readonly do: "toggle" | "all" | "wider" | "narrower" };

type Pressed = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
};

/**
 * Maps a key to a command of the table.
 *
 * @param page Number of rows that Page Up and Page Down move by.
 * @returns null for a key that the table does not handle.
 */
export function tableKey(
  pressed: Pressed,
  at: Cell,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): TableKey | null {
  const { key, ctrlKey, altKey, shiftKey } = pressed;
  if (size.rows === 0 || pressed.metaKey) return null;
  if (altKey) return altMeaning(key);
  if (ctrlKey && key.toLowerCase() === "a") return { do: "all" };
  const row = rowAfter(key, ctrlKey, at.row, size);
  if (row !== null)
    return {
      do: "move",
      to: { row: Math.min(Math.max(0, row), size.rows - 1), column: at.column },
      extends: shiftKey,
    };
  if (ctrlKey) return null;
  if (key === " ") return { do: "toggle" };
  if (key === "Enter") return { do: "open", isWhole: shiftKey };
  const column = columnAfter(key, at.column, size.columns);
  return column === null ? null : { do: "move", to: { row: at.row, column }, extends: false };
}

function altMeaning(key: string): TableKey | null {
  switch (key) {
    case "ArrowRight":
      return { do: "wider" };
    case "ArrowLeft":
      return { do: "narrower" };
    case "ArrowUp":
      return { do: "sort", isAscending: true };
    case "ArrowDown":
      return { do: "sort", isAscending: false };
    default:
      return null;
  }
}

/**
 * Returns the row that a key moves to; null for another key. Home and End go to the first and last
 * row, not column, because the list has far more rows than columns.
 */
function rowAfter(
  key: string,
  isCtrl: boolean,
  row: number,
  { rows, page }: { readonly rows: number; readonly page: number },
): number | null {
  switch (key) {
    case "ArrowDown":
      return isCtrl ? rows - 1 : row + 1;
    case "ArrowUp":
      return isCtrl ? 0 : row - 1;
    case "PageDown":
      return row + page;
    case "PageUp":
      return row - page;
    case "Home":
      return 0;
    case "End":
      return rows - 1;
    default:
      return null;
  }
}

function columnAfter(key: string, column: number, columns: number): number | null {
  if (key === "ArrowRight") return Math.min(columns - 1, column + 1);
  return key === "ArrowLeft" ? Math.max(0, column - 1) : null;
}
