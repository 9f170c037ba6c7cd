/**
 * Shape of a purchase snapshot: addresses, offer and label text, frozen when a label is bought.
 * Also defines the usual values, which are not stored, and erases a snapshot.
 */
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import type { FrozenRule } from "../offers/chosen-rule.schema.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";

export type LabelText = {
  readonly shipmentNumber: number;
  readonly orderNumber: string;
  readonly reference: string;
  readonly desi: string;
  readonly weightKg: string;
  /** Item texts; empty when the sender hides the contents. */
  readonly contents: readonly string[];
  /**
   * Amount that is collected on delivery, such as "150.00" and "TL", in cash unless `by` is "card";
   * null when nothing is collected.
   */
  readonly cashOnDelivery: {
    readonly amount: string;
    readonly currency: string;
    readonly by?: "card";
  } | null;
  /** Who pays the carrier. */
  readonly payer: "sender" | "recipient";
  readonly test: boolean;
  /** Whether the label was bought at a sample price: such a label must not be shipped. */
  readonly isSample: boolean;
  readonly isReturn: boolean;
  /**
   * Number of the box, and count of the order's boxes that were known at the purchase: 1 of 1 for
   * an order in one box.
   */
  readonly boxNo: number;
  readonly boxCount: number;
  /** Shipments of other orders of the recipient whose items are in this parcel. */
  readonly joined: readonly string[];
  /** Numbers of the orders' invoices; "" without one. */
  readonly invoiceNumber: string;
  /** Sender's note to those who handle the parcel. */
  readonly note: string;
  readonly arePhonesMasked: boolean;
  /** Sender's stored logo; "" without a logo. */
  readonly logoID: string;
  /** Layout with its version, as in "standard@1"; the label is always drawn with this version. */
  readonly layout: string;
  readonly createdAt: string;
};

/**
 * A snapshot. `isErased`: the personal data was erased; names, texts and addresses are empty except
 * for the recipient's district and province, and the offer is complete.
 */
export type PurchaseSnapshot = FrozenAddresses & {
  readonly offer: StoredOffer;
  readonly label: LabelText;
  /** The rule that chose the offer; null when a person or a program chose it. */
  readonly rule: FrozenRule | null;
  readonly isErased: boolean;
};

/** Usual values of an address, which a stored address leaves out. */
export const EMPTY_ADDRESS: AddressRow = {
  id: "",
  createdAt: "",
  updatedAt: "",
  organizationID: "",
  createdBy: "",
  shortName: "",
  name: "",
  email: "",
  phone: "",
  address1: "",
  address2: "",
  countryCode: "TR",
  cityCode: "",
  cityName: "",
  districtID: 0,
  districtName: "",
  streetName: "",
  state: "",
  zip: "",
  isRecipient: 0,
  isSaved: 0,
  isActive: 1,
};

/**
 * Usual values of an offer, which a stored offer leaves out; also shown on a label preview before
 * any carrier made an offer.
 */
export const EMPTY_OFFER: StoredOffer = {
  id: "",
  createdAt: "",
  organizationID: "",
  shipmentID: "",
  requestNo: 0,
  parentOfferID: null,
  scheduleDate: null,
  carrierID: "",
  providerCode: "",
  providerServiceCode: "",
  serviceName: "",
  providerAccountID: null,
  providerAccountName: null,
  amountMinor: 0,
  taxMinor: 0,
  vatMinor: 0,
  totalMinor: 0,
  estimatedHours: 0,
  promisedOn: "",
  durationTerms: "",
  rating: 0,
  expiresAt: null,
  details: "{}",
  priceLines: "",
};

/**
 * Usual values of a label text, which a stored label text leaves out. The layout here is always the
 * layout of the first labels, whichever version is the newest.
 */
export const EMPTY_LABEL: LabelText = {
  shipmentNumber: 0,
  orderNumber: "",
  reference: "",
  desi: "",
  weightKg: "",
  contents: [],
  cashOnDelivery: null,
  payer: "sender",
  test: false,
  isSample: false,
  isReturn: false,
  boxNo: 1,
  boxCount: 1,
  joined: [],
  invoiceNumber: "",
  note: "",
  arePhonesMasked: false,
  logoID: "",
  layout: "standard@1",
  createdAt: "",
};

/** Replaces a snapshot that cannot be read. */
export const ERASED: PurchaseSnapshot = {
  sender: EMPTY_ADDRESS,
  recipient: EMPTY_ADDRESS,
  return: null,
  offer: EMPTY_OFFER,
  label: EMPTY_LABEL,
  rule: null,
  isErased: true,
};

/**
 * Removes the personal data from a snapshot. Keeps province and district of the recipient for
 * counts, the offer with its prices, and those fields of the label that identify no person.
 */
export function erased({ recipient, offer, label, rule }: PurchaseSnapshot): PurchaseSnapshot {
  const { countryCode, cityCode, cityName, districtID, districtName, isRecipient } = recipient;
  // Lists the fields to keep, so that a field added later is erased.
  const {
    shipmentNumber,
    desi,
    weightKg,
    cashOnDelivery,
    payer,
    test,
    isSample,
    isReturn,
    boxNo,
    boxCount,
    joined,
    arePhonesMasked,
    layout,
    createdAt,
  } = label;
  return {
    sender: EMPTY_ADDRESS,
    recipient: {
      ...EMPTY_ADDRESS,
      countryCode,
      cityCode,
      cityName,
      districtID,
      districtName,
      isRecipient,
      createdAt,
    },
    return: null,
    offer,
    label: {
      ...EMPTY_LABEL,
      shipmentNumber,
      desi,
      weightKg,
      cashOnDelivery,
      payer,
      test,
      isSample,
      isReturn,
      boxNo,
      boxCount,
      joined,
      arePhonesMasked,
      layout,
      createdAt,
    },
    rule,
    isErased: true,
  };
}
