/** Recognizes the names of the Turkish lira in files. */
import { CURRENCY } from "../../base/money.ts";
import { fold } from "../../base/text.ts";

/** Folded spellings. */
const LIRA: readonly string[] = [fold(CURRENCY), "try", "₺", "lira", "turk lirasi"];

/** Returns whether a currency's name, code or sign means the lira. */
export function isLira(name: string): boolean {
  return LIRA.includes(fold(name));
}
