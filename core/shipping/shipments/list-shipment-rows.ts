/**
 * Reads the window's list of shipments. The scrollbar of a million rows jumps to a position, and
 * the row there is found by a key, not by counting rows. For a list without filters in which no
 * number is missing or was assigned twice, the key is computed; otherwise the keys of every
 * hundredth row are read once. A sorted list or a search reads its rows by sequence numbers, from
 * sort-shipments.ts.
 */
import { moneyText } from "../../base/money.ts";
import { fold } from "../../base/text.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { ownOf, rowFilterOf } from "./list-shipments.ts";
import { findsAll, readsIndexed } from "./search-index.ts";
import {
  MOST_FOUND,
  MOST_ROWS,
  type FoundShipments,
  type ShipmentListRow,
  type ShipmentPlaces,
  type UsedServices,
} from "./shipment-rows.schema.ts";
import * as store from "./shipment-rows.store.ts";
import { listUsedServices } from "./used-services.store.ts";
import * as searching from "./shipment-search.store.ts";
import { DEFAULT_SORT, type Sort } from "./shipments-list.store.ts";
import type { PlacedQuery, RowFilterQuery, RowsQuery } from "./shipments-query.schema.ts";

/**
 * Reads the positions of a list.
 *
 * @throws AppError E1085, E2052
 */
export async function findPositions(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: PlacedQuery,
): Promise<ShipmentPlaces> {
  const filter = rowFilterOf(deps, actor, { ...query, filter: "" });
  const order = orderOf(query);
  const isAll = Object.values(filter).filter((value) => value !== undefined).length === 1;
  if (isAll && order.by === "number") {
    const { total, last, stations } = await store.readTotals(deps.reader, actor.organizationID);
    if ((last ?? 0) === total && stations <= 1)
      return { total, step: MOST_ROWS, newest: last, keys: null };
  }
  const { keys, total } = await store.listKeys(
    deps.reader,
    filter,
    { ...order, step: MOST_ROWS },
    await readsIndexed(deps, filter, sortOf(order)),
  );
  const newest = order.isAscending ? null : (keys[0]?.number ?? null);
  return { total, step: MOST_ROWS, newest, keys };
}

function orderOf({ sortBy, isAscending }: PlacedQuery): store.ListOrder {
  return { by: sortBy, isAscending: isAscending === true };
}

/** Returns the sort that decides whether new shipments must be indexed first: not by number. */
function sortOf({ by }: store.ListOrder): Sort {
  return by === "number" ? DEFAULT_SORT : "updated_at desc";
}

/**
 * Lists rows starting at a key, or the rows with given sequence numbers.
 *
 * @throws AppError E1085, E2052
 */
export async function listRows(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: RowsQuery,
): Promise<{ list: ShipmentListRow[] }> {
  const { seqs, number, seq, toNumber, createdAt, toCreatedAt, limit } = query;
  if (seqs !== undefined) {
    const rows = await store.listRowsOf(deps.reader, ownOf(actor), seqs);
    return { list: rows.map(presentRow) };
  }
  const filter = rowFilterOf(deps, actor, { ...query, filter: "" });
  const order = orderOf(query);
  const isByTime = order.by === "time";
  const rows = await store.listRowsBetween(
    deps.reader,
    filter,
    {
      ...order,
      from: isByTime ? createdAt || null : number,
      fromSeq: seq,
      to: isByTime ? toCreatedAt || null : toNumber,
      limit,
    },
    await readsIndexed(deps, filter, sortOf(order)),
  );
  return { list: rows.map(presentRow) };
}

/** Lists the services of the labels that a member may see. @throws AppError E2052 */
export async function listServices(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
): Promise<UsedServices> {
  await readsIndexed(deps, { ...ownOf(actor), providerServiceCode: "" });
  return listUsedServices(deps.reader, ownOf(actor));
}

/**
 * Searches shipments by the beginnings of words: an exact number first, then matches of the words
 * in sequence, then the newest.
 *
 * @throws AppError E1085, E2052
 */
export async function searchRows(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: RowFilterQuery,
): Promise<FoundShipments> {
  const filter = rowFilterOf(deps, actor, { ...query, filter: "" });
  const matches = matchesOf(query.filter);
  if (matches === null) return { list: [], total: 0, isMore: false, isPartial: false };
  await readsIndexed(deps, { ...filter, match: matches.match });
  const isPartial = !findsAll(deps);
  const { rows, total } = await searching.searchRows(deps.reader, filter, matches, MOST_FOUND);
  return {
    list: rows.map(presentRow),
    total: Math.min(total, searching.MOST_COUNTED),
    isMore: total > searching.MOST_COUNTED,
    isPartial,
  };
}

/** Converts free text to the queries of a search; null for text with less than two characters. */
export function matchesOf(text: string): searching.Matches | null {
  const match = beginningsQuery(text);
  if (match === null) return null;
  const whole = `"${wordsOf(text).join(" ")}"`;
  return { match, whole, prefix: `${whole}*`, exact: fold(text.trim()).replace(/^#/, "") };
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Digits below which a text is not searched as a phone number. */
const LEAST_PHONE = 6;

/**
 * Converts free text to an FTS5 query: each word of two or more characters matches the beginning of
 * a word, and a single character a whole word, in any order; the words in sequence match the
 * beginning of a longer last word too. Text that looks like a phone number is
 * also searched as one word, in every stored format: "0555 111 22 33" finds +905551112233.
 *
 * @returns Null for text with fewer than two letters or digits.
 */
export function beginningsQuery(text: string): string | null {
  const folded = fold(text);
  const words = wordsOf(text);
  if (words.join("").length < 2) return null;
  const each = words.map((word) => (word.length > 1 ? `"${word}"*` : `"${word}"`)).join(" ");
  // A last character may be the beginning of a number that is being typed: "K-1" of K-105.
  const isGoingOn = words.length > 1 && words.at(-1)?.length === 1;
  const all = isGoingOn ? `((${each}) OR "${words.join(" ")}"*)` : each;
  const digits = folded.replace(/\D/g, "");
  if (digits.length < LEAST_PHONE || !/^[+\d() ./-]+$/.test(folded)) return all;
  const national = digits.replace(/^(00)?90|^0+/, "");
  return [
    `(${all})`,
    ...["", "0", "90"].map((prefix) => `"${prefix}${national}"*`),
    `"${digits}"*`,
  ].join(" OR ");
}

function presentRow(row: store.ListRow): ShipmentListRow {
  return {
    id: row.id,
    number: row.number,
    createdAt: row.createdAt,
    status: row.status,
    test: row.test === 1,
    isReturn: row.isReturn === 1,
    isReturned: row.isReturned === 1,
    isCashOnDelivery: row.paymentOnDelivery === 1,
    isPrinted: row.isPrinted === 1,
    isHeld: row.isHeld === 1,
    isLost: row.isLost === 1,
    isSample: row.isSample === 1,
    event: row.event,
    announcement: row.announcement,
    orderNumber: row.orderNumber,
    recipientName: row.recipientName,
    recipientPhone: row.recipientPhone,
    districtName: row.recipientDistrict,
    cityName: row.recipientCity,
    providerCode: row.providerCode,
    serviceName: row.serviceName ?? "",
    serviceCode: row.providerServiceCode,
    barcode: row.barcode,
    trackingNumber: row.trackingNumber,
    price: row.totalMinor === null ? null : moneyText(row.totalMinor),
  };
}
