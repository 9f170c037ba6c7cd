/** Finds what Yurtiçi would refuse in an announcement, so that it is corrected before the call. */
import {
  addressOf,
  collectedLiras,
  firstFault,
  turkishRecipient,
  type Check,
} from "../check-consignment.ts";
import type { Consignment } from "../consignment.ts";
import type { Refusal } from "../connection.ts";

/**
 * Payment kind of a login. Yurtiçi has no field for it: each login has one kind, so a parcel must be
 * announced by an account of its kind.
 */
export const PAYMENTS = ["sender", "recipient", "cash", "card"] as const;
export type Payment = (typeof PAYMENTS)[number];

/** Longest barcode, invoice key and waybill number. */
export const LONGEST_KEY = 20;

/** Input that is checked. The barcode is not known before the purchase. */
type Checked = { readonly barcode?: string | undefined; readonly consignment: Consignment };

/** Returns the first fault of the input; undefined when Yurtiçi accepts it as far as is known. */
export function findFault(request: Checked, payment: Payment): Refusal | undefined {
  // A return has only a code, with which the recipient hands the parcel in.
  if (request.consignment.isReturn) return firstFault([ofBarcode(request)]);
  return firstFault([
    ...ofKeys(request),
    ...ofRecipient(request),
    ...ofPayment(request.consignment, payment),
  ]);
}

function ofKeys({ barcode, consignment }: Checked): readonly Check[] {
  const { references, box } = consignment;
  const { waybillNumber, orderNumber } = references;
  return [
    ofBarcode({ barcode }),
    {
      isFault: waybillNumber.length > LONGEST_KEY && waybillNumber !== orderNumber,
      field: "waybillNumber",
      reason: "The number of the waybill is longer than 20 characters.",
    },
    {
      isFault: box.of > 1 && orderNumber === "",
      field: "orderNumber",
      reason: "An order of several boxes needs an order number, which joins its boxes.",
    },
  ];
}

function ofBarcode({ barcode }: Pick<Checked, "barcode">): Check {
  return {
    isFault: barcode !== undefined && !/^[\x21-\x7e]{1,20}$/.test(barcode),
    field: "barcode",
    reason: "Yurtiçi accepts barcodes of 1 to 20 characters without spaces.",
  };
}

function ofRecipient({ consignment: { recipient } }: Checked): readonly Check[] {
  const letters = recipient.name.match(/\p{L}/gu)?.length ?? 0;
  const isLength = (text: string, least: number, most: number): boolean =>
    text.length >= least && text.length <= most;
  return [
    ...turkishRecipient("Yurtiçi", { recipient }),
    {
      isFault: letters < 4 || !isLength(recipient.name, 5, 200),
      field: "recipient.name",
      reason: "The recipient's name must have 5 to 200 characters, and at least 4 letters.",
    },
    {
      isFault: !isLength(addressOf(recipient), 5, 200),
      field: "recipient.address1",
      reason: "The recipient's address must have 5 to 200 characters without city and district.",
    },
    {
      isFault: !isLength(recipient.cityName, 0, 40),
      field: "recipient.cityName",
      reason: "The name of the city is longer than 40 characters.",
    },
    {
      isFault: !isLength(recipient.districtName, 0, 40),
      field: "recipient.districtName",
      reason: "The name of the district is longer than 40 characters.",
    },
  ];
}

const NEEDED: Readonly<Record<Payment, string>> = {
  sender: "parcels that the sender pays",
  recipient: "parcels that the recipient pays",
  cash: "parcels whose amount is collected in cash",
  card: "parcels whose amount is collected by card",
};

function ofPayment(consignment: Consignment, payment: Payment): readonly Check[] {
  const { cashOnDelivery: cod, payer } = consignment;
  const needed: Payment = cod === null ? payer : cod.by;
  return [
    ...collectedLiras("Yurtiçi", consignment),
    {
      isFault: needed !== payment,
      field: "account",
      reason: `This login of Yurtiçi is for ${NEEDED[payment]}. Choose an account for ${NEEDED[needed]}.`,
    },
  ];
}
