/** Translates our purchases to DHL's orders. */
import { moneyText } from "../../../base/money.ts";
import { nationalDigits } from "../../../base/phone.ts";
import { addressOf, measuresOf } from "../check-consignment.ts";
import type { Consignment, Party } from "../consignment.ts";
import type { ConnectionSettings } from "../connection.schema.ts";
import { pieceBarcodeOf } from "./reference.ts";

/** DHL's numbers of a party's province and district. */
export type PlaceCodes = { readonly cityCode: number; readonly districtCode: number };

const STANDARD_SERVICE = 1;
const PACKAGE = 3;
const TO_ADDRESS = 1;
const LONGEST_CONTENT = 100;
const LONGEST_WAYBILL = 30;
/** Number with a valid checksum that belongs to nobody. */
export const NO_TAX_NUMBER = "11111111110";

/** Writes the order of one box. Each box is an order, because each box has a label. */
export function orderOf(
  reference: string,
  consignment: Consignment,
  place: PlaceCodes,
  settings: ConnectionSettings,
): unknown {
  return {
    ...orderParts(reference, consignment),
    recipient: partyOf(consignment.recipient, place, settings),
  };
}

/** Writes the order of a return, whose shipper is the recipient of the earlier parcel. */
export function returnOf(
  reference: string,
  consignment: Consignment,
  place: PlaceCodes,
  settings: ConnectionSettings,
): unknown {
  return {
    ...orderParts(reference, consignment),
    shipper: partyOf(consignment.sender, place, settings),
  };
}

/** Writes the request for the label of an order. */
export function barcodeRequestOf(reference: string, consignment: Consignment): unknown {
  return {
    referenceId: reference,
    billOfLandingId: waybillOf(consignment),
    ...collectionOf(consignment),
    packagingType: PACKAGE,
    // Otherwise an order whose branch is not found gets a barcode of its reference as a label.
    printReferenceBarcodeOnError: 0,
    message: "",
    additionalContent1: "",
    additionalContent2: "",
    additionalContent3: "",
    additionalContent4: "",
    orderPieceList: piecesOf(reference, consignment),
  };
}

/** Writes a party. `customerId` is left out: DHL refuses it together with a name. */
export function partyOf(
  party: Party,
  { cityCode, districtCode }: PlaceCodes,
  settings: ConnectionSettings,
): unknown {
  return {
    refCustomerId: "",
    cityCode,
    cityName: party.cityName,
    districtCode,
    districtName: party.districtName,
    address: addressOf(party),
    bussinessPhoneNumber: "",
    email: party.email || (settings["recipientEmail"] ?? ""),
    taxOffice: "",
    taxNumber: settings["recipientTaxNumber"] || NO_TAX_NUMBER,
    fullName: party.name,
    homePhoneNumber: "",
    mobilePhoneNumber: nationalDigits(party.phone) ?? "",
  };
}

function orderParts(reference: string, consignment: Consignment): object {
  const { references, payer, isReturn } = consignment;
  const content = contentOf(consignment);
  return {
    order: {
      referenceId: reference,
      // DHL requires the reference as the barcode of the order.
      barcode: reference,
      billOfLandingId: waybillOf(consignment),
      ...collectionOf(consignment),
      shipmentServiceType: STANDARD_SERVICE,
      packagingType: PACKAGE,
      content,
      smsPreference1: 0,
      smsPreference2: 0,
      smsPreference3: 0,
      paymentType: payer === "recipient" && !isReturn ? 2 : 1,
      deliveryType: TO_ADDRESS,
      description: references.orderNumber === "" ? reference : references.orderNumber,
      marketPlaceShortCode: "",
      marketPlaceSaleCode: "",
    },
    orderPieceList: piecesOf(reference, consignment),
  };
}

/** Writes whether money is collected. DHL has no field for cash or card. */
function collectionOf({ cashOnDelivery: cod }: Consignment): object {
  return {
    isCOD: cod === null ? 0 : 1,
    codAmount: cod === null ? 0 : Number(moneyText(cod.amount)),
  };
}

function piecesOf(reference: string, consignment: Consignment): readonly unknown[] {
  const { desi, weightKg } = measuresOf(consignment);
  return [
    {
      barcode: pieceBarcodeOf(reference),
      desi: wholeOf(desi),
      kg: wholeOf(weightKg),
      content: contentOf(consignment),
    },
  ];
}

/** Rounds a measure up; 1 for an unknown measure, because DHL requires one and measures itself. */
function wholeOf(measure: number): number {
  return Math.max(1, Math.ceil(measure));
}

function contentOf({ items, hidesContents }: Consignment): string {
  const titles = hidesContents ? "" : items.map(({ title }) => title).join(", ");
  return titles.slice(0, LONGEST_CONTENT).trim() || "Paket";
}

/** Keeps the end of a long number, because the ends of numbers differ most. */
function waybillOf({ references }: Consignment): string {
  return references.waybillNumber.slice(-LONGEST_WAYBILL);
}
