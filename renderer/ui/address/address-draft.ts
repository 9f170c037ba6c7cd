/**
 * An address while it is being typed: the form's values, the body for the API, and wrong or unusual
 * values. Pure.
 */
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { Repaired } from "../../../core/shipping/addresses/repair/repair.schema.ts";
import { normalizePhone } from "../../../core/base/phone.ts";
import { fold } from "../../../core/base/text.ts";

export type DraftPlace = {
  readonly cityCode: string;
  readonly cityName: string;
  readonly districtID: number;
  readonly districtName: string;
};

export type AddressDraft = {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** null until a district is chosen. */
  readonly place: DraftPlace | null;
  readonly neighbourhood: string;
  /** The line without the neighbourhood. */
  readonly line: string;
  readonly address2: string;
  readonly zip: string;
};
export type DraftField = keyof AddressDraft;

/**
 * Kind of address, which decides the validation rules. `order`: a recipient of one shipment, whose
 * e-mail may be empty.
 */
export type AddressKind = "recipient" | "sender" | "order";

export const EMPTY_DRAFT: AddressDraft = {
  name: "",
  phone: "",
  email: "",
  place: null,
  neighbourhood: "",
  line: "",
  address2: "",
  zip: "",
};

/**
 * The neighbourhoods of a district and the postal codes of its province, from the station's data.
 */
export type KnownNames = {
  readonly neighbourhoods: readonly string[];
  readonly postalCodes: readonly string[];
};

/** Converts a saved address to the form's fields. */
export function draftOf(
  address: Pick<
    Address,
    | "name"
    | "phone"
    | "email"
    | "cityCode"
    | "cityName"
    | "districtID"
    | "districtName"
    | "address1"
    | "address2"
    | "zip"
  >,
): AddressDraft {
  const {
    name,
    phone,
    email,
    cityCode,
    cityName,
    districtID,
    districtName,
    address1,
    address2,
    zip,
  } = address;
  return {
    name,
    phone,
    email,
    address2,
    zip,
    place: districtID === 0 ? null : { cityCode, cityName, districtID, districtName },
    ...splitLine(address1),
  };
}

/**
 * Merges a parsed text into the form. If the text contains an address, the place and the
 * neighbourhood are replaced; other parts that are missing in the text keep their values.
 */
export function withRepaired(draft: AddressDraft, repaired: Repaired): AddressDraft {
  const { name, phone, email, zip, cityCode, cityName, districtID, districtName } = repaired;
  const { neighbourhood, line } = splitRead(repaired);
  const kept = {
    ...draft,
    name: name === "" ? draft.name : name,
    phone: phone === "" ? draft.phone : phone,
    email: email === "" ? draft.email : email,
    zip: zip === "" ? draft.zip : zip,
  };
  const hasAddress = repaired.address1 !== "" || cityCode !== "" || repaired.choices.length > 0;
  if (!hasAddress) return kept;
  return {
    ...kept,
    place: districtID === 0 ? null : { cityCode, cityName, districtID, districtName },
    neighbourhood,
    line: repaired.address1 === "" ? draft.line : line,
  };
}

/**
 * Splits off the neighbourhood by its name in the data. If more words than that name come before
 * "Mah.", they include a street, and nothing is split off: "Bağdat Cad no 5 Caferağa Mah.".
 */
