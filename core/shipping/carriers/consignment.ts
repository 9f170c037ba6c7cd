/**
 * What every operation of a carrier gets: the shipment as it was when the operation was begun.
 * Later changes of an address or an order change no consignment.
 *
 * Three identities stay apart: our key (`shipmentID`, and the key of each operation), the code that
 * is scanned (`barcode`), and the carrier's tracking number, which some carriers give only when the
 * branch has scanned the parcel.
 */
import type { Minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";

/**
 * Where prices depend on. `cityCode`: of Turkey the plate code, two digits. `districtID`: 0 when it
 * is not known.
 */
export type Place = {
  readonly countryCode: string;
  readonly cityCode: string;
  readonly districtID: number;
};

/**
 * A sender or a recipient. Texts are empty where they are not known; a price enquiry knows the
 * place alone.
 */
export type Party = Place & {
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

/** Outer size in cm, weight in kg; 0 where none was given. */
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

export type Consignment = {
  readonly organizationID: string;
  /** Our key; "" in a price enquiry. */
  readonly shipmentID: string;
  readonly isTest: boolean;
  readonly isReturn: boolean;
  readonly sender: Party;
  readonly recipient: Party;
  /** Where an undelivered parcel goes; null: to the sender. */
  readonly returnTo: Party | null;
  readonly parcels: readonly ConsignedParcel[];
  readonly items: readonly ConsignedItem[];
  /** The recipient is not shown what is in the parcel. */
  readonly hidesContents: boolean;
  /** Collected from the recipient, minor units; null: nothing is. */
  readonly cashOnDelivery: { readonly amount: Minor; readonly currency: string } | null;
  readonly references: { readonly orderNumber: string; readonly reference1: string };
  /** When the operation was begun: which prices and taxes are in force. */
  readonly at: Instant;
};

/** A consignment that names places and one parcel alone: for price lists. */
export function priceEnquiry(enquiry: {
  readonly organizationID: string;
  readonly from: Place;
  readonly to: Place;
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
    cashOnDelivery: null,
    references: { orderNumber: "", reference1: "" },
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
