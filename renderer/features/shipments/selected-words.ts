/**
 * Words for how many shipments are selected and whether that is the limit, and for how many a
 * search has found and the list shows.
 */
import type { TFunction } from "i18next";
import { MOST_SELECTED } from "./bulk.slice.ts";

/**
 * @param total Number of shipments in the list; the words say when it exceeds the limit of the
 *   selection.
 */
export function selectedWords(t: TFunction, count: number, total: number): string {
  return count >= MOST_SELECTED && total > count
    ? t("shipments.selectedMost", { count, total })
    : t("shipments.selected", { count });
}

/** @param shown Number of rows in the list. */
export function foundWords(
  t: TFunction,
  shown: number,
  { total, isMore }: { readonly total: number; readonly isMore: boolean },
): string {
  if (total <= shown) return t("shipments.found", { count: shown });
  return t(isMore ? "shipments.foundMore" : "shipments.foundMost", { count: shown, total });
}
