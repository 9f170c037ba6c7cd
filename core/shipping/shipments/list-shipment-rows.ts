/**
 * Reads the window's list of shipments. The scrollbar of a million rows jumps to a position, and
 * the row there is found by a key, not by counting rows. For a list without filters in which no
 * number is missing or was assigned twice, the key is computed; otherwise the keys of every
 * hundredth row are read once.
 */
import { moneyText } from "../../base/money.ts";
import { fold } from "../../base/text.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { filterOf } from "./list-shipments.ts";
import { readsIndexed } from "./search-index.ts";
import {
  MOST_FOUND,
  MOST_ROWS,
  type FoundShipments,
  type ShipmentListRow,
  type ShipmentPlaces,
} from "./shipment-rows.schema.ts";
import * as store from "./shipment-rows.store.ts";
import type { PlacedQuery, RowFilterQuery } from "./shipments-query.schema.ts";

/**
 * Reads the positions of a list.
 *
 * @throws AppError E1085, E2052
 */
export async function findPositions(
  deps: WriteDeps & Pick<ShippingDeps, "reader">,
  actor: Actor,
  query: PlacedQuery,
): Promise<ShipmentPlaces> {
  const filter = filterOf(actor, { ...query, filter: "" });
  const isAll = Object.values(filter).filter((value) => value !== undefined).length === 1;
  if (isAll) {
    const { total, last, stations } = await store.readTotals(deps.reader, actor.organizationID);
    if ((last ?? 0) === total && stations <= 1)
      return { total, step: MOST_ROWS, newest: last, keys: null };
  }
  const { keys, total } = await store.listKeys(
    deps.reader,
    filter,
    MOST_ROWS,
    await readsIndexed(deps, filter),
  );
  return { total, step: MOST_ROWS, newest: keys[0]?.number ?? null, keys };
}

/**
 * Lists rows starting at a key, newest first.
 *
 * @throws AppError E1085, E2052
 */
export async function listRows(
  deps: WriteDeps & Pick<ShippingDeps, "reader">,
  actor: Actor,
  query: PlacedQuery & store.Between,
): Promise<{ list: ShipmentListRow[] }> {
  const filter = filterOf(actor, { ...query, filter: "" });
  const rows = await store.listRowsBetween(
    deps.reader,
    filter,
    query,
    await readsIndexed(deps, filter),
  );
  return { list: rows.map(presentRow) };
}

/**
 * Searches shipments by the beginnings of words: an exact number first, then matches of the words
 * in sequence, then the newest.
 *
 * @throws AppError E1085, E2052
 */
export async function searchRows(
  deps: WriteDeps & Pick<ShippingDeps, "reader">,
  actor: Actor,
  query: RowFilterQuery,
): Promise<FoundShipments> {
  const filter = filterOf(actor, { ...query, filter: "" });
  const match = beginningsQuery(query.filter);
  if (match === null) return { list: [], total: 0, isMore: false };
  await readsIndexed(deps, { ...filter, match });
  const asked = fold(query.filter.trim()).replace(/^#/, "");
  const whole = `"${wordsOf(query.filter).join(" ")}"`;
  const { rows, total } = await store.searchRows(
    deps.reader,
    filter,
    { match, whole, prefix: `${whole}*` },
    MOST_FOUND,
  );
  const list = rows.map(presentRow);
  const isMeant = ({ number, orderNumber, barcode, trackingNumber }: ShipmentListRow): boolean =>
    [String(number), orderNumber, barcode, trackingNumber].some((one) => fold(one) === asked);
  return {
    list: [...list.filter(isMeant), ...list.filter((row) => !isMeant(row))],
    total: Math.min(total, store.MOST_COUNTED),
    isMore: total > store.MOST_COUNTED,
  };
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Digits below which a text is not searched as a phone number. */
const LEAST_PHONE = 6;

/**
 * Converts free text to an FTS5 query: each word of two or more characters matches the beginning of
 * a word, and a single character a whole word, in any order. Text that looks like a phone number is
 * also searched as one word, in every stored format: "0555 111 22 33" finds +905551112233.
 *
 * @returns Null for text with fewer than two letters or digits.
 */
export function beginningsQuery(text: string): string | null {
  const folded = fold(text);
  const words = wordsOf(text);
  if (words.join("").length < 2) return null;
  const all = words.map((word) => (word.length > 1 ? `"${word}"*` : `"${word}"`)).join(" ");
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
