/** Sorts the rows of the large table by a head or a key, and states what it did. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BigColumn, BigTableProps } from "./BigTable.tsx";
import type { Cell } from "./table-keys.ts";
import { sortAfterKey, sortAfterPress } from "./table-sort.ts";

export type Sorting<Row> = {
  /** Sentence about the last sort; null after the active cell has moved. */
  readonly note: string | null;
  /**
   * Sorts by a column.
   *
   * @param isAscending Direction asked for by a key; null: the head was pressed.
   */
  readonly sortBy: (column: BigColumn<Row>, isAscending: boolean | null) => void;
};

type Note = {
  /** null: the list cannot be sorted by the column. */
  readonly words: string | null;
  /** Place of the active cell that the note is about. */
  readonly at: string;
  readonly column: string;
};

/** Returns the sentence; the refusal also when the list turned out too long while it was sorted. */
function wordsOf<Row>({ words, column }: Note, sort: BigTableProps<Row>["sort"]): string | null {
  return sort === undefined || sort.may(column) ? words : sort.refusal;
}

/**
 * Returns the command that sorts, and the note about the last sort.
 *
 * @param toFirst Activates the first row's cell in a column, because sorted rows are read from
 *   their start.
 */
export function useSorting<Row>(
  { sort }: Pick<BigTableProps<Row>, "sort">,
  toFirst: (column: number) => void,
  at: Cell,
  shown: readonly BigColumn<Row>[],
): Sorting<Row> {
  const { t } = useTranslation();
  const [note, setNote] = useState<Note | null>(null);
  return {
    note: note !== null && note.at === `${at.row} ${at.column}` ? wordsOf(note, sort) : null,
    sortBy(column, isAscending) {
      if (sort === undefined) return;
      if (!sort.may(column.id))
        return setNote({ words: null, at: `${at.row} ${at.column}`, column: column.id });
      const to =
        isAscending === null
          ? sortAfterPress(sort.at, column)
          : sortAfterKey(sort.at, column.id, isAscending);
      const place = shown.findIndex(({ id }) => id === column.id);
      sort.onSort(to);
      toFirst(place);
      setNote({
        words:
          to === null
            ? t("list.unsorted")
            : t(to.isAscending ? "list.ascending" : "list.descending", { column: column.words }),
        at: `0 ${place}`,
        column: column.id,
      });
    },
  };
}
