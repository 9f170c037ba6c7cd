/** Converts one row of an address file to an address, or lists its faults. */
import { checkSavedRecipient, checkSender, type ResolvedPlace } from "../addresses/address.ts";
import { addressInputSchema, type AddressInput } from "../addresses/addresses.schema.ts";
import { repairAddress } from "../addresses/repair/repair-address.ts";
import { AppError, isAppError } from "../../base/errors.ts";
import { isShortPhone, normalizePhone } from "../../base/phone.ts";
import type { Geo } from "../geo/geo.service.ts";
import type { AddressColumn } from "./address-columns.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { NamedCode } from "./reject-row.ts";
import { sentenceOf } from "./row-reasons.schema.ts";
import { START, type TableRow } from "./read-csv.ts";

type Headings = Readonly<Partial<Record<AddressColumn, string>>>;
type Checked =
  | { readonly input: AddressInput; readonly place: ResolvedPlace; readonly isRepaired: boolean }
  | { readonly faults: readonly RejectedRow[] };

const FIRST_HEADINGS: Readonly<Record<AddressColumn, string>> = {
  name: "Ad Soyad",
  phone: "Telefon",
  email: "E-posta",
  address: "Adres",
  address2: "Adres 2",
  district: "İlçe",
  city: "İl",
  zip: "Posta kodu",
  country: "Ülke",
  shortName: "Kısa ad",
};

/**
 * Checks a row.
 *
 * @param isRecipient False: a sender, with stricter rules for name and telephone.
 * @returns The row's address, or all faults that can be found in one pass.
 */
export function checkRow(
  geo: Geo,
  headings: Headings,
  row: TableRow<AddressColumn>,
  isRecipient: boolean,
): Checked {
  const cell = (column: AddressColumn): string => row.cells[column] ?? "";
  const fault: Fault = (column, code, detail = "") => ({
    line: row.line,
    column: column === undefined ? "" : (headings[column] ?? FIRST_HEADINGS[column]),
    value: column === undefined ? row.start : cell(column).slice(0, START),
    code,
    ...(detail === "" ? {} : { detail }),
    reason: sentenceOf("en", code, detail),
  });
  if (row.isBroken) return { faults: [fault(undefined, "OPEN_QUOTE")] };
  const { phone } = normalizePhone(cell("phone"));
  const faults = fieldFaults(cell, phone, isRecipient, fault);
  const place = placeOf(geo, cell);
  const parsed = addressInputSchema.safeParse({
    ...place,
    phone,
    name: cell("name"),
    email: cell("email"),
    address2: cell("address2"),
    zip: cell("zip"),
    shortName: cell("shortName"),
  });
  if (!parsed.success) {
    const column = columnOf(parsed.error.issues[0]?.path[0]);
    return {
      faults: [...faults, fault(column, column === "country" ? "UNKNOWN_COUNTRY" : "LONG_TEXT")],
    };
  }
  // Empty fields were reported above; this check covers only the location.
  const whole = {
    ...parsed.data,
    name: parsed.data.name || "____",
    phone: isRecipient ? phone || "-" : "+905000000000",
    address1: parsed.data.address1 || "-",
  };
  try {
    const resolved = isRecipient
      ? checkSavedRecipient(geo, whole, { email: false })
      : checkSender(geo, { ...whole, name: "____" });
    return faults.length > 0
      ? { faults }
      : { input: parsed.data, place: resolved, isRepaired: place.isRepaired };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { faults: [...faults, placeFault(error, cell, fault)] };
  }
}

type Fault = (column: AddressColumn | undefined, code: NamedCode, detail?: string) => RejectedRow;

/** Lists missing or invalid values in name, phone and address. */
function fieldFaults(
  cell: (column: AddressColumn) => string,
  phone: string,
  isRecipient: boolean,
  fault: Fault,
): RejectedRow[] {
  const faults: RejectedRow[] = [];
  if (cell("name") === "") faults.push(fault("name", "EMPTY_NAME"));
  else if (!isRecipient && cell("name").length < 4) faults.push(fault("name", "SHORT_NAME"));
  if (phone === "") faults.push(fault("phone", "EMPTY_PHONE"));
  else if (!isRecipient && !/^\+90\d{10}$/.test(phone)) faults.push(fault("phone", "BAD_PHONE"));
  else if (isShortPhone(phone)) faults.push(fault("phone", "SHORT_PHONE"));
  if (cell("address") === "") faults.push(fault("address", "EMPTY_ADDRESS"));
  return faults;
}

/** Finds the column of a field. @param field Field of an address. */
function columnOf(field: PropertyKey | undefined): AddressColumn | undefined {
  switch (field) {
    case "address1":
      return "address";
    case "cityName":
      return "city";
    case "districtName":
      return "district";
    case "countryCode":
      return "country";
    default:
      return (["name", "phone", "email", "address2", "zip", "shortName"] as const).find(
        (name) => name === field,
      );
  }
}

function placeFault(
  error: AppError,
  cell: (column: AddressColumn) => string,
  fault: Fault,
): RejectedRow {
  if (error.message.startsWith("countryCode")) return fault("country", "UNKNOWN_COUNTRY");
  if (error.message.startsWith("city"))
    return fault("city", cell("city") === "" ? "EMPTY_CITY" : "UNKNOWN_CITY");
  return cell("district") === ""
    ? fault("district", "EMPTY_DISTRICT")
    : fault("district", "UNKNOWN_DISTRICT", cell("city"));
}

/**
 * Finds the province and district of a row. If one of them is missing or unknown, reads both from
 * the whole address, if this leads to a single district that does not contradict the row's city.
 */
function placeOf(geo: Geo, cell: (column: AddressColumn) => string) {
  const written = {
    address1: cell("address"),
    countryCode: cell("country") === "" ? "TR" : countryCode(cell("country")),
    cityName: cell("city"),
    districtName: cell("district"),
  };
  const city = geo.findCity("TR", { name: written.cityName });
  const isKnown =
    city !== undefined &&
    geo.findDistrict("TR", city.cityCode, { name: written.districtName }) !== undefined;
  if (written.countryCode !== "TR" || isKnown) return { ...written, isRepaired: false };
  const found = repairAddress(
    geo,
    `${written.address1}, ${written.districtName} ${written.cityName}`,
  );
  // An unknown city in the row is replaced only if it is a short name or a misspelt name.
  const isRead =
    written.cityName === "" ||
    city !== undefined ||
    found.guesses.some(
      ({ field, why }) => field === "city" && (why === "SHORT_NAME" || why === "MISSPELT"),
    );
  const fits =
    found.districtID !== 0 && isRead && (city === undefined || city.cityCode === found.cityCode);
  if (!fits) return { ...written, isRepaired: false };
  return {
    ...written,
    address1: found.address1 === "" ? written.address1 : found.address1,
    cityName: found.cityName,
    districtName: found.districtName,
    isRepaired: true,
  };
}

function countryCode(text: string): string {
  return /^t[uü]rkiye$|^turkey$/i.test(text)
    ? "TR"
    : text.toUpperCase().slice(0, 2) === text.toUpperCase()
      ? text.toUpperCase()
      : text;
}
