/**
 * SQL for lists of `shipments`: filters, sorts, pages and totals, read on the reader's connection
 * with a fixed set of statements.
 */
import type { Read } from "../../db/reader-protocol.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import {
  type ListFilter,
  type How,
  conditionsOf,
  isFoundElsewhere,
} from "./list-conditions.store.ts";
import { listNewest, type Page } from "./newest-shipments.store.ts";
import { IS_NEW } from "./search-index.store.ts";
import type { ShipmentRow } from "./shipments.store.ts";

export const SORTS = {
  organization_shipment_id: "number",
  "organization_shipment_id desc": "number DESC",
  desi: "desi, number",
  "desi desc": "desi DESC, number DESC",
  amount: "amount_minor, number",
  "amount desc": "amount_minor DESC, number DESC",
  "updated_at desc": "updated_at DESC, number DESC",
} as const;

export type Sort = keyof typeof SORTS;

export const DEFAULT_SORT: Sort = "organization_shipment_id desc";

/**
 * Number of matches above which reading an index in order finds a page sooner than sorting all
 * matches.
 */
const MANY_MATCHES = 20_000;
/** Shipments of a store from which on the order of numbers finds a page sooner. */
const MANY_OF_STORE = 2_000;

/**
 * Returns whether a list reads an index to which new shipments are added with a delay. New shipments
 * must then be indexed before the list is read.
 */
export function needsIndexed(
  { organizationID: _, orderNumber, isReturned: __, ...filter }: ListFilter,
  sort: Sort = DEFAULT_SORT,
): boolean {
  const isByNumber = SORTS[sort].startsWith("number");
  return (
    filter.match !== undefined ||
    (orderNumber === undefined &&
      (!isByNumber || Object.values(filter).some((value) => value !== undefined)))
  );
}

/**
 * Lists a page, with the exact total of all matches.
 *
 * @param isIndexedOnly Whether to read only shipments that are in the indexes of lists, to which new
 * shipments are added with a delay.
 */
export async function listShipments(
  reader: Reader,
  filter: ListFilter,
  sort: Sort,
  page: Page,
  isIndexedOnly = needsIndexed(filter, sort),
): Promise<{ rows: ShipmentRow[]; totalRows: number }> {
  const { organizationID, ...conditions } = filter;
  const asked = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const isDefaultSort = sort === DEFAULT_SORT;
  if (asked.length === 0 && isDefaultSort) return listNewest(reader, organizationID, page);
  if (asked.length === 1 && filter.match !== undefined && isDefaultSort && (await isAlone(reader)))
    return searchNewest(reader, filter.match, page);
  const areFew = await findsFew(reader, filter);
  const read = { areFew, isIndexedOnly };
  const { where, values } = conditionsOf(filter, read);
  // Rows before the page are skipped in the index, without reading the table.
  const found = `SELECT seq FROM shipments WHERE ${where} ORDER BY ${areFew ? "+" : ""}${SORTS[sort]} LIMIT :limit OFFSET :offset`;
  const list = {
    sql: `SELECT s.* FROM (${found}) AS found CROSS JOIN whole_shipments AS s ON s.seq = found.seq ORDER BY ${SORTS[sort]}`,
    parameters: { ...values, ...page },
  };
  const counts = countsOf(filter, read);
  const [rows, ...counted] = await reader.several<[ShipmentRow, ...{ n: number }[]]>(
    [list, ...counts.map(({ read }) => read)],
    isOfOrder(filter) ? "quick" : "long",
  );
  return {
    rows,
    totalRows: counts.reduce((sum, { sign }, i) => sum + sign * (counted[i]?.[0]?.n ?? 0), 0),
  };
}

/**
 * Returns whether a filter finds few rows: rows with an order number, a rare store or a rare word.
 * SQLite must find these rows first and then sort them, which a plus before the sort column enforces; in the
 * order of an index it would search all shipments for them. Matches of a common word are found soon
 * in any order.
 */
export async function findsFew(reader: Reader, filter: ListFilter): Promise<boolean> {
  const { orderNumber, storeIdentifier, match } = filter;
  if (isFoundElsewhere(filter)) return true;
  if (orderNumber !== undefined) return true;
  if (match === undefined)
    return (
      storeIdentifier !== undefined &&
      (await isRareStore(reader, filter.organizationID, storeIdentifier))
    );
  const [found] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM shipments_search WHERE shipments_search MATCH :match LIMIT :limit)`,
    { match, limit: MANY_MATCHES },
  );
  return (found?.n ?? 0) < MANY_MATCHES;
}

/**
 * Returns whether few listed shipments are of a store: a shop has most of them, and a desk whose
 * marketplace this station is gives each of its requests a separate one.
 */
async function isRareStore(
  reader: Reader,
  organizationID: string,
  storeIdentifier: string,
): Promise<boolean> {
  const [found] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n
       FROM (SELECT 1 FROM shipments INDEXED BY shipments_by_store
              WHERE organization_id = :organizationID AND is_listed = 1
                AND store_identifier = :storeIdentifier AND store_identifier <> ''
              LIMIT :limit)`,
    { organizationID, storeIdentifier, limit: MANY_OF_STORE },
  );
  return (found?.n ?? 0) < MANY_OF_STORE;
}

