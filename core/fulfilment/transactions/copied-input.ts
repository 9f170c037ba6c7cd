/** Builds the body of a shipment that copies another. */
import type { ReadDeps } from "../../db/deps.ts";
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { moneyText } from "../../base/money.ts";
import { isTestService, TEST_SERVICE } from "../../shipping/carriers/own-service.ts";
import { shipmentWithTermsSchema } from "../../shipping/shipments/order-terms.schema.ts";
import {
  type CopyInput,
  type Item,
  type ItemInput,
  type ShipmentInput,
} from "../../shipping/shipments/shipments.schema.ts";
import { parcelItems, parcelOrder } from "../../shipping/shipments/joined-orders.ts";
import { findOrderOf, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";

/**
 * Makes the input of a return: the parcel goes from the original's recipient to the original's
 * return address, or to the given sender address.
 */
export function returnInputOf(
  deps: ReadDeps,
  original: ShipmentRow,
  input: CopyInput,
): ShipmentInput {
  return inputOf(deps, original, {
    senderAddressID: original.recipientAddressID,
    returnAddressID: original.recipientAddressID,
    recipientAddressID: input.senderAddress === undefined ? original.returnAddressID : "",
    recipientAddress: input.senderAddress,
    productPaymentOnDelivery: false,
    order: declaredOnly(deps, original),
    ...size(input),
  });
}

/**
 * Makes the order of a return, which only declares the value that the original declared; undefined
 * when it declared none. The sender pays for a return, and nothing is collected.
 */
function declaredOnly(
  deps: ReadDeps,
  original: ShipmentRow,
): { declaredValue: string } | undefined {
  const order =
    original.boxNo === 1 ? parcelOrder(findOrderOf(deps, original), original) : undefined;
  return order === undefined || order.declaredValue === 0
    ? undefined
    : { declaredValue: moneyText(order.declaredValue) };
}

/**
 * Chooses the service: the requested service, otherwise the original's. A test shipment for which
 * no carrier's service is requested gets the test service.
 */
export function serviceOf(original: ShipmentRow, asked: string): string {
  if (original.test === 1 && (asked === "" || isTestService(asked))) return TEST_SERVICE;
  return asked === "" ? original.providerServiceCode : asked;
}

/**
 * Chooses the provider account: the requested account; the original's when neither an account nor a
 * service is requested. Null: no account. A requested account is ignored for a test shipment.
 */
export function accountOf(original: ShipmentRow, input: CopyInput): string | null {
  if (original.test !== 1 && input.providerAccountID !== "") return input.providerAccountID;
  return input.providerServiceCode === "" ? original.providerAccountID : null;
}

function size(input: CopyInput): Record<string, unknown> {
  const { length, width, height, distanceUnit, weight, massUnit } = input;
  return Object.fromEntries(
    Object.entries({ length, width, height, distanceUnit, weight, massUnit }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** Makes the input of an item with the same values. */
export function copyOfItem({
  title,
  variantTitle,
  quantity,
  sku,
  ean,
  imageURL,
  unitPrice,
  totalPrice,
  unitWeight,
  massUnit,
  currency,
  countryOfOrigin,
}: Item): ItemInput {
  return {
    title,
    variantTitle,
    quantity,
    sku,
    ean,
    imageURL,
    unitPrice,
    totalPrice,
    unitWeight,
    massUnit,
    currency,
    countryOfOrigin,
  };
}

/** Notes of joined orders may be longer together than those of one order. */
const LONGEST_NOTES = 2_000;

/** Converts a shipment to the body of a new shipment, with the given changes. */
export function inputOf(
  deps: ReadDeps,
  original: ShipmentRow,
  change: Record<string, unknown>,
): ShipmentInput {
  const order = parcelOrder(findOrderOf(deps, original), original);
  return shipmentWithTermsSchema.parse({
    test: original.test === 1,
    senderAddressID: original.senderAddressID,
    returnAddressID: original.returnAddressID,
    recipientAddressID: original.recipientAddressID,
    length: original.length,
    width: original.width,
    height: original.height,
    distanceUnit: original.distanceUnit,
    weight: original.weight,
    massUnit: original.massUnit,
    items: parcelItems(original).map(copyOfItem),
    productPaymentOnDelivery: original.paymentOnDelivery === 1,
    hidePackageContentOnTag: original.hideContents === 1,
    metadata: parseJsonOr(original.metadata, objectSchema, {}),
    ...(order === undefined
      ? {}
      : {
          order: {
            sourceIdentifier: order.sourceIdentifier,
            orderNumber: order.orderNumber,
            orderCode: order.orderCode,
            merchantCode: order.merchantCode,
            notes: order.notes.slice(0, LONGEST_NOTES),
            buyerShipmentMethod: order.buyerShipmentMethod,
            buyerShippingCost: moneyText(order.buyerShippingCost),
            totalTax: moneyText(order.totalTax),
            totalAmount: moneyText(order.totalAmount),
            totalAmountCurrency: order.totalAmountCurrency,
            payer: order.payer,
            collection: order.collection,
            declaredValue: moneyText(order.declaredValue),
            waybillNumber: order.waybillNumber,
            // One of several joined orders has its number in its own copy.
            invoiceNumber: findOrderOf(deps, original)?.invoiceNumber,
          },
        }),
    ...change,
  });
}
