/**
 * SQL for the window's list of shipments: its positions, the rows between two keys, and search
 * results, read on the reader's connection.
 */
import type { Reader } from "../../db/reader.ts";
import { conditionsOf, type ListFilter } from "./list-conditions.store.ts";
import type { PlaceKey } from "./shipment-rows.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";

export type ListRow = Pick<
  ShipmentRow,
  | "id"
  | "number"
  | "createdAt"
  | "status"
  | "test"
  | "isReturn"
  | "isReturned"
  | "paymentOnDelivery"
  | "orderNumber"
  | "providerCode"
  | "providerServiceCode"
  | "barcode"
  | "trackingNumber"
> & {
  isPrinted: 0 | 1;
  isHeld: 0 | 1;
  isLost: 0 | 1;
  isSample: 0 | 1;
  /** Code of the newest tracking event of an open parcel. */
  event: string;
  recipientName: string;
  recipientPhone: string;
  recipientDistrict: string;
  recipientCity: string;
  serviceName: string | null;
  /** Minor units; null before a purchase. */
  totalMinor: number | null;
};

/**
 * Selects the fields of a row, with the recipient as frozen by the purchase, otherwise the current
 * recipient.
 */
const rowsOf = (found: string): string =>
  `SELECT s.id, s.number, s.created_at, s.status, s.test, s.is_return, s.is_returned, s.payment_on_delivery, s.is_printed, s.order_number,
          s.hold_reason <> '' AS is_held,
          coalesce(o.reason = 'LOST', 0) AS is_lost,
          coalesce(e.sub_code, '') AS event,
          s.provider_code, s.provider_service_code, s.barcode, s.tracking_number,
          coalesce(CASE WHEN x.body IS NULL THEN a.name ELSE x.body ->> '$.recipient.name' END, '') AS recipient_name,
          coalesce(CASE WHEN x.body IS NULL THEN a.phone ELSE x.body ->> '$.recipient.phone' END, '') AS recipient_phone,
          coalesce(CASE WHEN x.body IS NULL THEN a.district_name ELSE x.body ->> '$.recipient.district_name' END, '') AS recipient_district,
          coalesce(CASE WHEN x.body IS NULL THEN a.city_name ELSE x.body ->> '$.recipient.city_name' END, '') AS recipient_city,
          x.body ->> '$.offer.service_name' AS service_name,
          coalesce(x.body ->> '$.label.isSample', 0) AS is_sample,
          -- A snapshot is stored without zeros: purchase-snapshot.ts.
          CASE WHEN x.body IS NOT NULL THEN coalesce(x.body ->> '$.offer.total_minor', 0) END AS total_minor
     FROM (${found}) AS found
    CROSS JOIN shipments AS s ON s.seq = found.seq
     LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
     LEFT JOIN addresses AS a ON a.id = s.recipient_address_id
     LEFT JOIN open_parcels AS o ON o.seq = s.seq
     LEFT JOIN tracking_events AS e ON e.shipment_id = s.id AND e.id = o.event_id`;

type Totals = { total: number; last: number | null; stations: number };

/**
 * Reads how many shipments an organization has (by its counters), its newest shipment number, and
 * how many stations there are.
 */
export async function readTotals(reader: Reader, organizationID: string): Promise<Totals> {
  const [row] = await reader.all<Totals>(
    `SELECT (SELECT coalesce(sum(n), 0) FROM shipment_counts WHERE organization_id = :organizationID) AS total,
            (SELECT max(number) FROM shipments WHERE organization_id = :organizationID) AS last,
            (SELECT count(*) FROM stations) AS stations`,
    { organizationID },
  );
  return row ?? { total: 0, last: null, stations: 0 };
}

let lastAsk = 0;

/**
 * Lists the key of every `step`-th row, newest first, and the number of rows.
 *
 * @param isIndexedOnly See `listShipments`.
 * @throws AppError E2052
 */
