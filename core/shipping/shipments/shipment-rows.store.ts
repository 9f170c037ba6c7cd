/**
 * SQL for the window's list of shipments: its positions, and the rows between two keys or with given
 * sequence numbers, read on the reader's connection.
 */
import type { Reader } from "../../db/reader.ts";
import {
  conditionsOf,
  isElsewhere,
  isFoundElsewhere,
  type ListFilter,
} from "./list-conditions.store.ts";
import type { IndexedColumn, PlaceKey } from "./shipment-rows.schema.ts";
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
  /** State of the label's announcement to its carrier; "" without one. */
  announcement: string;
  recipientName: string;
  recipientPhone: string;
  recipientDistrict: string;
  recipientCity: string;
  serviceName: string | null;
  /** Minor units; null before a purchase. */
  totalMinor: number | null;
};

/** The recipient as frozen by the purchase, otherwise the current recipient. */
const recipient = (column: string): string =>
  `coalesce(CASE WHEN x.body IS NULL THEN a.${column} ELSE x.body ->> '$.recipient.${column}' END, '')`;

/** SQL of fields that are not columns of `shipments`, on the tables of `JOINS`. */
export const FIELDS = {
  isLost: `coalesce(o.reason = 'LOST', 0)`,
  recipientName: recipient("name"),
  recipientPhone: recipient("phone"),
  recipientDistrict: recipient("district_name"),
  recipientCity: recipient("city_name"),
  serviceName: `x.body ->> '$.offer.service_name'`,
  isSample: `coalesce(x.body ->> '$.label.isSample', 0)`,
  // A snapshot is stored without zeros: purchase-snapshot.ts.
  totalMinor: `CASE WHEN x.body IS NOT NULL THEN coalesce(x.body ->> '$.offer.total_minor', 0) END`,
} as const;

/** Joins found sequence numbers with the tables of a row. */
export const JOINS = `CROSS JOIN shipments AS s ON s.seq = found.seq
     LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
     LEFT JOIN addresses AS a ON a.id = s.recipient_address_id
     LEFT JOIN open_parcels AS o ON o.seq = s.seq`;

/** Selects the fields of a row. */
export const rowsOf = (found: string): string =>
  `SELECT s.id, s.number, s.created_at, s.status, s.test, s.is_return, s.is_returned, s.payment_on_delivery, s.is_printed, s.order_number,
          s.hold_reason <> '' AS is_held,
          ${FIELDS.isLost} AS is_lost,
          coalesce(e.sub_code, '') AS event,
          coalesce(n.state, '') AS announcement,
          s.provider_code, s.provider_service_code, s.barcode, s.tracking_number,
          ${FIELDS.recipientName} AS recipient_name,
          ${FIELDS.recipientPhone} AS recipient_phone,
          ${FIELDS.recipientDistrict} AS recipient_district,
          ${FIELDS.recipientCity} AS recipient_city,
          ${FIELDS.serviceName} AS service_name,
          ${FIELDS.isSample} AS is_sample,
          ${FIELDS.totalMinor} AS total_minor
     FROM (${found}) AS found
    ${JOINS}
     LEFT JOIN tracking_events AS e ON e.shipment_id = s.id AND e.id = o.event_id
     LEFT JOIN announcements AS n ON n.id = s.purchase_id`;

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

/** Order of a list by an index, newest first unless `isAscending`. */
export type ListOrder = { readonly by: IndexedColumn; readonly isAscending: boolean };

const COLUMN: Readonly<Record<IndexedColumn, "number" | "created_at">> = {
  number: "number",
  time: "created_at",
};
/** Comparison with the rows that come after a row, and the direction of ORDER BY. */
const wordsOf = ({ isAscending }: ListOrder) =>
  isAscending
    ? ({ after: ">=", before: "<=", direction: "ASC" } as const)
    : ({ after: "<=", before: ">=", direction: "DESC" } as const);

/**
 * Lists the key of every `step`-th row in this order, and the number of rows.
 *
 * @param isIndexedOnly See `listShipments`.
 * @throws AppError E2052
 */
