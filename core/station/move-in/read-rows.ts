/**
 * Reads rows of another server of this interface. Everything there may be missing, too long or in
 * another form: such a row is not read at all, so that nothing is taken in part.
 */
import { z } from "zod";
import { isUuid } from "../../base/ids.ts";
import { moneyText, parseMoney } from "../../base/money.ts";
import { DISTANCE_UNITS, instantOf, MASS_UNITS, type Instant } from "../../base/units.ts";
import { laxMeasure, readBoolean, sameID } from "../../base/wire.ts";
import { roleSchema } from "../../organizations/organizations.schema.ts";
import { MAX_ITEMS } from "../../shipping/shipments/shipments.schema.ts";
import { SHIPMENT_STATUSES } from "../../shipping/shipments/status-machine.ts";

/** Text of at most some characters; "" when absent. */
const text = (atMost: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) =>
      value === null || value === undefined ? "" : String(value).toWellFormed(),
    )
    .refine((value) => value.length <= atMost && !value.includes("\0"));
const id = z.string().refine(isUuid).transform(sameID);
/** An id; "" when absent. */
const otherID = text(64).transform((value) => (isUuid(value) ? sameID(value) : ""));
const flag = z
  .unknown()
  .optional()
  .transform((value) => readBoolean(value) === true);
/** Times outside of these are mistakes; a time in the future would stay the newest for years. */
const FIRST_MS = Date.parse("2000-01-01T00:00:00.000Z");
const AHEAD_MS = 24 * 60 * 60 * 1_000;
const isTime = (value: string): boolean => {
  const ms = Date.parse(value);
  return ms >= FIRST_MS && ms <= Date.now() + AHEAD_MS;
};
const time = z
  .string()
  .max(40)
  .refine(isTime)
  .transform((value): Instant => instantOf(value));
/** A time; null when absent, and for the zero date that some servers write in its place. */
const otherTime = text(40).transform((value): Instant | null =>
  isTime(value) ? instantOf(value) : null,
);
/** An amount that is not negative, minor units; 0 when absent. */
const money = text(40).transform((value, context) => {
  const read = value === "" ? 0 : parseMoney(value);
  if (read !== undefined && read >= 0) return read;
  context.addIssue({ code: "custom", message: "must be an amount" });
  return z.NEVER;
});
const measure = laxMeasure.transform((value) => value ?? null);
const districtNumber = z.coerce.number().int().min(0).max(1e12).catch(0);

export const organizationRow = z.object({
  id,
  name: text(300),
  taxOffice: text(300),
  taxNumber: text(50),
  phone: text(50),
  email: text(300),
});

export const memberRow = z.object({
  userID: text(64),
  email: text(300).refine((value) => /^[^\s@]+@[^\s@]+$/.test(value)),
  name: text(300),
  role: roleSchema.catch("user"),
  updatedAt: text(40),
});

export const districtRow = z.object({
  name: text(300),
  districtID: z.number().int().min(1),
  cityCode: text(10),
});

export const addressRow = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  shortName: text(300),
  name: text(300),
  email: text(300),
  phone: text(300),
  address1: text(1_000),
  address2: text(1_000),
  cityCode: text(10),
  cityName: text(300),
  state: text(300),
  zip: text(40),
  districtID: districtNumber,
  districtName: text(300),
  streetName: text(300),
  countryCode: text(2).transform((value) => value.toUpperCase()),
  isDefaultSenderAddress: flag,
  isDefaultReturnAddress: flag,
  isInvoiceAddress: flag,
  isRecipientAddress: flag,
  isActive: z
    .unknown()
    .optional()
    .transform((value) => readBoolean(value) !== false),
});
export type RemoteAddress = z.output<typeof addressRow>;

const units = {
  distanceUnit: z.enum(DISTANCE_UNITS).catch("cm"),
  massUnit: z.enum(MASS_UNITS).catch("kg"),
};

