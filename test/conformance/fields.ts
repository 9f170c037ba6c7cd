/** The interface's field tables: every field of every record, with its type on the wire. */
import { expect } from "vitest";

type Kind = (value: unknown) => boolean;
type Table = Readonly<Record<string, Kind>>;

const text: Kind = (v) => typeof v === "string";
const flag: Kind = (v) => typeof v === "boolean";
const count: Kind = (v) => Number.isInteger(v);
const number: Kind = (v) => typeof v === "number" && Number.isFinite(v);
const uuid: Kind = (v) => text(v) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(v));
/** RFC 3339 in UTC with milliseconds. */
export const instant: Kind = (v) =>
  text(v) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(v));
/** A decimal string with two decimals. */
const money: Kind = (v) => text(v) && /^-?\d+\.\d\d$/.test(String(v));
/** A decimal string of a size, or "". */
const measure: Kind = (v) => text(v) && /^(\d+(\.\d+)?)?$/.test(String(v));
const list: Kind = Array.isArray;
const object: Kind = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
const orNull =
  (kind: Kind): Kind =>
  (v) =>
    v === null || kind(v);

const BASE: Table = { id: uuid, createdAt: instant, updatedAt: instant };

const PRICE: Table = Object.fromEntries(
  [
    "amount",
    "amountLocal",
    "amountVat",
    "amountLocalVat",
    "amountTax",
    "amountLocalTax",
    "totalAmount",
    "totalAmountLocal",
    "amountOld",
    "amountLocalOld",
    "discountRate",
    "bonusBalance",
  ].map((name) => [name, money] as const),
);
const priced: Table = { ...PRICE, currency: text, currencyLocal: text };

export const CITY: Table = { name: text, areaCode: text, cityCode: text, countryCode: text };
export const DISTRICT: Table = {
  name: text,
  districtID: number,
  cityCode: text,
  regionCode: orNull(text),
  countryCode: text,
};

export const ADDRESS: Table = {
  ...BASE,
  ...Object.fromEntries(
    [
      "shortName",
      "name",
      "email",
      "phone",
      "address1",
      "address2",
      "cityCode",
      "cityName",
      "state",
      "zip",
      "districtName",
      "streetName",
      "countryCode",
      "countryName",
    ].map((name) => [name, text] as const),
  ),
  city: orNull(object),
  districtID: number,
  district: orNull(object),
  streetID: orNull(number),
  source: orNull(object),
  ...Object.fromEntries(
    [
      "isDefaultSenderAddress",
      "isDefaultReturnAddress",
      "isRecipientAddress",
      "isInvoiceAddress",
      "isActive",
    ].map((name) => [name, flag] as const),
  ),
};

export const TEMPLATE: Table = {
  ...BASE,
  name: text,
  ...Object.fromEntries(
    ["length", "width", "height", "desi", "oldDesi", "weight", "oldWeight"].map(
      (name) => [name, measure] as const,
    ),
  ),
  distanceUnit: text,
  massUnit: text,
  isActive: flag,
  LanguageCode: text,
};

export const SHIPMENT: Table = {
  ...BASE,
  organizationShipmentID: count,
  test: flag,
  statusCode: text,
  ...priced,
  ...Object.fromEntries(
    ["length", "width", "height", "desi", "oldDesi", "weight", "oldWeight"].map(
      (name) => [name, measure] as const,
    ),
  ),
  distanceUnit: text,
  massUnit: text,
  useWeightOfItems: flag,
  useDimensionsOfItems: flag,
  trackingStatus: orNull(object),
  ...Object.fromEntries(
    [
      "trackingNumber",
      "trackingUrl",
      "barcode",
      "labelFileType",
      "labelURL",
      "responsiveLabelURL",
      "providerCode",
      "providerServiceCode",
    ].map((name) => [name, text] as const),
  ),
  hidePackageContentOnTag: flag,
  shipmentDate: orNull(instant),
  packageAcceptedAt: orNull(instant),
  cancelDate: orNull(instant),
  invoiceGenerated: flag,
  refundInvoiceID: orNull(uuid),
  productPaymentOnDelivery: flag,
  orderID: orNull(uuid),
  order: orNull(object),
  senderAddressID: uuid,
  senderAddress: orNull(object),
  recipientAddressID: uuid,
  recipientAddress: orNull(object),
  returnAddressID: uuid,
  createReturnLabel: flag,
  offers: orNull(object),
  acceptedOfferID: orNull(uuid),
  acceptedOffer: orNull(object),
  enableAutomation: flag,
  items: list,
  ...Object.fromEntries(
    [
      "providerBranchName",
      "providerInvoiceNo",
      "providerReceiptNo",
      "providerSerialNo",
      "lastErrorMessage",
      "lastErrorCode",
      "tenantId",
    ].map((name) => [name, orNull(text)] as const),
  ),
  ...Object.fromEntries(
    ["hasError", "isReturned", "isReturn", "isTrackingOnly", "isRecipientSmsActivated"].map(
      (name) => [name, flag] as const,
    ),
  ),
};

