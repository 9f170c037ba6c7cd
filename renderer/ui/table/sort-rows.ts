/** Sorts rows that are all in the window, in the order in which the core sorts longer lists. Pure. */
import { alphabetKey } from "../../../core/base/text.ts";
import type { BigColumn } from "./BigTable.tsx";

/**
 * Sorts by a column: texts by the Turkish alphabet, numbers by value, rows without a value last in
 * both directions. Rows with equal values keep their order.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  { text, value = text }: Pick<BigColumn<Row>, "text" | "value">,
  isAscending: boolean,
): readonly Row[] {
  const direction = isAscending ? 1 : -1;
  return rows
    .map((row) => ({ row, key: keyOf(value(row)) }))
    .toSorted(
      (a, b) => Number(a.key === "") - Number(b.key === "") || compare(a.key, b.key) * direction,
    )
    .map(({ row }) => row);
}

function keyOf(value: string | number): string | number {
  return typeof value === "number" ? value : alphabetKey(value);
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}