export const templateRow = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  name: text(300),
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  ...units,
});

export const webhookRow = z.object({
  id,
  url: text(2_000).refine((value) => value !== ""),
  headerName: text(100),
  format: text(30),
});

export const accountRow = z.object({
  id,
  name: text(300),
  providerCode: text(64).refine((value) => /^[A-Za-z0-9_-]{1,64}$/.test(value)),
});

const itemRow = z.object({
  id: otherID,
  createdAt: otherTime,
  updatedAt: otherTime,
  title: text(500),
  variantTitle: text(500),
  quantity: z.coerce.number().min(0).max(1e9).transform(Math.round).catch(1),
  unitWeight: text(40),
  totalPrice: money.transform(moneyText),
  massUnit: text(10),
  unitPrice: money.transform(moneyText),
  currency: text(10),
  countryOfOrigin: text(10),
  sku: text(200),
  ean: text(50),
  imageURL: text(2_000),
});
export type RemoteItem = z.output<typeof itemRow>;

const orderRow = z.object({
  id: otherID,
  createdAt: otherTime,
  updatedAt: otherTime,
  sourceCode: text(50),
  sourceIdentifier: text(500),
  orderNumber: text(200),
  orderCode: text(200),
  merchantCode: text(200),
  notes: text(4_000),
  buyerShipmentMethod: text(200),
  buyerShippingCost: money,
  totalAmount: money,
  totalAmountCurrency: text(10),
  totalTax: money,
  payer: z.enum(["", "recipient"]).catch(""),
  collection: z.enum(["", "cash", "card"]).catch(""),
  declaredValue: money,
  waybillNumber: text(100),
  invoiceNumber: text(100),
});
export type RemoteOrder = z.output<typeof orderRow>;

const CODE = /^[A-Za-z0-9_-]{0,64}$/;
const code = text(64).refine((value) => CODE.test(value));

const offerRow = z.object({
  /** Nanoseconds. */
  averageEstimatedTime: z.number().min(0).max(1e18).catch(0),
  durationTerms: text(500),
  rating: z.number().min(0).max(1_000).catch(0),
});

const trackingRow = z.object({
  trackingStatusCode: text(40),
  trackingSubStatusCode: text(60),
  statusDetails: text(1_000),
  statusDate: otherTime,
  locationName: text(300),
});

/** Longest metadata that are kept, characters of JSON. */
const LONGEST_METADATA = 20_000;
const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => JSON.stringify(value ?? {}))
  .refine((value) => value.length <= LONGEST_METADATA && !value.includes("\\u0000"));

export const shipmentRow = z.object({
  id,
  organizationShipmentID: z.coerce.number().int().min(1).max(1e12),
  createdAt: time,
  updatedAt: time,
  test: flag,
  statusCode: z.enum(SHIPMENT_STATUSES),
  amount: money,
  amountTax: money,
  amountVat: money,
  totalAmount: money,
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  ...units,
  trackingStatus: trackingRow.nullish(),
  trackingNumber: text(200),
  trackingUrl: text(2_000),
  barcode: text(100),
  labelFileType: text(20),
  hidePackageContentOnTag: flag,
  packageAcceptedAt: otherTime,
  cancelDate: otherTime,
  productPaymentOnDelivery: flag,
  order: orderRow.nullish(),
  senderAddressID: otherID,
  senderAddress: addressRow.nullish(),
  recipientAddress: addressRow.nullish(),
  returnAddressID: otherID,
  parcelTemplateID: otherID,
  acceptedOfferID: otherID,
  acceptedOffer: offerRow.nullish(),
  providerCode: code,
  providerServiceCode: code,
  items: z
    .array(itemRow)
    .max(MAX_ITEMS)
    .nullish()
    .transform((items) => items ?? []),
  metadata,
  isReturn: flag,
  isReturned: flag,
});
export type RemoteShipment = z.output<typeof shipmentRow>;
