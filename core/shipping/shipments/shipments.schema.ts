/** Wire shapes of shipments, orders and items. */
import { z } from "zod";
import {
  laxAmount,
  laxBoolean,
  laxID,
  laxList,
  laxMeasure,
  laxNumber,
  laxOptional,
  laxText,
  smallRecord,
} from "../../base/wire.ts";
import { addressInputSchema, addressSchema } from "../addresses/addresses.schema.ts";
import { offerSchema, offersSchema, priceFields } from "../offers/offers.schema.ts";
import { distanceUnitInput, massUnitInput, measureFields } from "../parcels/parcels.schema.ts";
import { trackingStatusSchema } from "../tracking/tracking.schema.ts";
import { SHIPMENT_STATUSES } from "./status-machine.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";

const itemSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    title: z.string(),
    variantTitle: z.string(),
    quantity: z.number().int(),
    unitWeight: z.string(),
    totalPrice: z.string(),
    totalPriceLocal: z.string(),
    massUnit: z.string(),
    unitPrice: z.string(),
    currency: z.string(),
    unitPriceLocal: z.string(),
    currencyLocal: z.string(),
    countryOfOrigin: z.string(),
    maxShipTime: z.string().nullable(),
    maxDeliveryTime: z.string().nullable(),
    sku: z.string(),
    /** The article's barcode (EAN-8, EAN-13, UPC or GTIN-14), as given; "" when it has none. */
    ean: z.string(),
    /** Address of the article's picture, http or https; "" when it has none. */
    imageURL: z.string(),
  })
  .meta({ id: "Item" });
export type Item = z.infer<typeof itemSchema>;

const orderSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    itemIDs: z.array(z.string()),
    buyerShippingCost: z.string(),
    buyerShippingCostCurrency: z.string(),
    buyerShipmentMethod: z.string(),
    totalAmount: z.string(),
    totalTax: z.string(),
    totalAmountCurrency: z.string(),
    sourceCode: z.string(),
    sourceIdentifier: z.string(),
    orderNumber: z.string(),
    orderCode: z.string(),
    notes: z.string(),
    merchantCode: z.string(),
    organizationID: z.uuid(),
    /** Who pays the carrier; our extension. Absent when the sender pays. */
    payer: z.literal("recipient").optional(),
    /** How cash on delivery is collected; our extension. Absent when not given: in cash. */
    collection: z.enum(["cash", "card"]).optional(),
    /** Declared value of the contents, money text; our extension. Absent without one. */
    declaredValue: z.string().optional(),
    /** Number of the waybill; our extension. Absent without one. */
    waybillNumber: z.string().optional(),
    /** Number of the invoice; our extension. Absent without one. */
    invoiceNumber: z.string().optional(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof orderSchema>;

export const shipmentSchema = z
  .object({
    id: z.uuid(),
    organizationShipmentID: z.number().int(),
    createdAt: z.string(),
    updatedAt: z.string(),
    test: z.boolean(),
    statusCode: z.enum(SHIPMENT_STATUSES),
    ...priceFields,
    ...measureFields,
    useWeightOfItems: z.boolean(),
    useDimensionsOfItems: z.boolean(),
    trackingStatus: trackingStatusSchema.nullable(),
    trackingNumber: z.string(),
    trackingUrl: z.string(),
    barcode: z.string(),
    labelFileType: z.string(),
    labelURL: z.string(),
    responsiveLabelURL: z.string(),
    hidePackageContentOnTag: z.boolean(),
    shipmentDate: z.string().nullable(),
    packageAcceptedAt: z.string().nullable(),
    cancelDate: z.string().nullable(),
    invoiceGenerated: z.boolean(),
    invoiceID: z.uuid().nullable(),
    refundInvoiceID: z.uuid().nullable(),
    productPaymentOnDelivery: z.boolean(),
    orderID: z.uuid().nullable(),
    order: orderSchema.nullable(),
    senderAddressID: z.uuid(),
    senderAddress: addressSchema.nullable(),
    recipientAddressID: z.uuid(),
    recipientAddress: addressSchema.nullable(),
    returnAddressID: z.uuid(),
    parcelTemplateID: z.uuid().nullable(),
    createReturnLabel: z.boolean(),
    offers: offersSchema.nullable(),
    acceptedOfferID: z.uuid().nullable(),
    acceptedOffer: offerSchema.nullable(),
    providerCode: z.string(),
    providerServiceCode: z.string(),
    providerAccountID: z.uuid().nullable(),
    enableAutomation: z.boolean(),
    items: z.array(itemSchema),
    metadata: z.record(z.string(), z.unknown()),
    providerBranchName: z.string().nullable(),
    providerInvoiceNo: z.string().nullable(),
    providerReceiptNo: z.string().nullable(),
    providerSerialNo: z.string().nullable(),
    hasError: z.boolean(),
    lastErrorMessage: z.string().nullable(),
    lastErrorCode: z.string().nullable(),
    isReturned: z.boolean(),
    isReturn: z.boolean(),
    isTrackingOnly: z.boolean(),
    isRecipientSmsActivated: z.boolean(),
    tenantId: z.string().nullable(),
    /** Further returns made by one request with count > 1. */
    extraShipmentIDs: z.array(z.uuid()).optional(),
  })
  .meta({ id: "Shipment" });
export type Shipment = z.infer<typeof shipmentSchema>;

export const MAX_ITEMS = 500;
const MAX_NAMES = 100;
const MAX_ASKED_BY = 10;
const MOST_RETURNS = 50;
const id = laxID;

const itemInputSchema = z
  .object({
    title: laxText(300),
    variantTitle: laxText(300),
    quantity: laxMeasure,
    sku: laxText(100),
    ean: laxText(50),
    imageURL: laxText(2_000),
    unitPrice: laxAmount,
    totalPrice: laxAmount,
    unitWeight: laxText(40),
    massUnit: laxText(10),
    currency: laxText(10),
    countryOfOrigin: laxText(10),
  })
  .meta({ id: "NewItem" });
export type ItemInput = z.output<typeof itemInputSchema>;

export const orderInputSchema = z
  .object({
    sourceCode: laxText(50),
    sourceIdentifier: laxText(500),
    orderNumber: laxText(100),
    orderCode: laxText(100),
    merchantCode: laxText(100),
    notes: laxText(2000),
    buyerShipmentMethod: laxText(100),
    buyerShippingCost: laxText(40),
    totalAmount: laxText(40),
    totalTax: laxText(40),
    totalAmountCurrency: laxText(10),
  })
  .meta({ id: "NewOrder" });
/** Orders of programs have no terms; see order-terms.schema.ts. */
export type OrderInput = z.output<typeof orderInputSchema> & {
  readonly payer?: "" | "recipient";
  readonly collection?: "" | "cash" | "card";
  readonly declaredValue?: string;
  readonly waybillNumber?: string;
  readonly invoiceNumber?: string;
};

const measureInputs = {
  length: laxMeasure,
  width: laxMeasure,
  height: laxMeasure,
  distanceUnit: distanceUnitInput,
  weight: laxMeasure,
  massUnit: massUnitInput,
};

/**
 * Body of a new shipment as programs send it; create-shipment.ts checks the rules that need data.
 */
export const shipmentInputSchema = z
  .object({
    test: laxBoolean,
    senderAddressID: id,
    returnAddressID: id,
    recipientAddressID: id,
    recipientAddress: laxOptional(addressInputSchema),
    parcelTemplateID: id,
    ...measureInputs,
    items: laxList(itemInputSchema, MAX_ITEMS),
    productPaymentOnDelivery: laxBoolean,
    hidePackageContentOnTag: laxBoolean,
    order: laxOptional(orderInputSchema),
    metadata: laxOptional(
      z.object({
        providerCustomerCodes: smallRecord(laxText(100), MAX_NAMES).optional(),
        reference1: laxText(100),
        /** Organizations through which a question for prices has come. */
        askedBy: z.array(z.string().max(100)).max(MAX_ASKED_BY).optional().catch(undefined),
      }),
    ),
  })
  .meta({ id: "NewShipment" });
export type ShipmentInput = Omit<z.output<typeof shipmentInputSchema>, "order"> & {
  readonly order: OrderInput | undefined;
};

export const packageInputSchema = z.object(measureInputs);
export type PackageInput = z.output<typeof packageInputSchema>;

/**
 * Body of POST /shipments/{id}, and of PATCH /shipments/{id} by programs that make returns with
 * PATCH. Every field is optional.
 */
export const copyInputSchema = packageInputSchema
  .extend({
    isReturn: laxBoolean,
    willAccept: laxBoolean,
    providerServiceCode: laxText(64).transform(currentCode),
    providerAccountID: laxID,
    count: laxNumber.refine(
      (n) => n === undefined || (Number.isInteger(n) && n >= 1 && n <= MOST_RETURNS),
      { message: `must be a whole number from 1 to ${MOST_RETURNS}` },
    ),
    /** Delivery address of the return parcel. */
    senderAddress: laxOptional(addressInputSchema),
  })
  .meta({ id: "ShipmentChange" });
export type CopyInput = z.output<typeof copyInputSchema>;
