/**
 * How many shipments are selected, and that no more can be; how many a search has found, and how
 * many of them the list has.
 */
import type { TFunction } from "i18next";
import { MOST_SELECTED } from "./bulk.slice.ts";

/** @param total Shipments of the list: with more than can be selected at once, the words say so. */
export function selectedWords(t: TFunction, count: number, total: number): string {
  return count >= MOST_SELECTED && total > count
    ? t("shipments.selectedMost", { count, total })
    : t("shipments.selected", { count });
}

/** @param shown Rows of the list. */
export function foundWords(
  t: TFunction,
  shown: number,
  { total, isMore }: { readonly total: number; readonly isMore: boolean },
): string {
  if (total <= shown) return t("shipments.found", { count: shown });
  return t(isMore ? "shipments.foundMore" : "shipments.foundMost", { count: shown, total });
}