export const OFFERS: Table = {
  createdAt: instant,
  updatedAt: instant,
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  cheapest: orNull(object),
  fastest: orNull(object),
  list,
  percentageCompleted: number,
  totalOffersRequested: count,
  totalOffersCompleted: count,
  allowOfferFallback: flag,
};

export const OFFER: Table = {
  ...BASE,
  ...priced,
  providerCode: text,
  providerServiceCode: text,
  providerAccountID: orNull(uuid),
  averageEstimatedTime: count,
  averageEstimatedTimeHumanReadible: text,
  durationTerms: text,
  rating: number,
  ...Object.fromEntries(
    ["isAccepted", "isGlobal", "isC2C", "isMainOffer", "isProviderAccountOffer"].map(
      (name) => [name, flag] as const,
    ),
  ),
  integrationType: (v) => v === "C2C" || v === "DEFAULT",
  providerAccountOwnerType: (v) => v === "CURRENT_ORGANIZATION" || v === "",
  providerAccountName: orNull(text),
  subOffer: list,
};

export const ORDER: Table = {
  ...BASE,
  itemIDs: list,
  buyerShippingCost: money,
  totalAmount: money,
  totalTax: money,
  ...Object.fromEntries(
    [
      "buyerShippingCostCurrency",
      "buyerShipmentMethod",
      "totalAmountCurrency",
      "sourceCode",
      "sourceIdentifier",
      "orderNumber",
      "orderCode",
      "notes",
    ].map((name) => [name, text] as const),
  ),
  organizationID: uuid,
};

export const ITEM: Table = {
  ...BASE,
  quantity: count,
  ...Object.fromEntries(
    [
      "title",
      "variantTitle",
      "unitWeight",
      "massUnit",
      "currency",
      "currencyLocal",
      "countryOfOrigin",
      "sku",
    ].map((name) => [name, text] as const),
  ),
  ...Object.fromEntries(
    ["totalPrice", "totalPriceLocal", "unitPrice", "unitPriceLocal"].map(
      (name) => [name, money] as const,
    ),
  ),
  maxShipTime: orNull(text),
  maxDeliveryTime: orNull(text),
};

export const TRACKING: Table = {
  ...BASE,
  trackingStatusCode: text,
  trackingSubStatusCode: text,
  statusDetails: text,
  statusDate: instant,
  locationName: text,
  locationLat: orNull(number),
  locationLng: orNull(number),
  hash: text,
};

export const TRANSACTION: Table = {
  ...BASE,
  ...priced,
  offerID: uuid,
  shipment: object,
  description: text,
  ...Object.fromEntries(
    ["isRefund", "isCustomAccountCharge", "isPayed", "isCanceled"].map(
      (name) => [name, flag] as const,
    ),
  ),
  payedVia: text,
  transactionType: text,
  invoiceID: orNull(uuid),
  cancelDescription: text,
  ...Object.fromEntries(
    ["oldBalance", "newBalance", "invoiceOldDebt", "invoiceNewDebt"].map(
      (name) => [name, money] as const,
    ),
  ),
};

export const ORGANIZATION: Table = {
  ...BASE,
  ...Object.fromEntries(
    ["name", "currency", "countryCode", "taxOffice", "taxNumber", "phone", "email"].map(
      (name) => [name, text] as const,
    ),
  ),
  owner: orNull(text),
  balance: money,
  debt: money,
  test: flag,
  isActive: flag,
};

export const MEMBER: Table = {
  ...BASE,
  organizationID: uuid,
  userID: uuid,
  email: text,
  name: text,
  role: (v) => ["owner", "admin", "user", "limitedAccessUser"].includes(String(v)),
  isActive: flag,
};
export const WEBHOOK: Table = {
  ...BASE,
  organizationID: uuid,
  type: text,
  url: text,
  headerName: text,
  headerValue: text,
  isActive: flag,
  format: text,
};
export const COUNTRY: Table = {
  countryCode: (v) => /^[A-Z]{2}$/.test(String(v)),
  name: text,
  phoneCode: text,
  currency: text,
};

export const PRICE_LIST_OFFER: Table = {
  ...Object.fromEntries(
    [
      "amount",
      "amountLocal",
      "amountVat",
      "amountLocalVat",
      "amountTax",
      "amountLocalTax",
      "totalAmount",
      "totalAmountLocal",
    ].map((name) => [name, money] as const),
  ),
  currency: text,
  providerCode: text,
  providerServiceCode: text,
};

/** Checks that a record has every field of the table, with its type. */
export function expectFields(record: unknown, table: Table): void {
  const values = record as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(table).flatMap(([name, fits]) =>
    Object.hasOwn(values, name) && fits(values[name])
      ? []
      : [`${name}: ${JSON.stringify(values[name])}`],
  );
  expect(wrong).toEqual([]);
}
