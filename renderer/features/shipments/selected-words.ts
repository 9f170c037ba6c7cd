/**
 * The words for two numbers of the list of shipments: how many shipments are selected, and how many
 * a search has found.
 */
import type { TFunction } from "i18next";
import type { ListSlice } from "./list.slice.ts";
import type { Chunks } from "./list-chunks.ts";
import { MOST_SELECTED, type SelectedRow } from "./bulk.slice.ts";

/**
 * Returns the sentence with the number of selected shipments. At the limit, the sentence adds that
 * further shipments cannot be selected.
 *
 * @param total Number of shipments in the list.
 */
export function selectedWords(t: TFunction, count: number, total: number): string {
  return count >= MOST_SELECTED && total > count
    ? t("shipments.selectedMost", { count, total })
    : t("shipments.selected", { count });
}

/**
 * Returns the sentence that some selected shipments were selected in another list, with another
 * search or filter, and so may not be in view; null when there are none.
 *
 * @param shown Key of the shown list, and its rows that were read: a row that was selected in another
 *   list and is in this one too does not count.
 */
export function elsewhereWords(
  t: TFunction,
  selected: Iterable<SelectedRow>,
  shown: { readonly listKey: string; readonly chunks: Chunks },
): string | null {
  const elsewhere = [...selected].filter((row) => row.listKey !== shown.listKey);
  if (elsewhere.length === 0) return null;
  const read = new Set([...shown.chunks.values()].flatMap((rows) => rows.map(({ id }) => id)));
  const count = elsewhere.filter(({ id }) => !read.has(id)).length;
  return count === 0 ? null : t("shipments.selectedElsewhere", { count });
}

/**
 * Returns the sentence with the number of search results.
 *
 * @param shown Number of rows in the list.
 */
export function foundWords(
  t: TFunction,
  shown: number,
  { total, isMore, isPartial }: NonNullable<ListSlice["foundCount"]>,
): string {
  if (isPartial) return t("shipments.foundPartial", { count: shown });
  if (total <= shown && !isMore) return t("shipments.found", { count: shown });
  return t(isMore ? "shipments.foundMore" : "shipments.foundMost", { count: shown, total });
}
