/** Finds what PTT would refuse in an announcement, so that it is corrected before the call. */
import { numberIn } from "../barcode.schema.ts";
import {
  addressOf,
  collectedLiras,
  firstFault,
  textLengths,
  turkishRecipient,
  type Check,
  type LimitedText,
} from "../check-consignment.ts";
import type { Consignment, Party } from "../consignment.ts";
import type { PickupRequest, Refusal } from "../connection.ts";
import { nationalDigits } from "../../../base/phone.ts";

/** Barcodes: 12 digits of an allotted range, and PTT's check digit. */
const BARCODE = { prefix: "", width: 12, checkDigit: "ptt" } as const;

/** Input that is checked. The barcode is not known before the purchase. */
type Checked = { readonly barcode?: string; readonly consignment: Consignment };

/**
 * Returns the first fault of the input; undefined when PTT accepts it as far as is known.
 *
 * @param payoutAccount Account at PTT to which collected money is paid; "" when it has none.
 */
export function findFault(
  { barcode, consignment }: Checked,
  payoutAccount: string,
): Refusal | undefined {
  const { recipient, returnTo, isReturn } = consignment;
  return firstFault([
    {
      isFault: isReturn,
      field: "",
      reason: "A return is not announced to PTT: it needs another customer number.",
    },
    {
      isFault: barcode !== undefined && numberIn(BARCODE, barcode) === undefined,
      field: "account",
      reason:
        "PTT accepts only barcodes of 12 digits of its range and PTT's check digit. Correct the form of the barcodes in the agreement.",
    },
    ...turkishRecipient("PTT", consignment),
    ...textLengths(textsOf("recipient", recipient)),
    ...(returnTo === null ? [] : textLengths(textsOf("returnTo", returnTo))),
    ...ofCash(consignment, payoutAccount),
  ]);
}

function textsOf(role: "recipient" | "returnTo", party: Party): readonly LimitedText[] {
  const whose = role === "recipient" ? "recipient's" : "return address's";
  const limits = [
    ["name", "name", party.name, 5, 100],
    ["address1", "address", addressOf(party), 5, 255],
    ["cityName", "city", party.cityName, 3, 100],
    ["districtName", "district", party.districtName, 3, 100],
  ] as const;
  return limits.map(([field, what, text, least, most]) => ({
    field: `${role}.${field}`,
    what: `${whose} ${what}`,
    text,
    least,
    most,
  }));
}

function ofCash(consignment: Consignment, payoutAccount: string): readonly Check[] {
  const { cashOnDelivery: cod } = consignment;
  return [
    ...collectedLiras("PTT", consignment),
    {
      isFault: cod?.by === "card",
      field: "cashOnDelivery",
      reason: "PTT's service has no collection by card.",
    },
    {
      isFault: cod !== null && payoutAccount === "",
      field: "account",
      reason:
        "Cash on delivery needs the number of the payout account at PTT. Enter it in the connection.",
    },
  ];
}

/** Returns the first fault of an order for a collection; undefined without a fault. */
export function findPickupFault({ pieces, sender }: PickupRequest): Refusal | undefined {
  const { name, cityName, districtName } = sender;
  return firstFault([
    {
      isFault: !Number.isInteger(pieces) || pieces < 1,
      field: "pieces",
      reason: "A collection needs at least one parcel.",
    },
    {
      isFault: nationalDigits(sender.phone) === undefined,
      field: "sender.phone",
      reason: "The sender's phone must be a Turkish number of 10 digits.",
    },
    ...textLengths([
      { field: "sender.name", what: "sender's name", text: name, most: 50 },
      { field: "sender.address1", what: "sender's address", text: addressOf(sender), most: 255 },
      { field: "sender.cityName", what: "sender's city", text: cityName, most: 30 },
      { field: "sender.districtName", what: "sender's district", text: districtName, most: 30 },
    ]),
  ]);
}
