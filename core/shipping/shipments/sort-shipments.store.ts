/**
 * SQL for sorted lists of shipments, read on the reader's connection: sequence numbers only, whose
 * rows the window reads as they become visible.
 */
import { countFound } from "../../db/count-found.ts";
import { byValue } from "../../db/by-value.ts";
import type { Reader } from "../../db/reader.ts";
import { conditionsOf, type ListFilter } from "./list-conditions.store.ts";
import { SHIPMENT_STATUSES, type IndexedColumn, type SortColumn } from "./shipment-rows.schema.ts";
import { FIELDS, JOINS, tableFor } from "./shipment-rows.store.ts";
import { bestMatches, foundBy, type Matches } from "./shipment-search.store.ts";

const NEWEST_EVENT = `(SELECT e.sub_code FROM tracking_events AS e WHERE e.shipment_id = s.id AND e.id = o.event_id)`;

/**
 * Order of states: as a parcel goes through them. States with different words have different
 * numbers, so that equal words are next to each other; a return follows the other parcels.
 */
const STATE_ORDER = `iif(s.is_return, 0.05, 0) +
                     CASE WHEN s.status = 'CREATED' THEN iif(s.is_return, 0.7, iif(s.hold_reason <> '', 0.5, 0))
                          WHEN s.status = 'GOT_OFFERS' THEN iif(s.is_return, 0.7, iif(s.hold_reason <> '', 0.5, 0.2))
                          ELSE CASE s.status ${SHIPMENT_STATUSES.map((status, at) => `WHEN '${status}' THEN ${at}`).join(" ")} END
                      END +
                     CASE WHEN s.status = 'FAILED' THEN iif(${FIELDS.isLost}, 0.5, 0)
                          WHEN s.status = 'LABEL_PRINTED' THEN iif(${NEWEST_EVENT} = 'information_received', 0.2, 0)
                          WHEN s.status IN ('SHIPPED', 'RETURN_SHIPPED')
                          THEN CASE ${NEWEST_EVENT} WHEN 'package_accepted' THEN -0.2 WHEN 'out_for_delivery' THEN 0.2 WHEN 'package_damaged' THEN 0.4 ELSE 0 END
                          ELSE 0
                      END`;

/** Value by which a column sorts. */
const VALUES: Readonly<Record<SortColumn, string>> = {
  number: "s.number",
  time: "s.created_at",
  order: "in_alphabet(s.order_number)",
  recipient: `in_alphabet(${FIELDS.recipientName})`,
  phone: FIELDS.recipientPhone,
  district: `in_alphabet(${FIELDS.recipientDistrict})`,
  city: `in_alphabet(${FIELDS.recipientCity})`,
  service: `in_alphabet(${FIELDS.serviceName})`,
  price: FIELDS.totalMinor,
  status: STATE_ORDER,
  printed: "CASE WHEN s.barcode <> '' THEN s.is_printed END",
  barcode: "in_alphabet(s.barcode)",
  tracking: "in_alphabet(s.tracking_number)",
  marks: `nullif(s.payment_on_delivery * 8 + s.is_return * 4 + s.is_returned * 2 + max(s.test, ${FIELDS.isSample}), 0)`,
};

export type Asked = {
  readonly filter: ListFilter;
  /** null: no free text. */
  readonly matches: Matches | null;
  readonly isIndexedOnly: boolean;
};

/** Counts the matches, up to `atMost`. @throws AppError E2052 */
export function countUpTo(reader: Reader, asked: Asked, atMost: number): Promise<number> {
  return countFound(reader, foundOf(asked), atMost);
}

/**
 * Lists the first `limit` matches sorted by a column, among equals the newest first.
 *
 * @throws AppError E2052
 */
export async function listSorted(
  reader: Reader,
  asked: Asked,
  { by, isAscending, limit }: { by: SortColumn; isAscending: boolean; limit: number },
): Promise<number[]> {
  const direction = isAscending ? "ASC" : "DESC";
  if (asked.matches === null && (by === "number" || by === "time"))
    return listInOrder(reader, asked, { by, direction, limit });
  const { found, parameters } = foundOf(asked);
  const rows = await reader.all<{ seq: number }>(
    `SELECT seq
       FROM (SELECT s.seq, s.number, ${VALUES[by]} AS value
               FROM (${found}) AS found
              ${JOINS})
      ORDER BY ${byValue(isAscending)}, number DESC, seq DESC
      LIMIT :limit`,
    // All results of a search are sorted by number or time; other columns sort `limit` rows at most.
    { ...parameters, limit, atMost: Number.MAX_SAFE_INTEGER },
    "long",
  );
  return rows.map(({ seq }) => seq);
}

/** Lists the first matches in the order of an index. */
async function listInOrder(
  reader: Reader,
  { filter, isIndexedOnly }: Asked,
  { by, direction, limit }: { by: IndexedColumn; direction: string; limit: number },
): Promise<number[]> {
  const { where, values } = conditionsOf(filter, { areFew: false, isIndexedOnly });
  const column = by === "time" ? "created_at" : "number";
  const isByTime = isIndexedOnly && (by === "time" || filter.from !== undefined);
  const table = tableFor(filter, isByTime && filter.isReturned !== true);
  const rows = await reader.all<{ seq: number }>(
    `SELECT seq FROM ${table} WHERE ${where} ORDER BY ${column} ${direction}, seq ${direction} LIMIT :limit`,
    { ...values, limit },
    "long",
  );
  return rows.map(({ seq }) => seq);
}

/** Lists the best matches of a text, then the newest. @throws AppError E2052 */
export async function listBest(
  reader: Reader,
  { filter, matches }: { readonly filter: ListFilter; readonly matches: Matches },
  limit: number,
): Promise<number[]> {
  const { where, values } = conditionsOf(filter, { areFew: true, isIndexedOnly: false });
  const rows = await reader.all<{ seq: number }>(
    bestMatches(where),
    { ...values, ...matches, limit },
    "long",
  );
  return rows.map(({ seq }) => seq);
}

/**
 * Lists matches of a text below a sequence number, newest first. FTS5 looks the number up, so that
 * the next page does not read the matches before it again.
 *
 * @throws AppError E2052
 */
export async function listFoundBefore(
  reader: Reader,
  { filter, match }: { readonly filter: ListFilter; readonly match: string },
  before: number,
  limit: number,
): Promise<number[]> {
  const { where, values } = conditionsOf(filter, { areFew: true, isIndexedOnly: false });
  const rows = await reader.all<{ seq: number }>(
    foundBy("match", `f.rowid < :before AND ${where}`, "f.rowid AS seq", ":limit"),
    { ...values, match, before, limit },
    "long",
  );
  return rows.map(({ seq }) => seq);
}

/** Selects `seq` of the first `:atMost` matches. */
function foundOf({ filter, matches, isIndexedOnly }: Asked) {
  const { where, values } = conditionsOf(filter, {
    areFew: matches !== null,
    isIndexedOnly: matches === null && isIndexedOnly,
  });
  const isByTime = isIndexedOnly && filter.from !== undefined && filter.isReturned !== true;
  return matches === null
    ? {
        found: `SELECT seq FROM ${tableFor(filter, isByTime)} WHERE ${where} LIMIT :atMost`,
        parameters: values,
      }
    : {
        found: foundBy("match", where, "f.rowid AS seq", ":atMost"),
        parameters: { ...values, match: matches.match },
      };
}
