/**
 * Serves GET /shipments: converts the query to conditions, limits these to what the member may see,
 * and returns a page.
 */
import { errors } from "../../base/errors.ts";
import { fold } from "../../base/text.ts";
import { instantsOfDays, instantsOfHour } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { boardQueryOf } from "./board-limits.ts";
import { pageOf } from "../../http/paging.schema.ts";
import type { FilterQuery, RowFilterQuery, ShipmentsQuery } from "./shipments-query.schema.ts";
import { readsIndexed } from "./search-index.ts";
import type { Shipment } from "./shipments.schema.ts";
import { presentShipments } from "./shipments.service.ts";
import { isElsewhere, type ListFilter } from "./list-conditions.store.ts";
import * as store from "./shipments-list.store.ts";
import { SHIPMENT_STATUSES } from "./status-machine.ts";

export type ShipmentsPage = {
  rows: Shipment[];
  limit: number;
  page: number;
  sort: string;
  totalRows: number;
};

/**
 * Lists a page of shipments.
 *
 * @throws AppError E1085 for an invalid date or status; E2052 when the query takes too long.
 */
export async function listShipments(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  query: ShipmentsQuery,
  origin: string,
): Promise<ShipmentsPage> {
  const { limit, page, offset } = pageOf(query);
  const sort = isSort(query.sortBy) ? query.sortBy : store.DEFAULT_SORT;
  // No endpoint sets tags or invoices, so a filter on them matches nothing.
  if (query.tags !== "" || query.invoiceID !== "")
    return { rows: [], limit, page, sort, totalRows: 0 };
  const filter = filterOf(actor, query);
  const isIndexedOnly = await readsIndexed(deps, filter, sort);
  const { rows, totalRows } = await store.listShipments(
    deps.reader,
    filter,
    sort,
    { limit, offset },
    isIndexedOnly,
  );
  return { rows: await presentShipments(deps, rows, origin), limit, page, sort, totalRows };
}

/** Returns the condition for all shipments that a member may see. */
export function ownOf(actor: Actor): ListFilter {
  return {
    organizationID: actor.organizationID,
    createdBy: actor.role === "limitedAccessUser" ? actor.memberID : undefined,
  };
}

/**
 * Converts a query to conditions. A limitedAccessUser sees only the shipments that it created.
 *
 * @throws AppError E1085 for an invalid date or status.
 */
export function filterOf(actor: Actor, query: FilterQuery & Partial<RowFilterQuery>): ListFilter {
  const given = (s: string): string | undefined => (s === "" ? undefined : s);
  const status = given(query.statusFilter);
  if (status !== undefined && !SHIPMENT_STATUSES.some((s) => s === status)) {
    throw errors.badRequest(`statusFilter: must be one of ${SHIPMENT_STATUSES.join(", ")}.`);
  }
  return {
    ...ownOf(actor),
    status,
    from: instantOf("startDate", query.startDate, "T00:00:00.000Z"),
    to: instantOf("endDate", query.endDate, "T23:59:59.999Z"),
    merchantCode: given(query.merchantCode),
    orderNumber: given(query.orderNumber),
    providerServiceCode: given(query.providerServiceCode),
    storeIdentifier: given(query.storeIdentifier),
    isReturned: query.isReturned,
    providerCode: given(query.providerCode ?? ""),
    isPrinted: query.isPrinted,
    isCashOnDelivery: query.isCashOnDelivery,
    isTest: query.isTest,
    waits: query.waits,
    ...boughtOn(query.boughtDay, query.boughtHour),
    match: searchQuery(query.filter),
  };
}

/**
 * Converts a query of the window's lists to conditions.
 *
 * @throws AppError E1085 for an invalid date or status.
 */
export function rowFilterOf(
  deps: Pick<WriteDeps, "now"> & Pick<ShippingDeps, "db" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: FilterQuery & Partial<RowFilterQuery>,
): ListFilter {
  const filter = filterOf(actor, query);
  return isElsewhere(filter.waits) ? { ...filter, board: boardQueryOf(deps, actor) } : filter;
}

function boughtOn(
  day: string | undefined,
  hour: number | undefined,
): Pick<ListFilter, "boughtFrom" | "boughtTo"> {
  if (day === undefined) return {};
  const { from, to } = hour === undefined ? instantsOfDays(day, 1) : instantsOfHour(day, hour);
  return { boughtFrom: from, boughtTo: to };
}

/**
 * Converts free text to an FTS5 query: every word must match, and the last word may match the
 * beginning of a word. Words are quoted, so that a user's text is never read as an operator.
 *
 * @returns Undefined for blank text, which limits nothing.
 */
export function searchQuery(text: string): string | undefined {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  // Text without letters and digits matches nothing.
  if (words.length === 0) return text.trim() === "" ? undefined : '"\u0001"';
  return words.map((word, i) => (i === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(" ");
}

/**
 * Parses the first or last instant of a period.
 *
 * @param rest Time for a date without a time: the day's first or last instant.
 * @returns ISO 8601 in UTC; undefined for "".
 */
function instantOf(field: string, value: string, rest: string): string | undefined {
  if (value === "") return undefined;
  const match =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      value.replace(" ", "+").replace(/^(\S{10})\+(?=\d{2}:)/, "$1T"),
    );
  const time =
    match === null
      ? Number.NaN
      : Date.parse(
          match[2] === undefined
            ? match[1] + rest
            : match[5] === undefined
              ? `${match[0]}Z`
              : match[0],
        );
  const isDay =
    match?.[1] !== undefined &&
    new Date(`${match[1]}T00:00:00.000Z`).toString() !== "Invalid Date" &&
    new Date(`${match[1]}T00:00:00.000Z`).toISOString().startsWith(match[1]);
  if (Number.isNaN(time) || !isDay)
    throw errors.badRequest(`${field}: "${value.slice(0, 40)}" is not an ISO 8601 date.`);
  return new Date(time).toISOString();
}

function isSort(name: string): name is store.Sort {
  return Object.hasOwn(store.SORTS, name);
}
