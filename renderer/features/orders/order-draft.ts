/**
 * An order while it is being typed: the form's values, the body for the API, and wrong values. Pure.
 */
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { readAmount } from "../../lib/read-amount.ts";
import { readWeight } from "../../lib/measures.ts";
import {
  bodyOf as addressBody,
  draftOf,
  EMPTY_DRAFT,
  wrongsOf as addressWrongs,
  type AddressDraft,
} from "../../ui/address/address-draft.ts";

/** One line of the order, as typed; an empty quantity means one piece. */
export type ItemDraft = {
  readonly title: string;
  readonly quantity: string;
  readonly sku: string;
  readonly price: string;
};
export type ItemField = keyof ItemDraft;

/** Sides of an earlier order's parcel, decimal texts. */
type Sides = Pick<Shipment, "length" | "width" | "height" | "distanceUnit">;

export type OrderDraft = {
  /** Sent with the order, so that an order whose answer was lost is not created twice. */
  readonly draftID: string;
  readonly pasted: string;
  readonly address: AddressDraft;
  /** The address of the book that `address` shows; "" for a typed address. */
  readonly recipientID: string;
  readonly items: readonly ItemDraft[];
  readonly boxID: string;
  /** Size of the replaced order's parcel; null when a box or nothing is chosen. */
  readonly sides: Sides | null;
  readonly weight: string;
  readonly cash: string;
  readonly note: string;
  readonly number: string;
  /** "" when the sender pays the carrier. */
  readonly payer: string;
  /** How the cash on delivery is collected; "" for in cash. */
  readonly collection: string;
  readonly declaredValue: string;
  readonly waybillNumber: string;
  readonly invoiceNumber: string;
  /** "" for the default sender. */
  readonly senderID: string;
};

const EMPTY_ITEM: ItemDraft = { title: "", quantity: "", sku: "", price: "" };

/** Returns an empty order. */
export function emptyOrder(draftID: string): OrderDraft {
  return {
    draftID,
    pasted: "",
    address: EMPTY_DRAFT,
    recipientID: "",
    items: [],
    boxID: "",
    sides: null,
    weight: "",
    cash: "",
    note: "",
    number: "",
    payer: "",
    collection: "",
    declaredValue: "",
    waybillNumber: "",
    invoiceNumber: "",
    senderID: "",
  };
}

/** Returns whether nothing was typed. */
export function isEmptyOrder(draft: OrderDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(emptyOrder(draft.draftID));
}

/** Returns the lines that the form shows: the typed lines, and an empty line for the next one. */
export function shownItems({ items }: Pick<OrderDraft, "items">): readonly ItemDraft[] {
  const last = items.at(-1);
  return last !== undefined && isEmptyItem(last) ? items : [...items, EMPTY_ITEM];
}

/** Returns the lines with a changed field in one line. */
export function withItem(
  draft: Pick<OrderDraft, "items">,
  at: number,
  change: Partial<ItemDraft>,
): readonly ItemDraft[] {
  const items = shownItems(draft).map((item, i) => (i === at ? { ...item, ...change } : item));
  return withoutEnd(items);
}

/** Returns the lines without one line. */
export function withoutItem(draft: Pick<OrderDraft, "items">, at: number): readonly ItemDraft[] {
  return withoutEnd(draft.items.filter((_, i) => i !== at));
}

function withoutEnd(items: readonly ItemDraft[]): readonly ItemDraft[] {
  const last = items.at(-1);
  return last === undefined || !isEmptyItem(last) ? items : withoutEnd(items.slice(0, -1));
}

function isEmptyItem(item: ItemDraft): boolean {
  return Object.values(item).every((text) => text.trim() === "");
}

export type OrderField =
  | "weight"
  | "cash"
  | "note"
  | "number"
  | "declaredValue"
  | "waybillNumber"
  | "invoiceNumber";
type Wrong = "title" | "quantity" | "price" | "weight" | "cash" | "declared" | "long";

export type OrderWrongs = {
  readonly isAddressWrong: boolean;
  /** Errors of the items: by the position of the item, then by the name of its field. */
  readonly items: Readonly<Record<number, Partial<Record<ItemField, Wrong>>>>;
  readonly fields: Partial<Record<OrderField, Wrong>>;
};

/** Longest texts, characters; the station's limits are in shipments.schema.ts. */
const LONGEST = {
  title: 300,
  sku: 100,
  note: 2_000,
  number: 100,
  waybill: 30,
  invoice: 30,
} as const;

/** Returns the values that the station would refuse, with keys under `orders.wrong`. */
export function wrongsOf(draft: OrderDraft): OrderWrongs {
  const { weight, cash, note, number, declaredValue, waybillNumber, invoiceNumber } = draft;
  const fields: Partial<Record<OrderField, Wrong>> = {
    ...(weight.trim() === "" || readWeight(weight) !== undefined ? {} : { weight: "weight" }),
    ...(cash.trim() === "" || readAmount(cash) !== undefined ? {} : { cash: "cash" }),
    ...(note.length <= LONGEST.note ? {} : { note: "long" }),
    ...(number.length <= LONGEST.number ? {} : { number: "long" }),
    ...(isDeclarable(declaredValue) ? {} : { declaredValue: "declared" }),
    ...(waybillNumber.trim().length <= LONGEST.waybill ? {} : { waybillNumber: "long" }),
    ...(invoiceNumber.trim().length <= LONGEST.invoice ? {} : { invoiceNumber: "long" }),
  };
  const items = Object.fromEntries(
    draft.items.flatMap((item, at) => {
      const wrong = isEmptyItem(item) ? {} : itemWrongs(item);
      return Object.keys(wrong).length === 0 ? [] : [[at, wrong]];
    }),
  );
  return {
    isAddressWrong: Object.keys(addressWrongs(draft.address, "order", false)).length > 0,
    items,
    fields,
  };
}