function splitRead({
  address1,
  neighbourhood: read,
}: Repaired): Pick<AddressDraft, "neighbourhood" | "line"> {
  const split = splitLine(address1);
  if (split.neighbourhood === "" || read === "") return split;
  const hasMore = wordsIn(split.neighbourhood) > wordsIn(read);
  return hasMore && !sameName(split.neighbourhood, read)
    ? { neighbourhood: "", line: address1 }
    : { neighbourhood: read, line: split.line };
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Converts the draft to the body of POST and PATCH /addresses. */
export function bodyOf(draft: AddressDraft) {
  const { name, phone, email, place, address2, zip } = draft;
  return {
    name: name.trim(),
    phone: normalizePhone(phone).phone,
    email: email.trim(),
    address1: joinLine(draft),
    address2: address2.trim(),
    zip: zip.trim(),
    countryCode: "TR",
    ...(place === null ? {} : { cityCode: place.cityCode, districtID: place.districtID }),
  };
}

/** Returns the fields that the station would refuse, with keys under `addresses.wrong`. */
export function wrongsOf(
  draft: AddressDraft,
  kind: AddressKind,
  needsEmail: boolean,
): Partial<
  Record<
    DraftField,
    "name" | "senderName" | "phone" | "senderPhone" | "email" | "place" | "line" | "long"
  >
> {
  const { phone } = normalizePhone(draft.phone);
  const long = (Object.keys(LONGEST) as (keyof typeof LONGEST)[]).filter(
    (field) => draft[field].length > LONGEST[field],
  );
  return {
    ...Object.fromEntries(long.map((field) => [field, "long" as const])),
    ...(draft.name.trim() === ""
      ? { name: "name" as const }
      : kind === "sender" && draft.name.trim().length < 4
        ? { name: "senderName" as const }
        : {}),
    ...(phone === ""
      ? { phone: "phone" as const }
      : kind === "sender" && !/^\+90\d{10}$/.test(phone)
        ? { phone: "senderPhone" as const }
        : {}),
    ...(needsEmail && draft.email.trim() === "" ? { email: "email" as const } : {}),
    ...(draft.place === null ? { place: "place" as const } : {}),
    ...(joinLine(draft) === "" ? { line: "line" as const } : {}),
  };
}

type UnusualField = Extract<DraftField, "phone" | "email" | "neighbourhood" | "zip">;

type Unusual = Partial<Record<DraftField, UnusualField>>;

/**
 * Returns fields with unusual values that can still be saved, with keys under `addresses.unusual`;
 * leaves out the fields that `wrongsOf` returns.
 */
export function unusualOf(
  draft: AddressDraft,
  known: KnownNames | null,
  kind: AddressKind,
): Unusual {
  const { neighbourhood, zip } = draft;
  const refused = wrongsOf(draft, kind, false);
  const isKnown =
    known === null ||
    neighbourhood.trim() === "" ||
    known.neighbourhoods.some((name) => sameName(name, neighbourhood));
  const isZip = known === null || zip.trim() === "" || known.postalCodes.includes(zip.trim());
  const isUsual = {
    phone: draft.phone.trim() === "" || normalizePhone(draft.phone).isUsual,
    email: draft.email.trim() === "" || /^\S+@\S+\.\S+$/.test(draft.email.trim()),
    neighbourhood: isKnown,
    zip: isZip,
  };
  const fields = ["phone", "email", "neighbourhood", "zip"] as const;
  const unusual = fields.filter((field) => !isUsual[field] && refused[field] === undefined);
  return Object.fromEntries(unusual.map((field) => [field, field]));
}

/** Returns the place as "Kadıköy / İstanbul"; "" when there is none. */
export function placeText(place: Pick<DraftPlace, "cityName" | "districtName"> | null): string {
  return place === null
    ? ""
    : place.districtName === ""
      ? place.cityName
      : `${place.districtName} / ${place.cityName}`;
}

/**
 * Longest values, characters; the station's limits are in
 * core/shipping/addresses/addresses.schema.ts. Its `address1` holds the neighbourhood and the line
 * together, at most 500 characters.
 */
const LONGEST = {
  name: 300,
  phone: 300,
  email: 300,
  neighbourhood: 100,
  line: 390,
  address2: 500,
  zip: 20,
} as const;
const WITH_NEIGHBOURHOOD = /^(.{2,60}?)\s+(?:mah(?:allesi)?|mh)\b\.?[\s,]*(.*)$/isu;

function splitLine(address1: string): Pick<AddressDraft, "neighbourhood" | "line"> {
  const match = WITH_NEIGHBOURHOOD.exec(address1);
  const isName = match?.[1] !== undefined && !/[,;:]/.test(match[1]);
  return isName
    ? { neighbourhood: match[1] ?? "", line: match[2] ?? "" }
    : { neighbourhood: "", line: address1 };
}

function joinLine({ neighbourhood, line }: AddressDraft): string {
  const name = neighbourhood.trim();
  const named = name === "" ? "" : /(köyü|beldesi|\)|mah\.?)$/iu.test(name) ? name : `${name} Mah.`;
  return `${named} ${line.trim()}`.trim();
}

function sameName(a: string, b: string): boolean {
  const plain = (name: string): string =>
    fold(name)
      .replace(/ mah(allesi)?\b.*$/, "")
      .replace(/[^\p{L}\p{N}]/gu, "");
  return plain(a) === plain(b);
}
