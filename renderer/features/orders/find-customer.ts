/** Finds people of the address book, earlier orders, and the order that has a number. */
import { listAddressBook } from "../../../core/shipping/addresses/address-book.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import {
  listShipmentRows,
  searchShipments,
} from "../../../core/shipping/shipments/shipments-station.api.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { call } from "../../lib/bridge.ts";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";

const MOST_PEOPLE = 4;
const MOST_ORDERS = 4;
/** Replacements of one order whose numbers are tried. */
const MOST_REPLACEMENTS = 9;

export type Customers = {
  readonly people: readonly BookAddress[];
  readonly orders: readonly ShipmentListRow[];
};

/**
 * Searches for a name, a phone number or an order number.
 *
 * @throws BridgeError
 */
export async function findCustomers(text: string): Promise<Customers> {
  const [people, orders] = await Promise.all([
    call(listAddressBook, { query: { search: text, limit: MOST_PEOPLE } }),
    call(searchShipments, { query: { filter: text } }),
  ]);
  return {
    people: people.list,
    orders: orders.list.filter(({ isReturn }) => !isReturn).slice(0, MOST_ORDERS),
  };
}

/**
 * Lists the newest orders of a phone number, without returns.
 *
 * @throws BridgeError
 */
export async function findOrdersOfPhone(phone: string): Promise<readonly ShipmentListRow[]> {
  const { list } = await call(searchShipments, { query: { filter: phone } });
  return list.filter(({ isReturn }) => !isReturn).slice(0, MOST_ORDERS);
}

/**
 * Finds the order with this number, also in capitals: a shipment without a label first, then the
 * newest.
 *
 * @returns null when no order has the number.
 * @throws BridgeError
 */
export async function findOrder(orderNumber: string): Promise<ShipmentListRow | null> {
  if (orderNumber === "") return null;
  const capitals = orderNumber.toUpperCase();
  for (const text of capitals === orderNumber ? [orderNumber] : [orderNumber, capitals]) {
    const { list } = await call(listShipmentRows, { query: { orderNumber: text, limit: 20 } });
    const found = list.find(({ status }) => isWithoutLabel(status)) ?? list[0];
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Returns a free number for the replacement of an order: "10482-R", then "10482-R2"; "" for an order
 * without a number, or after too many replacements.
 */
export async function replacementNumber(orderNumber: string): Promise<string> {
  if (orderNumber === "") return "";
  for (let no = 1; no <= MOST_REPLACEMENTS; no += 1) {
    const number = `${orderNumber}-R${no === 1 ? "" : no}`;
    if ((await findOrder(number).catch(() => null)) === null) return number;
  }
  return "";
}
