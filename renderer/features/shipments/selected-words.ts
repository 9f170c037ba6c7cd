/** How many shipments are selected, and that no more can be. */
import type { TFunction } from "i18next";
import { MOST_SELECTED } from "./bulk.slice.ts";

/** @param total Shipments of the list: with more than can be selected at once, the words say so. */
export function selectedWords(t: TFunction, count: number, total: number): string {
  return count >= MOST_SELECTED && total > count ? t("shipments.selectedMost", { count, total }) : t("shipments.selected", { count });
}
