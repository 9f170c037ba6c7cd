/** Translates our announcements to Aras's orders. */
import { moneyText } from "../../../base/money.ts";
import { nationalDigits } from "../../../base/phone.ts";
import type { XmlPart } from "../../../base/xml/xml.ts";
import { addressOf, measuresOf } from "../check-consignment.ts";
import type { AnnounceRequest } from "../connection.ts";
import { LONGEST_WAYBILL } from "./check-order.ts";

const LONGEST_SPECIAL_FIELD = 200;
/** Digits and point of a piece's measure. */
const LONGEST_MEASURE = 6;

/**
 * Writes the order of one box, with every field in the order of the service's description, without
 * the login. Each box is an order, because each box has a label and a barcode of ours; the barcode is
 * also the code by which Aras finds the order. Aras's invoice number stays empty: an order has none.
 */
export function orderOf({ barcode, consignment }: AnnounceRequest): readonly XmlPart[] {
  const { recipient, references, payer, cashOnDelivery: cod } = consignment;
  const { desi, weightKg } = measuresOf(consignment);
  return [
    ["TradingWaybillNumber", waybillOf(references.waybillNumber || barcode)],
    ["InvoiceNumber", ""],
    ["ReceiverName", recipient.name],
    ["ReceiverAddress", addressOf(recipient)],
    ["ReceiverPhone1", nationalDigits(recipient.phone) ?? ""],
    ...empty("ReceiverPhone2", "ReceiverPhone3"),
    ["ReceiverCityName", recipient.cityName],
    ["ReceiverTownName", recipient.districtName],
    ["VolumetricWeight", known(desi).toFixed(3)],
    ["Weight", known(weightKg).toFixed(3)],
    ["PieceCount", "1"],
    ["SpecialField1", references.orderNumber.slice(0, LONGEST_SPECIAL_FIELD)],
    ...empty("SpecialField2", "SpecialField3"),
    // Without collection the service still accepts only these values.
    ["CodAmount", cod === null ? "0" : moneyText(cod.amount)],
    ["CodCollectionType", cod?.by === "card" ? "1" : "0"],
    ["CodBillingType", "0"],
    ["IntegrationCode", barcode],
    ...empty("Description", "TaxNumber", "TtDocumentId", "TaxOffice", "PrivilegeOrder"),
    ...empty("Country", "CountryCode", "CityCode", "TownCode", "ReceiverDistrictName"),
    ...empty("ReceiverQuarterName", "ReceiverAvenueName", "ReceiverStreetName"),
    ["PayorTypeCode", payer === "recipient" ? "2" : "1"],
    ["IsWorldWide", "0"],
    ["IsCod", cod === null ? "0" : "1"],
    ["UnitID", ""],
    ["PieceDetails", [["PieceDetail", pieceOf(barcode, desi, weightKg)]]],
    ["SenderAccountAddressId", ""],
  ];
}

function pieceOf(barcode: string, desi: number, weightKg: number): readonly XmlPart[] {
  return [
    ["VolumetricWeight", shortMeasure(desi)],
    ["Weight", shortMeasure(weightKg)],
    ["BarcodeNumber", barcode],
    ...empty("ProductNumber", "Description"),
  ];
}

/** Keeps the end of a long order number, which is used without a waybill; its end differs most. */
function waybillOf(number: string): string {
  return number.slice(-LONGEST_WAYBILL);
}

function empty(...names: readonly string[]): readonly XmlPart[] {
  return names.map((name) => [name, ""]);
}

/**
 * Returns a measure; 1 for an unknown measure, because Aras refuses pieces without measures, and
 * measures parcels itself.
 */
function known(measure: number): number {
  return measure > 0 ? measure : 1;
}

/** Writes a measure with at most three decimals in six characters. */
function shortMeasure(measure: number): string {
  const whole = Math.trunc(known(measure)).toString().length;
  return known(measure).toFixed(Math.min(3, Math.max(0, LONGEST_MEASURE - 1 - whole)));
}
