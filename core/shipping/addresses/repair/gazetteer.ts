/**
 * Index of Turkey's provinces and districts, for finding them in a written address by their first
 * word, also with one wrong letter.
 */
import { fold } from "../../../base/text.ts";
import type { Geo } from "../../geo/geo.service.ts";

/** A district; `districtID` is 0 for a whole province. */
export type Spot = {
  readonly cityCode: string;
  readonly cityName: string;
  readonly districtID: number;
  readonly districtName: string;
};

/**
 * All spots of one name. `how`: "SHORT" for a common short name, "TYPO" for one different letter.
 */
export type Named = {
  readonly words: readonly string[];
  readonly spots: readonly Spot[];
  readonly how: "NAME" | "SHORT" | "TYPO";
};

export type Gazetteer = {
  /** Lists the names that begin with this folded word, longest first. */
  beginningWith(word: string): readonly Named[];
  /** Lists the one-word names of at least five letters that are near this word; see `isNear`. */
  near(word: string): readonly Named[];
};

/** Folded short names that people write for provinces. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  "34": ["ist", "istan", "istanb"],
  "06": ["ank"],
  "35": ["izm"],
  "07": ["ant"],
  "16": ["brs"],
  "01": ["adn"],
  "03": ["afyon"],
  "27": ["antep", "g antep", "gantep"],
  "63": ["urfa", "s urfa", "surfa"],
  "46": ["maras", "k maras", "kmaras"],
  "33": ["icel"],
  "21": ["d bakir", "dbakir"],
  "81": ["duzce"],
  "17": ["c kale", "ckale"],
};

const made = new WeakMap<object, Gazetteer>();

/** Returns the index, which is made once for each `geo`, in about 8 ms. */
export function gazetteerOf(geo: Pick<Geo, "listCities" | "listDistricts">): Gazetteer {
  const known = made.get(geo) ?? makeGazetteer(geo);
  made.set(geo, known);
  return known;
}

function makeGazetteer(geo: Pick<Geo, "listCities" | "listDistricts">): Gazetteer {
  const names = new Map<string, { words: string[]; spots: Spot[]; how: "NAME" | "SHORT" }>();
  const add = (name: string, how: "NAME" | "SHORT", spot: Spot): void => {
    const words = wordsOf(name);
    const key = words.join(" ");
    const entry = names.get(key) ?? { words, spots: [], how };
    names.set(key, entry);
    if (
      !entry.spots.some(
        (one) => one.cityCode === spot.cityCode && one.districtID === spot.districtID,
      )
    )
      entry.spots.push(spot);
  };
  for (const { cityCode, name: cityName } of geo.listCities("TR")) {
    const province = { cityCode, cityName, districtID: 0, districtName: "" };
    add(cityName, "NAME", province);
    for (const short of SHORT_NAMES[cityCode] ?? []) add(short, "SHORT", province);
    for (const { districtID, name } of geo.listDistricts("TR", cityCode)) {
      const district = { cityCode, cityName, districtID, districtName: name };
      add(name, "NAME", district);
      if (wordsOf(name).length > 1) add(wordsOf(name).join(""), "SHORT", district);
    }
  }
  const byFirst = new Map<string, Named[]>();
  for (const named of names.values())
    byFirst.set(named.words[0] ?? "", [...(byFirst.get(named.words[0] ?? "") ?? []), named]);
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  const single = [...names.values()].filter(
    ({ words, how }) => words.length === 1 && how === "NAME" && (words[0]?.length ?? 0) >= 5,
  );
  return {
    beginningWith: (word) => byFirst.get(word) ?? [],
    near: (word) =>
      single
        .filter(({ words: [name = ""] }) => isNear(word, name))
        .map(({ words, spots }) => ({ words, spots, how: "TYPO" })),
  };
}

/** Splits a text into folded words, without separators. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns whether at most one letter differs, is missing or added, or two neighbouring letters are
 * swapped.
 */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1))
    return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
