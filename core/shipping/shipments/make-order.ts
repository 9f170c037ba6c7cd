/** Makes the order and the items of a shipment from the input. */
import type { ReadDeps } from "../../db/deps.ts";
import { errors } from "../../base/errors.ts";
import { CURRENCY, minor, moneyText, parseMoney, type Minor } from "../../base/money.ts";
import type { ShippingDeps } from "../deps.ts";
import { importedOrderID } from "./imported-order.ts";
import { parseDeclared } from "./order-terms.schema.ts";
import { insertOrder, updateOrder, type OrderRow } from "./orders.store.ts";
import type { Item, ItemInput, OrderInput } from "./shipments.schema.ts";

/**
 * Import of an order. `orderID`: a stored order whose shipments were all cancelled, and which the
 * file contains again.
 */
export type Imported = {
  readonly contentHash: string;
  readonly fieldDigests?: string;
  readonly orderID?: string;
};

/** Writes an order; an order that is sent again updates its row. */
export function writeOrder(deps: ReadDeps, order: OrderRow, knownID: string | undefined): void {
  if (order.id !== knownID) return insertOrder(deps.db, order);
  const { id, createdAt: _, ...fields } = order;
  updateOrder(deps.db, id, fields);
}

/** Makes an order. @throws AppError E1057 */
export function makeOrder(
  deps: Pick<ShippingDeps, "now" | "newId">,
  organizationID: string,
  input: OrderInput,
  how: { isCashOnDelivery: boolean; imported: Imported | undefined },
): OrderRow {
  const amount = (field: "totalAmount" | "totalTax" | "buyerShippingCost"): Minor => {
    const value = input[field] === "" ? minor(0) : parseMoney(input[field]);
    if (value === undefined || value < 0)
      throw errors.orderNotCreated(
        `order.${field}: "${input[field].slice(0, 40)}" is not an amount.`,
      );
    return value;
  };
  const totalAmount = amount("totalAmount");
  const currency = ["TL", "TRY"].includes(input.totalAmountCurrency.toUpperCase())
    ? CURRENCY
    : input.totalAmountCurrency;
  if (how.isCashOnDelivery) requireCollectable(totalAmount, currency);
  const now = deps.now();
  return {
    id:
      how.imported === undefined
        ? deps.newId()
        : importedOrderID({
            organizationID,
            sourceIdentifier: input.sourceIdentifier,
            orderNumber: input.orderNumber,
          }),
    createdAt: now,
    updatedAt: now,
    organizationID,
    // Only imports use "IMPORT".
    sourceCode:
      how.imported !== undefined
        ? "IMPORT"
        : ["", "IMPORT"].includes(input.sourceCode)
          ? "API"
          : input.sourceCode,
    sourceIdentifier: input.sourceIdentifier,
    orderNumber: input.orderNumber,
    orderCode: input.orderCode,
    merchantCode: input.merchantCode,
    notes: input.notes,
    buyerShipmentMethod: input.buyerShipmentMethod,
    buyerShippingCost: amount("buyerShippingCost"),
    totalAmount,
    totalAmountCurrency: currency,
    totalTax: amount("totalTax"),
    payer: input.payer ?? "",
    collection: input.collection ?? "",
    declaredValue: parseDeclared(input.declaredValue ?? "") ?? 0,
    waybillNumber: input.waybillNumber ?? "",
    invoiceNumber: input.invoiceNumber ?? "",
    contentHash: how.imported?.contentHash ?? "",
    fieldDigests: how.imported?.fieldDigests ?? "",
  };
}

/** Requires an amount that can be collected on delivery. @throws AppError E1057 */
function requireCollectable(totalAmount: Minor, currency: string): void {
  if (totalAmount <= 0 || currency === "") {
    throw errors.orderNotCreated(
      "Cash on delivery needs order.totalAmount and order.totalAmountCurrency.",
    );
  }
  if (currency !== CURRENCY) {
    throw errors.orderNotCreated(
      `Cash on delivery is collected in TL, and order.totalAmountCurrency is "${currency.slice(0, 40)}". Send order.totalAmount in TL with "TL" or "TRY", or leave out productPaymentOnDelivery.`,
    );
  }
}

/** Makes an item with an id and money as text. */
export function makeItem(deps: Pick<ShippingDeps, "now" | "newId">, input: ItemInput): Item {
  const money = (text: string): string => moneyText(parseMoney(text) ?? 0);
  const now = deps.now();
  return {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    title: input.title,
    variantTitle: input.variantTitle,
    quantity: Math.max(1, Math.round(input.quantity ?? 1)),
    unitWeight: input.unitWeight,
    totalPrice: money(input.totalPrice),
    totalPriceLocal: money(input.totalPrice),
    massUnit: input.massUnit,
    unitPrice: money(input.unitPrice),
    currency: input.currency,
    unitPriceLocal: money(input.unitPrice),
    currencyLocal: input.currency,
    countryOfOrigin: input.countryOfOrigin,
    maxShipTime: null,
    maxDeliveryTime: null,
    sku: input.sku,
    ean: input.ean,
    imageURL: input.imageURL,
  };
}
