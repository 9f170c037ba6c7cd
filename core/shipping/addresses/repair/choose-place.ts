/**
 * Chooses the province and district of a pasted address among the places found in its text. When
 * the text does not state the chosen place exactly, records the reason for the choice as a guess.
 */
import type { Geo } from "../../geo/geo.service.ts";
import type { FoundSpot } from "./find-spot.ts";
import type { Spot } from "./gazetteer.ts";
import { districtsWith } from "./neighbourhood.ts";
import type { Guess } from "./repair.schema.ts";
import type { Word } from "./written.ts";

type PlaceGeo = Pick<Geo, "listDistricts" | "listNeighbourhoods">;

type ChosenPlace = {
  readonly province: Spot | undefined;
  readonly district: Spot | undefined;
  readonly choices: readonly Spot[];
  readonly centreAt?: Range;
};

type Range = { readonly from: number; readonly to: number };
type Written = { readonly words: readonly Word[]; readonly text: string; readonly zip: string };

/**
 * Chooses a province and district.
 *
 * @param guesses Guesses are added to this list.
 * @returns The place; `choices`: the districts to choose from when the text fits several;
 *   `centreAt`: the words that repeat the province's name, which mean its central district.
 */
export function choosePlace(
  geo: PlaceGeo,
  found: FoundSpot,
  written: Written,
  guesses: Guess[],
): ChosenPlace {
  const { provinceAt, districtAt, districts } = found;
  const notes = notesOf(written, guesses);
  if (districtAt === undefined) return chooseInProvince(geo, found, written, notes);
  const [first] = districts;
  if (provinceAt !== undefined && first !== undefined) {
    notes.misread("city", provinceAt, first.cityName);
    notes.misread("district", districtAt, first.districtName);
    return { province: first, district: first, choices: [] };
  }
  const decided = decide(geo, districts, written);
  if (decided === undefined)
    return { province: found.province, district: undefined, choices: districts };
  const { district, why } = decided;
  notes.misread("district", districtAt, district.districtName);
  notes.note("city", why, districtAt, district.cityName);
  return { province: district, district, choices: [] };
}

type Notes = {
  note(field: "city" | "district", why: Guess["why"], at: Range | undefined, read: string): void;
  /** Records a guess if the text has a province's short name, or a misspelt name. */
  misread(field: "city" | "district", at: FoundSpot["provinceAt"], read: string): void;
};

function notesOf({ words, text }: Written, guesses: Guess[]): Notes {
  const note: Notes["note"] = (field, why, at, read) => {
    const written =
      at === undefined ? "" : text.slice(words[at.from]?.start, words[at.to - 1]?.end);
    guesses.push({ field, why, written, read });
  };
  return {
    note,
    misread(field, at, read) {
      if (at?.how === "SHORT" && field === "city") note(field, "SHORT_NAME", at, read);
      if (at?.how === "TYPO") note(field, "MISSPELT", at, read);
    },
  };
}

/**
 * Chooses a district of the province when the text names no district: the central district if the
 * province's name is written twice, otherwise the only district that has the neighbourhood named in
 * the text.
 */
function chooseInProvince(
  geo: PlaceGeo,
  { province, provinceAt }: FoundSpot,
  { words }: Written,
  { note, misread }: Notes,
): ChosenPlace {
  if (province === undefined) return { province: undefined, district: undefined, choices: [] };
  misread("city", provinceAt, province.cityName);
  const own = spotsOf(geo, province);
  const twice = provinceAt === undefined ? undefined : repeated(words, provinceAt);
  const centre =
    twice === undefined ? undefined : own.find(({ districtName }) => districtName === "Merkez");
  if (centre !== undefined && twice !== undefined) {
    note("district", "CENTRE", twice, centre.districtName);
    return { province, district: centre, choices: [], centreAt: twice };
  }
  const [id, ...others] = districtsWith(
    geo,
    own.map(({ districtID }) => districtID),
    words,
  );
  const district = others.length > 0 ? undefined : own.find(({ districtID }) => districtID === id);
  if (district !== undefined)
    note("district", "BY_NEIGHBOURHOOD", undefined, district.districtName);
  return {
    province,
    district,
    choices:
      others.length > 0
        ? own.filter(({ districtID }) => districtID === id || others.includes(districtID))
        : [],
  };
}

/**
 * Chooses among the districts that have the name in the text. A single district is chosen at once;
 * otherwise the postal code decides, then a neighbourhood in the text.
 *
 * @returns The district and the reason; undefined when nothing decides.
 */
function decide(
  geo: PlaceGeo,
  districts: readonly Spot[],
  { words, zip }: Written,
): { readonly district: Spot; readonly why: Guess["why"] } | undefined {
  const [first] = districts;
  if (districts.length === 1 && first !== undefined) return { district: first, why: "BY_DISTRICT" };
  const [byZip, ...othersByZip] =
    zip === "" ? [] : districts.filter(({ cityCode }) => zip.startsWith(cityCode));
  if (byZip !== undefined && othersByZip.length === 0)
    return { district: byZip, why: "BY_POSTAL_CODE" };
  const [id, ...others] = districtsWith(
    geo,
    districts.map(({ districtID }) => districtID),
    words,
  );
  const district =
    others.length > 0 ? undefined : districts.find(({ districtID }) => districtID === id);
  return district === undefined ? undefined : { district, why: "BY_NEIGHBOURHOOD" };
}

function spotsOf(geo: PlaceGeo, { cityCode, cityName }: Spot): Spot[] {
  return geo
    .listDistricts("TR", cityCode)
    .map(({ districtID, name }) => ({ cityCode, cityName, districtID, districtName: name }));
}

/** Finds a second occurrence of a range's words, directly before or after the range. */
function repeated(words: readonly Word[], { from, to }: Range): Range | undefined {
  const same = (at: number): boolean =>
    at >= 0 && words.slice(from, to).every(({ text }, i) => words[at + i]?.text === text);
  const size = to - from;
  return [from - size, to].filter(same).map((at) => ({ from: at, to: at + size }))[0];
}
