/** Compares recipients: two orders are for one person when name, phone and address are the same. */
import { normalizePhone } from "../../base/phone.ts";
import { fold } from "../../base/text.ts";
import type { AddressRow } from "../../shipping/addresses/addresses.service.ts";

/** Fewest digits of a phone that identifies a recipient. */
const FEWEST_DIGITS = 7;
const INDEXED_DIGITS = 10;

/** Returns the digits by which recipients are looked up; undefined without a usable phone. */
export function phoneDigits({ phone }: Pick<AddressRow, "phone">): string | undefined {
  const digits = phone.replace(/\D/g, "").slice(-INDEXED_DIGITS);
  return digits.length < FEWEST_DIGITS ? undefined : digits;
}

/**
 * Makes a key that is equal for equal recipients: case, accents, punctuation and the form of the
 * phone do not count.
 */
export function recipientKey(address: AddressRow): string {
  const { name, phone, countryCode, cityCode, districtID, districtName } = address;
  return JSON.stringify([
    bare(name),
    normalizePhone(phone).phone,
    countryCode,
    cityCode,
    districtID,
    bare(districtName),
    bare(`${address.address1} ${address.address2}`),
  ]);
}

function bare(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