/** Returns whether nothing is wrong. */
export function isRight({ isAddressWrong, items, fields }: OrderWrongs): boolean {
  return !isAddressWrong && Object.keys(items).length + Object.keys(fields).length === 0;
}

/** Largest declared value, TL; the station's limit is in order-terms.schema.ts. */
const MOST_DECLARED = 10_000_000;

function isDeclarable(text: string): boolean {
  const value = text.trim() === "" ? "0" : readAmount(text);
  return value !== undefined && Number(value) <= MOST_DECLARED;
}

function itemWrongs(item: ItemDraft): Partial<Record<ItemField, Wrong>> {
  const { title, quantity, sku, price } = item;
  return {
    ...(title.trim() === ""
      ? { title: "title" as const }
      : title.length > LONGEST.title
        ? { title: "long" as const }
        : {}),
    ...(quantity.trim() === "" || /^0*[1-9]\d{0,4}$/.test(quantity.trim())
      ? {}
      : { quantity: "quantity" as const }),
    ...(sku.length <= LONGEST.sku ? {} : { sku: "long" as const }),
    ...(price.trim() === "" || readAmount(price) !== undefined ? {} : { price: "price" as const }),
  };
}

/** Converts an order without wrong values to the body of POST /station/orders. */
export function bodyOf(draft: OrderDraft) {
  const { draftID, address, recipientID, boxID, sides, senderID, note, number } = draft;
  const cash = readAmount(draft.cash);
  return {
    draftID,
    ...(recipientID === ""
      ? { recipientAddress: addressBody(address) }
      : { recipientAddressID: recipientID }),
    senderAddressID: senderID,
    parcelTemplateID: boxID,
    ...(boxID === "" && sides !== null ? sidesBody(sides) : {}),
    ...readWeight(draft.weight),
    items: draft.items.filter((item) => !isEmptyItem(item)).map(itemBody),
    productPaymentOnDelivery: cash !== undefined,
    order: {
      orderNumber: number.trim(),
      notes: note.trim(),
      ...(cash === undefined ? {} : { totalAmount: cash, totalAmountCurrency: "TL" }),
      ...termsBody(draft, cash !== undefined),
    },
  };
}

/** Returns the terms that were typed. An order that collects nothing has no way of collection. */
function termsBody(
  { payer, collection, declaredValue, waybillNumber, invoiceNumber }: OrderDraft,
  collects: boolean,
) {
  const declared = readAmount(declaredValue);
  const waybill = waybillNumber.trim();
  const invoice = invoiceNumber.trim();
  return {
    ...(payer === "" ? {} : { payer }),
    ...(collection === "" || !collects ? {} : { collection }),
    ...(declared === undefined ? {} : { declaredValue: declared }),
    ...(waybill === "" ? {} : { waybillNumber: waybill }),
    ...(invoice === "" ? {} : { invoiceNumber: invoice }),
  };
}

function itemBody({ title, quantity, sku, price }: ItemDraft) {
  const unitPrice = readAmount(price);
  return {
    title: title.trim(),
    quantity: quantity.trim() === "" ? "1" : quantity.trim(),
    sku: sku.trim(),
    ...(unitPrice === undefined ? {} : { unitPrice, currency: "TL" }),
  };
}

const UNITS = ["cm", "in", "m", "mm"] as const;

function sidesBody({ length, width, height, distanceUnit }: Sides) {
  return {
    length,
    width,
    height,
    distanceUnit: UNITS.find((unit) => unit === distanceUnit) ?? "cm",
  };
}

/**
 * Fills the order with the recipient, the items and the parcel of an earlier order that it replaces.
 *
 * @param note The note that names the earlier order.
 * @param number Number for the replacement; "" for none.
 */
export function replacing(
  draft: OrderDraft,
  { recipientAddress, items, parcelTemplateID, ...shipment }: Shipment,
  { note, number }: { readonly note: string; readonly number: string },
): OrderDraft {
  return {
    ...draft,
    address: recipientAddress === null ? draft.address : draftOf(recipientAddress),
    recipientID: "",
    items: items.map(({ title, variantTitle, quantity, sku }) => ({
      title: variantTitle === "" ? title : `${title} ${variantTitle}`,
      quantity: String(quantity),
      sku,
      price: "",
    })),
    boxID: parcelTemplateID ?? "",
    sides: parcelTemplateID === null && Number(shipment.length) > 0 ? sidesOf(shipment) : null,
    weight: Number(shipment.weight) > 0 && shipment.massUnit === "kg" ? shipment.weight : "",
    note,
    number,
  };
}

function sidesOf({ length, width, height, distanceUnit }: Sides): Sides {
  return { length, width, height, distanceUnit };
}
