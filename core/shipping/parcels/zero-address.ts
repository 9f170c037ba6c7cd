/**
 * The API's answer to deleting a parcel template: an empty address with a nil id and zero dates,
 * not active.
 */
import { NIL_UUID } from "../../base/ids.ts";
import type { Address } from "../addresses/addresses.schema.ts";

const ZERO_DATE = "0001-01-01T00:00:00.000Z";

export const ZERO_ADDRESS: Address = {
  id: NIL_UUID,
  createdAt: ZERO_DATE,
  updatedAt: ZERO_DATE,
  shortName: "",
  name: "",
  email: "",
  phone: "",
  address1: "",
  address2: "",
  cityCode: "",
  cityName: "",
  city: null,
  state: "",
  zip: "",
  districtID: 0,
  districtName: "",
  district: null,
  streetID: null,
  streetName: "",
  countryCode: "",
  countryName: "",
  source: null,
  isDefaultSenderAddress: false,
  isDefaultReturnAddress: false,
  isRecipientAddress: false,
  isInvoiceAddress: false,
  isActive: false,
};