/**
 * Returns whether the filter names an order number and no free text, so that only a few rows are
 * read. Free text may match very many rows before the order number excludes them.
 */
function isOfOrder({ orderNumber, match }: ListFilter): boolean {
  return orderNumber !== undefined && match === undefined;
}

/**
 * Returns whether an index holds the rows in their order, so that a page by key reads no other rows
 * and need not wait behind long lists.
 */
function isReadInOrder({ organizationID: _, ...filter }: ListFilter): boolean {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  return asked.every(([name]) => name === "status" || name === "createdBy") && asked.length <= 1;
}

/**
 * Lists rows below a number, newest first, for pages by key.
 *
 * @param before Shipment number below which rows are listed; null: start with the newest.
 * @param isIndexedOnly See `listShipments`.
 */
export async function listBefore(
  reader: Reader,
  filter: ListFilter,
  before: number | null,
  limit: number,
  isIndexedOnly = needsIndexed(filter),
): Promise<ShipmentRow[]> {
  const areFew = await findsFew(reader, filter);
  const { where, values } = conditionsOf(filter, { areFew, isIndexedOnly });
  const number = areFew ? "+number" : "number";
  return reader.all<ShipmentRow>(
    `SELECT * FROM whole_shipments AS shipments WHERE ${where} AND ${number} < :before ORDER BY ${number} DESC LIMIT :limit`,
    { ...values, before: before ?? Number.MAX_SAFE_INTEGER, limit },
    isOfOrder(filter) || isReadInOrder(filter) ? "quick" : "long",
  );
}

/**
 * Searches by free text alone: reads the index backwards and fetches only the page's rows. The last
 * shipment to arrive comes first; it is also the newest, unless several stations assign numbers.
 */
async function searchNewest(
  reader: Reader,
  match: string,
  page: Page,
): Promise<{ rows: ShipmentRow[]; totalRows: number }> {
  const [count] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n FROM shipments_search WHERE shipments_search MATCH :match AND ${whileWanted("rowid")}`,
    { match },
  );
  const rows = await reader.all<ShipmentRow>(
    `SELECT s.*
       FROM (SELECT rowid FROM shipments_search WHERE shipments_search MATCH :match ORDER BY rowid DESC LIMIT :limit OFFSET :offset) AS found
       JOIN whole_shipments AS s ON s.seq = found.rowid
      ORDER BY s.seq DESC`,
    { match, ...page },
  );
  return { rows, totalRows: count?.n ?? 0 };
}

/**
 * Returns whether the station has only one organization. If so, a search needs no filter by
 * organization, which the search index does not store.
 */
export async function isAlone(reader: Reader): Promise<boolean> {
  return (await reader.all(`SELECT 1 FROM organizations LIMIT 2`, {})).length === 1;
}

/**
 * Builds counts that add up to the exact total, from the stored counters when only status and
 * member are filtered.
 */
function countsOf(filter: ListFilter, how: How): { sign: 1 | -1; read: Read }[] {
  const { organizationID, createdBy, status, ...rest } = filter;
  // Few shipments are returned, so shipments that are not returned are counted as all minus the
  // returned shipments.
  if (rest.isReturned === false)
    return [
      ...countsOf({ ...filter, isReturned: undefined }, how),
      ...countsOf({ ...filter, isReturned: true }, how).map(({ read }) => ({
        sign: -1 as const,
        read,
      })),
    ];
  if (Object.values(rest).every((v) => v === undefined)) {
    const parameters = { organizationID, status: status ?? null, createdBy: createdBy ?? null };
    const isAsked = `organization_id = :organizationID AND (:status IS NULL OR status = :status) AND (:createdBy IS NULL OR created_by = :createdBy)`;
    const counted = {
      sign: 1 as const,
      read: {
        sql: `SELECT coalesce(sum(n), 0) AS n FROM shipment_counts WHERE ${isAsked}`,
        parameters,
      },
    };
    return how.isIndexedOnly
      ? [
          counted,
          {
            sign: -1,
            read: {
              sql: `SELECT count(*) AS n FROM shipments WHERE ${IS_NEW} AND +${isAsked}`,
              parameters,
            },
          },
        ]
      : [counted];
  }
  const { where, values } = conditionsOf(filter, how);
  return [
    {
      sign: 1,
      read: { sql: `SELECT count(*) AS n FROM shipments WHERE ${where}`, parameters: values },
    },
  ];
}
