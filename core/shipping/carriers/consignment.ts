/**
 * Input of a carrier's operations: the shipment as it was at the start of the operation. Later
 * changes of an address or an order do not change it.
 *
 * Three identifiers differ: our key (`shipmentID`, and the key of each operation), the code that is
 * scanned (`barcode`), and the carrier's tracking number, which some carriers assign only after the
 * branch has scanned the parcel.
 */
import type { Minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";

/**
 * Location on which prices depend. `cityCode`: in Turkey the plate code, two digits. `districtID`:
 * 0 when unknown.
 */
export type ConsignedPlace = {
  readonly countryCode: string;
  readonly cityCode: string;
  readonly districtID: number;
};

/** A sender or a recipient. Unknown texts are empty; a price enquiry has only the location. */
export type Party = ConsignedPlace & {
  readonly name: string;
  readonly email: string;
  /** E.164: "+905551112233". */
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly cityName: string;
  readonly districtName: string;
  readonly state: string;
  readonly zip: string;
};

/** Outer size in cm, weight in kg; 0 where not given. */
export type ConsignedParcel = {
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
  readonly weightKg: number;
};

export type ConsignedItem = {
  readonly title: string;
  readonly variantTitle: string;
  readonly quantity: number;
  readonly sku: string;
};

export type Payer = "sender" | "recipient";
export type CollectsBy = "cash" | "card";

export type Consignment = {
  readonly organizationID: string;
  /** Our key; "" in a price enquiry. */
  readonly shipmentID: string;
  readonly isTest: boolean;
  readonly isReturn: boolean;
  readonly sender: Party;
  readonly recipient: Party;
  /** Address to which undelivered parcels return; null: the sender's. */
  readonly returnTo: Party | null;
  readonly parcels: readonly ConsignedParcel[];
  readonly items: readonly ConsignedItem[];
  /** Whether the label hides the contents. */
  readonly hidesContents: boolean;
  /** Who pays the carrier for the parcel. */
  readonly payer: Payer;
  /**
   * Amount collected from the recipient, in minor units, and how; null without cash on delivery.
   */
  readonly cashOnDelivery: {
    readonly amount: Minor;
    readonly currency: string;
    readonly by: CollectsBy;
  } | null;
  /** Value of the contents that is declared to the carrier, minor units; null: none. */
  readonly declaredValue: Minor | null;
  readonly references: {
    readonly orderNumber: string;
    readonly reference1: string;
    /** Number of the waybill; the order number when the order has none. */
    readonly waybillNumber: string;
  };
  /** Number of the box among the boxes of its order. */
  readonly box: { readonly no: number; readonly of: number };
  /** The recipient's customer codes at carriers, by the carrier's provider code. */
  readonly customerCodes: Readonly<Record<string, string>>;
  /**
   * Organizations that have asked for this parcel's prices, each at the next one; absent: nobody
   * but this station's own users.
   */
  readonly askedBy?: readonly string[];
  /** Where the order came from, and its merchant; absent: not known. */
  readonly origin?: { readonly source: string; readonly merchant: string };
  /** Label that a return brings back; absent: no return, or its label is not known. */
  readonly original?: OriginalLabel;
  /** Start of the operation; the prices and taxes in force at this time apply. */
  readonly at: Instant;
};

/** Label of the parcel that a return brings back, with the details of its offer. */
export type OriginalLabel = {
  readonly accountID: string | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

/** Makes a consignment with only locations and one parcel, for price lists. */
export function priceEnquiry(enquiry: {
  readonly organizationID: string;
  readonly from: ConsignedPlace;
  readonly to: ConsignedPlace;
  readonly parcel: ConsignedParcel;
  readonly at: Instant;
}): Consignment {
  const { organizationID, from, to, parcel, at } = enquiry;
  return {
    organizationID,
    shipmentID: "",
    isTest: false,
    isReturn: false,
    sender: { ...UNNAMED, ...from },
    recipient: { ...UNNAMED, ...to },
    returnTo: null,
    parcels: [parcel],
    items: [],
    hidesContents: false,
    payer: "sender",
    cashOnDelivery: null,
    declaredValue: null,
    references: { orderNumber: "", reference1: "", waybillNumber: "" },
    box: { no: 1, of: 1 },
    customerCodes: {},
    at,
  };
}

const UNNAMED = {
  name: "",
  email: "",
  phone: "",
  address1: "",
  address2: "",
  cityName: "",
  districtName: "",
  state: "",
  zip: "",
};
