/** Finds what Aras would refuse in an announcement, so that it is corrected before the call. */
import {
  addressOf,
  collectedLiras,
  firstFault,
  textLengths,
  turkishRecipient,
  type Check,
} from "../check-consignment.ts";
import type { Consignment } from "../consignment.ts";
import type { Refusal } from "../connection.ts";

/** Longest number of a waybill. */
export const LONGEST_WAYBILL = 16;

/** Input that is checked. The barcode is not known before the purchase. */
type Checked = { readonly barcode?: string; readonly consignment: Consignment };

/** Returns the first fault of the input; undefined when Aras accepts it as far as is known. */
export function findFault(request: Checked): Refusal | undefined {
  const { consignment } = request;
  return firstFault([
    ...ofCodes(request),
    ...turkishRecipient("Aras", consignment),
    ...ofTexts(consignment),
    ...collectedLiras("Aras", consignment),
  ]);
}

function ofCodes({ barcode, consignment: { references, isReturn } }: Checked): readonly Check[] {
  const { waybillNumber, orderNumber } = references;
  return [
    { isFault: isReturn, field: "", reason: "A return cannot be announced to Aras." },
    {
      // A query separates codes by commas.
      isFault: barcode !== undefined && !/^[\x21-\x2b\x2d-\x7e]{2,32}$/.test(barcode),
      field: "barcode",
      reason: "Aras accepts barcodes of 2 to 32 characters without spaces and commas.",
    },
    {
      isFault: waybillNumber.length > LONGEST_WAYBILL && waybillNumber !== orderNumber,
      field: "waybillNumber",
      reason: "The number of the waybill is longer than 16 characters.",
    },
  ];
}

function ofTexts({ recipient }: Consignment): readonly Check[] {
  const { name, cityName, districtName } = recipient;
  return textLengths([
    { field: "recipient.name", what: "recipient's name", text: name, most: 100 },
    {
      field: "recipient.address1",
      what: "recipient's address",
      text: addressOf(recipient),
      most: 250,
    },
    { field: "recipient.cityName", what: "recipient's city", text: cityName, most: 40 },
    {
      field: "recipient.districtName",
      what: "recipient's district",
      text: districtName,
      most: 16,
    },
  ]);
}