export async function listKeys(
  reader: Reader,
  filter: ListFilter,
  { step, ...order }: ListOrder & { readonly step: number },
  isIndexedOnly: boolean,
): Promise<{ keys: PlaceKey[]; total: number }> {
  const { where, values } = conditionsOf(filter, { areFew: false, isIndexedOnly });
  const isByTime = isIndexedOnly && (order.by === "time" || filter.from !== undefined);
  const from = tableFor(filter, isByTime && filter.isReturned !== true);
  const column = COLUMN[order.by];
  const { after, direction } = wordsOf(order);
  const fields = order.by === "time" ? "number, seq, created_at" : "number, seq";
  // LIMIT -1 makes SQLite keep the inner ORDER BY; `is_nth` counts the rows in that order.
  const keys = await reader.all<PlaceKey>(
    `SELECT ${fields}
       FROM (SELECT ${fields} FROM ${from} WHERE ${where} ORDER BY ${column} ${direction}, seq ${direction} LIMIT -1)
      WHERE is_nth(:step, :ask)`,
    { ...values, step, ask: (lastAsk += 1) },
    "long",
  );
  const last = keys.at(-1);
  if (last === undefined) return { keys, total: 0 };
  const [rest] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE ${where} AND (${column}, seq) ${after} (:last, :lastSeq)`,
    { ...values, last: last.createdAt ?? last.number, lastSeq: last.seq },
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
  returnUnderWay: "shipments_returns_under_way",
} as const;

/**
 * Chooses the table and, if necessary, the index that SQLite must use.
 *
 * @param isByTime Whether to sort the shipments of a time range, instead of reading all shipments
 * in the order of numbers. False for returned shipments, which have a separate index.
 */
export function tableFor(filter: ListFilter, isByTime: boolean): string {
  const { waits } = filter;
  if (isFoundElsewhere(filter)) return "shipments";
  if (waits !== undefined && !isElsewhere(waits)) return `shipments INDEXED BY ${INDEXES[waits]}`;
  return isByTime ? "shipments INDEXED BY shipments_by_created" : "shipments";
}

/**
 * Range between two keys, in this order. `from`: number or time of the first row, and `fromSeq` its
 * sequence number; null for the start of the list. `to`: number or time of the first row of the
 * next range; null when it is unknown.
 */
export type Between = ListOrder & {
  readonly from: number | string | null;
  readonly fromSeq: number | null;
  readonly to: number | string | null;
  readonly limit: number;
};

/** Values before and after all rows. */
const ENDS = {
  number: { least: 0, most: Number.MAX_SAFE_INTEGER },
  time: { least: "", most: "9999" },
} as const;

/**
 * Lists the rows starting at a key.
 *
 * @param isIndexedOnly See `listShipments`.
 * @throws AppError E2052
 */
export function listRowsBetween(
  reader: Reader,
  filter: ListFilter,
  range: Between,
  isIndexedOnly: boolean,
): Promise<ListRow[]> {
  const { found, parameters } = betweenOf(filter, range, isIndexedOnly);
  const column = COLUMN[range.by];
  const { direction } = wordsOf(range);
  return reader.all<ListRow>(
    `${rowsOf(found)}
      ORDER BY s.${column} ${direction}, s.seq ${direction}`,
    parameters,
    isOfAll(filter) && range.by === "number" ? "quick" : "long",
  );
}

/** Lists the sequence numbers of the rows starting at a key. @throws AppError E2052 */
export async function listSeqsBetween(
  reader: Reader,
  filter: ListFilter,
  range: Between,
  isIndexedOnly: boolean,
): Promise<number[]> {
  const { found, parameters } = betweenOf(filter, range, isIndexedOnly);
  return (await reader.all<{ seq: number }>(found, parameters, "long")).map(({ seq }) => seq);
}

/** Selects `seq` of the rows starting at a key, in order. */
function betweenOf(
  filter: ListFilter,
  { from, fromSeq, to, limit, ...order }: Between,
  isIndexedOnly: boolean,
) {
  const isByTime = order.by === "time";
  const { where, values } = conditionsOf(filter, {
    areFew: false,
    isIndexedOnly,
    isBetween: !isByTime,
  });
  const column = COLUMN[order.by];
  const { after, before, direction } = wordsOf(order);
  const { least, most } = ENDS[order.by];
  const [start, end] = order.isAscending ? [least, most] : [most, least];
  const table = tableFor(filter, isByTime && isIndexedOnly && filter.isReturned !== true);
  return {
    found: `SELECT seq FROM ${table} WHERE ${where} AND ${column} ${before} :end AND (${column}, seq) ${after} (:start, :startSeq) ORDER BY ${column} ${direction}, seq ${direction} LIMIT :limit`,
    parameters: {
      ...values,
      start: from ?? start,
      startSeq: fromSeq ?? (order.isAscending ? 0 : Number.MAX_SAFE_INTEGER),
      end: to ?? end,
      limit,
    },
  };
}

/** Lists the rows with these sequence numbers, in their order, without those the filter excludes. */
export function listRowsOf(
  reader: Reader,
  filter: ListFilter,
  seqs: readonly number[],
): Promise<ListRow[]> {
  const { where, values } = conditionsOf(filter, { areFew: true, isIndexedOnly: false });
  return reader.all<ListRow>(
    `${rowsOf(`SELECT shipments.seq AS seq, one.key AS at FROM json_each(:seqs) AS one CROSS JOIN shipments ON shipments.seq = one.value WHERE ${where}`)}
      ORDER BY found.at`,
    { ...values, seqs: JSON.stringify(seqs) },
  );
}

/** Returns whether a filter names only an organization, so that every row read is a match. */
export function isOfAll(filter: ListFilter): boolean {
  return Object.values(filter).filter((value) => value !== undefined).length === 1;
}
