/** SQL for searches of shipments by free text, read on the reader's connection. */
import type { Reader } from "../../db/reader.ts";
import { conditionsOf, type ListFilter } from "./list-conditions.store.ts";
import { isOfAll, rowsOf, type ListRow } from "./shipment-rows.store.ts";
import { isAlone } from "./shipments-list.store.ts";

/**
 * Free text as FTS5 queries. `match`: the words in any order. `whole`: the words in sequence, as in
 * an order number. `prefix`: the words in sequence, where the last word may continue. `exact`: the
 * folded text.
 */
export type Matches = {
  readonly match: string;
  readonly whole: string;
  readonly prefix: string;
  readonly exact: string;
};

/**
 * Highest number of matches that are counted; beyond it the answer only says that there are more.
 */
export const MOST_COUNTED = 1_000;

/** Selects columns of the newest matches. @param name Parameter with the FTS5 query. */
export const foundBy = (
  name: "match" | "whole" | "prefix",
  where: string,
  columns: string,
  atMost: string,
): string =>
  `SELECT ${columns}
       FROM shipments_search AS f
      CROSS JOIN shipments ON shipments.seq = f.rowid
      WHERE shipments_search MATCH :${name} AND ${where}
      ORDER BY f.rowid DESC
      LIMIT ${atMost}`;

/** Whether a number, order, barcode or tracking number of the shipment is the whole text. */
const IS_EXACT = `:exact IN (CAST(number AS TEXT), folded(order_number), folded(barcode), folded(tracking_number))`;

/**
 * Selects `seq` and `rank` of the best matches: an exact number first, then matches of `whole`,
 * of `prefix` and of `match`.
 */
export const bestMatches = (where: string): string => {
  const [whole, prefix, match] = (["whole", "prefix", "match"] as const).map(
    (name, rank) =>
      `SELECT seq, ${rank === 0 ? "rank" : rank} AS rank FROM (${foundBy(name, where, rank === 0 ? `f.rowid AS seq, iif(${IS_EXACT}, -1, 0) AS rank` : "f.rowid AS seq", ":limit")})`,
  );
  return `SELECT seq, min(rank) AS rank FROM (${whole} UNION ALL ${prefix} UNION ALL ${match}) GROUP BY seq ORDER BY rank, seq DESC LIMIT :limit`;
};

/**
 * Searches rows: the best matches first, among equals the newest. `total` counts the matches, up to
 * MOST_COUNTED + 1.
 *
 * @throws AppError E2052
 */
export async function searchRows(
  reader: Reader,
  filter: ListFilter,
  matches: Matches,
  limit: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const { where, values } = conditionsOf(filter, { areFew: true, isIndexedOnly: false });
  const parameters = { ...values, ...matches, limit, counted: MOST_COUNTED + 1 };
  const [rows, counted] = await reader.several<[ListRow, { n: number }]>(
    [
      {
        sql: `${rowsOf(bestMatches(where))} ORDER BY found.rank, s.seq DESC`,
        parameters,
      },
      {
        sql: `SELECT count(*) AS n FROM (${foundBy("match", where, "1", ":counted")})`,
        parameters,
      },
    ],
    // With several organizations, most matches may be of another one, and are read in vain.
    isOfAll(filter) && (await isAlone(reader)) ? "quick" : "long",
  );
  return { rows, total: counted[0]?.n ?? 0 };
}
