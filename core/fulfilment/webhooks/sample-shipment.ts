/**
 * Sample shipment that tests a webhook. No real parcel equals it: its ids are nil, and it is marked
 * as test.
 */
import { NIL_UUID } from "../../base/ids.ts";
import type { Address } from "../../shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../shipping/shipments/shipments.schema.ts";

/**
 * Builds the sample.
 *
 * @param now Time at which the sample was created and scanned.
 */
export function sampleShipment(now: string): Shipment {
  return {
    id: NIL_UUID,
    organizationShipmentID: 1,
    createdAt: now,
    updatedAt: now,
    test: true,
    statusCode: "SHIPPED",
    ...PRICES,
    ...PACKAGE,
    trackingStatus: sampleStatus(now),
    trackingNumber: "1234567890",
    trackingUrl: "",
    barcode: "1234567890",
    labelFileType: "PDF",
    labelURL: "",
    responsiveLabelURL: "",
    hidePackageContentOnTag: false,
    shipmentDate: now,
    packageAcceptedAt: now,
    cancelDate: null,
    invoiceGenerated: false,
    invoiceID: null,
    refundInvoiceID: null,
    productPaymentOnDelivery: false,
    orderID: null,
    order: null,
    senderAddressID: NIL_UUID,
    senderAddress: sampleAddress(now, "Örnek Gönderici", false),
    recipientAddressID: NIL_UUID,
    recipientAddress: sampleAddress(now, "Örnek Alıcı", true),
    returnAddressID: NIL_UUID,
    parcelTemplateID: null,
    createReturnLabel: false,
    offers: null,
    acceptedOfferID: null,
    acceptedOffer: null,
    providerCode: "",
    providerServiceCode: "",
    providerAccountID: null,
    enableAutomation: false,
    items: [],
    metadata: {},
    providerBranchName: null,
    providerInvoiceNo: null,
    providerReceiptNo: null,
    providerSerialNo: null,
    hasError: false,
    lastErrorMessage: null,
    lastErrorCode: null,
    isReturned: false,
    isReturn: false,
    isTrackingOnly: false,
    isRecipientSmsActivated: false,
    tenantId: null,
  };
}

const ZERO = "0.00";
const PRICES = {
  amount: ZERO,
  currency: "TL",
  amountLocal: ZERO,
  currencyLocal: "TL",
  amountVat: ZERO,
  amountLocalVat: ZERO,
  amountTax: ZERO,
  amountLocalTax: ZERO,
  totalAmount: ZERO,
  totalAmountLocal: ZERO,
  amountOld: ZERO,
  amountLocalOld: ZERO,
  discountRate: ZERO,
  bonusBalance: ZERO,
};

const PACKAGE = {
  length: "30",
  width: "20",
  height: "15",
  weight: "2.5",
  oldWeight: "2.5",
  desi: "3",
  oldDesi: "3",
  distanceUnit: "cm",
  massUnit: "kg",
  useWeightOfItems: false,
  useDimensionsOfItems: false,
} as const;

function sampleStatus(now: string): Shipment["trackingStatus"] {
  return {
    id: NIL_UUID,
    createdAt: now,
    updatedAt: now,
    trackingStatusCode: "TRANSIT",
    trackingSubStatusCode: "package_accepted",
    statusDetails: "Kargo şubeye kabul edildi",
    statusDate: now,
    locationName: "",
    locationLat: null,
    locationLng: null,
    hash: "",
  };
}

function sampleAddress(now: string, name: string, isRecipientAddress: boolean): Address {
  return {
    id: NIL_UUID,
    createdAt: now,
    updatedAt: now,
    shortName: "",
    name,
    email: "ornek@example.com",
    phone: "+905550000000",
    address1: "Örnek Cd. No: 1",
    address2: "",
    cityCode: "34",
    cityName: "İstanbul",
    city: null,
    state: "",
    zip: "",
    districtID: 0,
    districtName: "Kadıköy",
    district: null,
    streetID: null,
    streetName: "",
    countryCode: "TR",
    countryName: "Türkiye",
    source: null,
    isDefaultSenderAddress: false,
    isDefaultReturnAddress: false,
    isRecipientAddress,
    isInvoiceAddress: false,
    isActive: true,
  };
}
