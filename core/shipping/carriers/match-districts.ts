/**
 * Matches a carrier's provinces and districts, which have codes of the carrier, to ours by plate
 * code and folded name. Pure. A name is never matched to a similar one: a wrong district sends the
 * parcel to another place.
 */
import { fold } from "../../base/text.ts";
import type { District } from "../geo/geo.schema.ts";
import type { Geo } from "../geo/geo.service.ts";
import type { Party } from "./consignment.ts";

/** A province or a district in a carrier's list. */
export type CarrierPlace = { readonly code: string; readonly name: string };

/** Codes that people have written, by plate and folded name: "34/eski ad". */
export type DistrictCorrections = ReadonlyMap<string, string>;

/** Districts of one province. */
export type MatchedDistricts = {
  /** The carrier's codes by the ids of our districts. */
  readonly codes: ReadonlyMap<number, string>;
  /** Our districts without a code. */
  readonly ours: readonly District[];
  /** The carrier's districts that are none of ours. */
  readonly theirs: readonly CarrierPlace[];
};

type MatchingGeo = Pick<Geo, "findCity" | "findDistrict" | "listDistricts">;

/** Names of provinces that lists still use. */
const OLDER_PROVINCES: Readonly<Record<string, string>> = {
  afyon: "03",
  icel: "33",
  urfa: "63",
  maras: "46",
  izmit: "41",
};

/**
 * Reads corrections: lines, or parts between semicolons, like "34/ESKI AD=1234".
 *
 * @returns The corrections, or the first part in another form.
 */
export function readCorrections(
  text: string,
): { readonly corrections: DistrictCorrections } | { readonly wrong: string } {
  const corrections = new Map<string, string>();
  for (const part of text.split(/[;\n\r]+/).map((one) => one.trim())) {
    if (part === "") continue;
    const [, plate, name = "", code = ""] = /^(\d{1,2})\s*\/([^=]+)=\s*(\d{1,9})$/.exec(part) ?? [];
    if (plate === undefined || fold(name) === "") return { wrong: part };
    corrections.set(correctionKey(plate.padStart(2, "0"), name), code);
  }
  return { corrections };
}

/** Finds the carrier's codes of our provinces, by plate. */
export function matchProvinces(
  geo: Pick<Geo, "findCity">,
  theirs: readonly CarrierPlace[],
): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { code, name } of theirs) {
    // Some lists write a number behind the name: "ADANA  01".
    const plain = fold(name).replace(/[\s(]+\d+\)?$/, "");
    const older = OLDER_PROVINCES[plain];
    const plate = geo.findCity("TR", { name: plain })?.cityCode ?? older;
    if (plate !== undefined && !codes.has(plate)) codes.set(plate, code);
  }
  return codes;
}

/** Matches the districts of a province. */
export function matchDistricts(
  geo: MatchingGeo,
  plate: string,
  theirs: readonly CarrierPlace[],
): MatchedDistricts {
  const ours = geo.listDistricts("TR", plate);
  const squeezed = new Map(ours.map((district) => [lettersOf(district.name), district]));
  const codes = new Map<number, string>();
  const foreign: CarrierPlace[] = [];
  for (const place of theirs) {
    const district =
      geo.findDistrict("TR", plate, { name: place.name }) ?? squeezed.get(lettersOf(place.name));
    if (district === undefined || codes.has(district.districtID)) foreign.push(place);
    else codes.set(district.districtID, place.code);
  }
  return {
    codes,
    ours: ours.filter(({ districtID }) => !codes.has(districtID)),
    theirs: foreign,
  };
}

/** Finds the carrier's code of a party's district; undefined when none matches. */
export function findDistrictCode(
  geo: Pick<Geo, "findDistrict">,
  { codes }: MatchedDistricts,
  corrections: DistrictCorrections,
  { cityCode, districtID, districtName }: Pick<Party, "cityCode" | "districtID" | "districtName">,
): string | undefined {
  const corrected = corrections.get(correctionKey(cityCode, districtName));
  if (corrected !== undefined) return corrected;
  const district = geo.findDistrict("TR", cityCode, { id: districtID, name: districtName });
  return district === undefined ? undefined : codes.get(district.districtID);
}

function correctionKey(plate: string, name: string): string {
  return `${plate}/${fold(name)}`;
}

/** Letters and digits of a name: "19 Mayıs" and "19MAYIS" are equal. */
function lettersOf(name: string): string {
  return fold(name).replace(/[^a-z0-9]+/g, "");
}