export async function listKeys(
  reader: Reader,
  filter: ListFilter,
  step: number,
  isIndexedOnly: boolean,
): Promise<{ keys: PlaceKey[]; total: number }> {
  const { where, values } = conditionsOf(filter, { areFew: false, isIndexedOnly });
  const from = tableFor(
    filter,
    isIndexedOnly && filter.from !== undefined && filter.isReturned !== true,
  );
  // LIMIT -1 makes SQLite keep the inner ORDER BY; `is_nth` counts the rows in that order.
  const keys = await reader.all<PlaceKey>(
    `SELECT number, seq
       FROM (SELECT number, seq FROM ${from} WHERE ${where} ORDER BY number DESC, seq DESC LIMIT -1)
      WHERE is_nth(:step, :ask)`,
    { ...values, step, ask: (lastAsk += 1) },
    "long",
  );
  const last = keys.at(-1);
  if (last === undefined) return { keys, total: 0 };
  const [rest] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE ${where} AND (number, seq) <= (:number, :lastSeq)`,
    { ...values, number: last.number, lastSeq: last.seq },
    "long",
  );
  return { keys, total: (keys.length - 1) * step + (rest?.n ?? 0) };
}

/**
 * Indexes of waiting shipments, which are few; without a hint SQLite would read all shipments in
 * the order of their numbers.
 */
const INDEXES = {
  packing: "shipments_waiting",
  held: "shipments_held",
  return: "shipments_returns_waiting",
} as const;

/**
 * Chooses the table and, if necessary, the index that SQLite must use.
 *
 * @param isByTime Whether to sort the shipments of a time range, instead of reading all shipments
 * in the order of numbers. False for returned shipments, which have a separate index.
 */
function tableFor({ waits }: ListFilter, isByTime: boolean): string {
  if (waits !== undefined) return `shipments INDEXED BY ${INDEXES[waits]}`;
  return isByTime ? "shipments INDEXED BY shipments_by_created" : "shipments";
}

/**
 * Range between two keys: `number` and `seq` of the first row, null for the newest; `toNumber` is
 * the lowest number, null when it is unknown.
 */
export type Between = {
  readonly number: number | null;
  readonly seq: number | null;
  readonly toNumber: number | null;
  readonly limit: number;
};

/**
 * Lists the rows starting at a key, newest first.
 *
 * @param isIndexedOnly See `listShipments`.
 * @throws AppError E2052
 */
export function listRowsBetween(
  reader: Reader,
  filter: ListFilter,
  { number, seq, toNumber, limit }: Between,
  isIndexedOnly: boolean,
): Promise<ListRow[]> {
  const { where, values } = conditionsOf(filter, { areFew: false, isIndexedOnly, isBetween: true });
  return reader.all<ListRow>(
    `${rowsOf(`SELECT seq FROM ${tableFor(filter, false)} WHERE ${where} AND number >= :toNumber AND (number, seq) <= (:number, :fromSeq) ORDER BY number DESC, seq DESC LIMIT :limit`)}
      ORDER BY s.number DESC, s.seq DESC`,
    {
      ...values,
      number: number ?? Number.MAX_SAFE_INTEGER,
      fromSeq: seq ?? Number.MAX_SAFE_INTEGER,
      toNumber: toNumber ?? 0,
      limit,
    },
    isOfAll(filter) ? "quick" : "long",
  );
}

/** Returns whether a filter names only an organization, so that every row read is a match. */
function isOfAll(filter: ListFilter): boolean {
  return Object.values(filter).filter((value) => value !== undefined).length === 1;
}

/**
 * Free text as FTS5 queries. `match`: the words in any order. `whole`: the words in sequence, as in
 * an order number. `prefix`: the words in sequence, where the last word may continue.
 */
export type Matches = { readonly match: string; readonly whole: string; readonly prefix: string };

/**
 * Highest number of matches that are counted; beyond it the answer only says that there are more.
 */
export const MOST_COUNTED = 1_000;

/**
 * Searches rows: matches of `whole` first, then of `prefix`, then of `match`, each newest first.
 * `total` counts the matches, up to MOST_COUNTED + 1.
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
  const found = (name: keyof Matches, columns: string, atMost: string): string =>
    `SELECT ${columns}
       FROM shipments_search AS f
      CROSS JOIN shipments ON shipments.seq = f.rowid
      WHERE shipments_search MATCH :${name} AND ${where}
      ORDER BY f.rowid DESC
      LIMIT ${atMost}`;
  const ranked = (["whole", "prefix", "match"] as const)
    .map(
      (name, rank) =>
        `SELECT seq, ${rank} AS rank FROM (${found(name, "f.rowid AS seq", ":limit")})`,
    )
    .join(" UNION ALL ");
  const parameters = { ...values, ...matches, limit, counted: MOST_COUNTED + 1 };
  const [rows, counted] = await reader.several<[ListRow, { n: number }]>(
    [
      {
        sql: `${rowsOf(`SELECT seq, min(rank) AS rank FROM (${ranked}) GROUP BY seq ORDER BY rank, seq DESC LIMIT :limit`)} ORDER BY found.rank, s.seq DESC`,
        parameters,
      },
      { sql: `SELECT count(*) AS n FROM (${found("match", "1", ":counted")})`, parameters },
    ],
    isOfAll(filter) ? "quick" : "long",
  );
  return { rows, total: counted[0]?.n ?? 0 };
}
