/**
 * One address: its rules, its location in canonical form, its row and its API shape. Reads nothing
 * but the geo data, the clock and the source of ids.
 *
 * Senders must meet the limits of the API. A shipment's recipient is checked field by field, since
 * each empty field has its own error code.
 */
import { AppError, type ErrorCode, errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import type { Geo } from "../geo/geo.service.ts";
import type { DefaultAddresses } from "../../organizations/organizations.service.ts";
import type { Address, AddressInput } from "./addresses.schema.ts";
import type { AddressRow } from "./addresses.store.ts";

export type ResolvedPlace = Pick<
  AddressInput,
  "countryCode" | "cityCode" | "cityName" | "districtName" | "state"
> & { districtID: number };

type PlaceCodes = {
  readonly country: ErrorCode;
  readonly city: ErrorCode;
  readonly district: ErrorCode;
};

const RECIPIENT_CODES: PlaceCodes = { country: "E1131", city: "E1130", district: "E1132" };
const PLAIN_CODES: PlaceCodes = { country: "E1085", city: "E1085", district: "E1085" };

/**
 * Checks a sender.
 *
 * @throws AppError E1085 naming the field.
 */
export function checkSender(geo: Geo, input: AddressInput): ResolvedPlace {
  if (input.name.length < 4)
    throw errors.badRequest("name: a sender's name must have at least 4 characters.");
  if (!/^\+90\d{10}$/.test(input.phone))
    throw errors.badRequest(
      "phone: a sender's phone must start with +90 and have 13 characters without spaces, such as +905051234567.",
    );
  if (input.address1 === "") throw errors.badRequest("address1: must not be empty.");
  return resolvePlace(geo, input, PLAIN_CODES);
}

/**
 * Checks a recipient of POST /addresses.
 *
 * @param needs.email False for a recipient who may have no e-mail, such as one of an address file
 * or an order.
 * @throws AppError E1085 naming the field.
 */
export function checkSavedRecipient(
  geo: Geo,
  input: AddressInput,
  needs: { readonly email: boolean } = { email: true },
): ResolvedPlace {
  for (const field of ["name", "email", "phone", "address1"] as const) {
    if (input[field] === "" && (field !== "email" || needs.email))
      throw errors.badRequest(`${field}: must not be empty.`);
  }
  return resolvePlace(geo, input, PLAIN_CODES);
}

/**
 * Checks a recipient inside a shipment.
 *
 * @param needs.email Whether this form of the request requires an e-mail.
 * @throws AppError E1129 to E1136
 */
export function checkRecipient(
  geo: Geo,
  input: AddressInput,
  needs: { readonly email: boolean },
): ResolvedPlace {
  if (input.name === "") throw errors.recipientNameEmpty();
  if (input.phone === "") throw errors.recipientPhoneEmpty();
  if (needs.email && input.email === "") throw errors.recipientEmailEmpty();
  if (input.address1 === "") throw errors.recipientAddressEmpty();
  return resolvePlace(geo, input, RECIPIENT_CODES);
}

function resolvePlace(geo: Geo, input: AddressInput, codes: PlaceCodes): ResolvedPlace {
  const { countryCode } = input;
  if (countryCode === "")
    throw new AppError(
      codes.country,
      "countryCode: must not be empty; it is an ISO 3166 alpha-2 code, such as TR.",
    );
  if (!geo.hasCountry(countryCode))
    throw new AppError(
      codes.country,
      `countryCode: ${countryCode} is not an ISO 3166 alpha-2 code.`,
    );
  if (input.cityCode === "" && input.cityName === "")
    throw new AppError(codes.city, "cityCode or cityName: one of the two must be given.");

  const city =
    geo.findCity(countryCode, { code: input.cityCode }) ??
    geo.findCity(countryCode, { name: input.cityName });
  if (city === undefined && countryCode === "TR") {
    throw new AppError(
      codes.city,
      `cityCode, cityName: no province of Turkey is called "${input.cityCode || input.cityName}". See GET /cities?countryCode=TR.`,
    );
  }
  const cityCode = city?.cityCode ?? input.cityCode;
  const cityName = city?.name ?? input.cityName;
  if (geo.listDistricts(countryCode, cityCode).length === 0) {
    return {
      countryCode,
      cityCode,
      cityName,
      districtName: input.districtName,
      districtID: 0,
      state: input.state,
    };
  }
  if (input.districtID === undefined && input.districtName === "")
    throw new AppError(codes.district, "districtName or districtID: one of the two must be given.");
  const byID =
    input.districtID === undefined
      ? undefined
      : geo.findDistrict(countryCode, cityCode, { id: input.districtID });
  const district = byID ?? geo.findDistrict(countryCode, cityCode, { name: input.districtName });
  if (district === undefined) {
    const given = input.districtName === "" ? String(input.districtID) : input.districtName;
    throw new AppError(
      codes.district,
      `districtName, districtID: ${cityName} has no district "${given}". See GET /districts?countryCode=TR&cityCode=${cityCode}.`,
    );
  }
  return {
    countryCode,
    cityCode,
    cityName,
    districtName: district.name,
    districtID: district.districtID,
    state: input.state,
  };
}

/** Makes the row of a checked address; writes nothing. */
export function makeAddress(
  deps: Pick<ShippingDeps, "now" | "newId">,
  { organizationID, memberID }: Pick<Actor, "organizationID" | "memberID">,
  input: AddressInput,
  place: ResolvedPlace,
  as: { isRecipient: boolean; isSaved: boolean },
): AddressRow {
  const now = deps.now();
  return {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID,
    shortName: as.isRecipient ? "" : input.shortName,
    ...addressColumns(input, place),
    isRecipient: as.isRecipient ? 1 : 0,
    isSaved: as.isSaved ? 1 : 0,
    isActive: 1,
    createdBy: memberID,
  };
}

/**
 * Converts a form to the columns of an address.
 *
 * @param place Result of the form's check.
 */
export function addressColumns(input: AddressInput, place: ResolvedPlace) {
  return {
    name: input.name,
    email: input.email,
    phone: input.phone,
    address1: input.address1,
    address2: input.address2,
    countryCode: place.countryCode,
    cityCode: place.cityCode,
    cityName: place.cityName,
    districtID: place.districtID,
    districtName: place.districtName,
    streetName: input.streetName,
    state: place.state,
    zip: input.zip,
  };
}

/**
 * Returns whether an actor may see an address. Everybody sees the address book. A limitedAccessUser
 * sees a recipient that was given inside a shipment only if this member created it.
 */
export function maySeeAddress(actor: Actor, row: AddressRow): boolean {
  return (
    row.isSaved === 1 || actor.role !== "limitedAccessUser" || row.createdBy === actor.memberID
  );
}

/**
 * Presents an address in the API's shape.
 *
 * @param defaults Default addresses of the organization; a caller that presents many addresses
 *   reads them once.
 */
export function presentAddress(
  deps: Pick<ShippingDeps, "geo">,
  row: AddressRow,
  defaults: DefaultAddresses,
): Address {
  const city =
    row.cityCode === "" ? undefined : deps.geo.findCity(row.countryCode, { code: row.cityCode });
  const district =
    row.districtID === 0
      ? undefined
      : deps.geo.findDistrict(row.countryCode, row.cityCode, { id: row.districtID });
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    shortName: row.shortName,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address1: row.address1,
    address2: row.address2,
    cityCode: row.cityCode,
    cityName: row.cityName,
    city: city ?? null,
    state: row.state,
    zip: row.zip,
    districtID: row.districtID,
    districtName: row.districtName,
    district: district ?? null,
    streetID: null,
    streetName: row.streetName,
    countryCode: row.countryCode,
    countryName: deps.geo.countryName(row.countryCode),
    source: null,
    isDefaultSenderAddress: defaults.sender === row.id,
    isDefaultReturnAddress: defaults.return === row.id,
    isRecipientAddress: row.isRecipient === 1,
    isInvoiceAddress: defaults.invoice === row.id,
    isActive: row.isActive === 1,
  };
}
