/** Counts what a list finds, before it is sorted. */
import type { Reader } from "./reader.ts";

/**
 * Counts the rows of a query.
 *
 * @param of.found The query, limited by `:atMost`.
 * @throws AppError E2052 when the query takes too long.
 */
export async function countFound(
  reader: Reader,
  { found, parameters }: { readonly found: string; readonly parameters: object },
  atMost: number,
): Promise<number> {
  const [row] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n FROM (${found})`,
    { ...parameters, atMost },
    "long",
  );
  return row?.n ?? 0;
}
