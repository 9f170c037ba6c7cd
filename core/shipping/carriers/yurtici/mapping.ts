/** Translates our announcements to Yurtiçi's orders. */
import { createHash } from "node:crypto";
import { moneyText } from "../../../base/money.ts";
import { nationalDigits } from "../../../base/phone.ts";
import type { XmlPart } from "../../../base/xml/xml.ts";
import { addressOf, measuresOf } from "../check-consignment.ts";
import type { Consignment } from "../consignment.ts";
import type { AnnounceRequest } from "../connection.ts";
import { LONGEST_KEY } from "./check-order.ts";

/** Ids of values in specialField1: the customer's reference, and the waybill. */
const REFERENCE = 14;
const WAYBILL = 54;
/** Longest number of a collection document, digits. */
const LONGEST_DOCUMENT = 12;

/**
 * Writes the order of one box, with every field that the service declares, since it refuses orders
 * that lack a field.
 */
export function orderOf(request: AnnounceRequest): readonly XmlPart[] {
  const { barcode, consignment } = request;
  const { recipient, parcels, box, references, customerCodes } = consignment;
  const { desi, weightKg } = measuresOf(consignment);
  return [
    ["cargoKey", barcode],
    ["invoiceKey", invoiceKeyOf(request)],
    ["receiverCustName", recipient.name],
    ["receiverAddress", addressOf(recipient)],
    ["cityName", recipient.cityName],
    ["townName", recipient.districtName],
    ["receiverPhone1", nationalDigits(recipient.phone) ?? ""],
    ["receiverPhone2", ""],
    ["receiverPhone3", ""],
    ["emailAddress", recipient.email],
    ["taxOfficeId", ""],
    ["taxNumber", ""],
    ["taxOfficeName", ""],
    ["desi", measure(desi)],
    ["kg", measure(weightKg)],
    ["cargoCount", String(box.of > 1 ? box.of : Math.max(1, parcels.length))],
    ["waybillNo", references.waybillNumber.slice(0, LONGEST_KEY)],
    ["specialField1", specialFieldOf(references)],
    ["specialField2", ""],
    ["specialField3", ""],
    ...collectionOf(request),
    ["description", ""],
    ["orgGeoCode", ""],
    ["privilegeOrder", ""],
    ["custProdId", ""],
    ["orgReceiverCustId", customerCodes["YURTICI"] ?? ""],
  ];
}

/**
 * Returns the key of the invoice: the barcode of a single box. The boxes of an order share a key, so
 * that Yurtiçi issues one document after it has scanned the last of them.
 */
export function invoiceKeyOf({ barcode, consignment }: AnnounceRequest): string {
  const { box, references } = consignment;
  if (box.of === 1) return barcode;
  const { orderNumber } = references;
  if (orderNumber.length <= LONGEST_KEY) return orderNumber;
  const hash = createHash("sha256").update(orderNumber).digest("hex").slice(0, 8);
  return `${orderNumber.slice(0, LONGEST_KEY - 9)}-${hash}`;
}

/** Writes a measure with three decimals; "" when it is unknown. */
function measure(value: number): string {
  return value > 0 ? value.toFixed(3) : "";
}

/** Writes references as pairs of an id and a value, "14$1001#54$W1#". */
function specialFieldOf({
  orderNumber,
  reference1,
  waybillNumber,
}: Consignment["references"]): string {
  const pairs: readonly (readonly [number, string])[] = [
    [REFERENCE, reference1 === "" ? orderNumber : reference1],
    [WAYBILL, waybillNumber],
  ];
  return pairs
    .map(([id, value]) => [id, value.replace(/[$#]/g, " ").trim()] as const)
    .filter(([, value]) => value !== "")
    .map(([id, value]) => `${id}$${value}#`)
    .join("");
}

/**
 * Writes the fields of cash on delivery. The fee is on the parcel's invoice (save type 0). A card is
 * charged once (rule 1), since the recipient chose no instalments.
 */
function collectionOf(request: AnnounceRequest): readonly XmlPart[] {
  const cod = request.consignment.cashOnDelivery;
  const isCard = cod?.by === "card";
  return [
    ["ttInvoiceAmount", cod === null ? "" : moneyText(cod.amount)],
    ["ttDocumentId", cod === null ? "" : documentNumberOf(request)],
    ["ttCollectionType", cod === null ? "" : isCard ? "1" : "0"],
    ["ttDocumentSaveType", cod === null ? "" : "0"],
    ["dcSelectedCredit", isCard ? "1" : ""],
    ["dcCreditRule", isCard ? "1" : ""],
  ];
}

/**
 * Returns the number of the collection document: the barcode's last digits, which a person can
 * match; else a number that follows from the purchase, so that a repetition has the same.
 */
function documentNumberOf({ barcode, key }: AnnounceRequest): string {
  const digits = barcode.replace(/\D/g, "").slice(-LONGEST_DOCUMENT).replace(/^0+/, "");
  if (digits.length >= 6) return digits;
  const hash = createHash("sha256").update(key).digest().readUIntBE(0, 6);
  return String(10 ** (LONGEST_DOCUMENT - 1) + (hash % (9 * 10 ** (LONGEST_DOCUMENT - 1))));
}
