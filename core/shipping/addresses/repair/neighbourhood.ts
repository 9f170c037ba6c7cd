/**
 * Finds the neighbourhood that a written address names: by a word such as "mahallesi" or "mah"
 * after it, otherwise by the names of the district's neighbourhoods.
 */
import type { Geo } from "../../geo/geo.service.ts";
import { isNear, wordsOf } from "./gazetteer.ts";
import { NEIGHBOURHOOD_WORDS, isStreetWord, type Word } from "./written.ts";

/**
 * A found neighbourhood. `name`: as in the data. `hasWord`: whether a word such as "mahallesi"
 * follows it.
 */
export type FoundNeighbourhood = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly hasWord: boolean;
  readonly isMisspelt: boolean;
};

const LONGEST = 4;

/**
 * Finds the neighbourhood.
 *
 * @param words Words of the text without province and district.
 * @returns Undefined when the text names no neighbourhood of the district.
 */
export function findNeighbourhood(
  geo: Pick<Geo, "listNeighbourhoods">,
  districtID: number,
  words: readonly Word[],
): FoundNeighbourhood | undefined {
  const names = new Map(geo.listNeighbourhoods(districtID).map((name) => [keyOf(name), name]));
  const at = words.findIndex(({ text }, i) => i > 0 && NEIGHBOURHOOD_WORDS.has(text));
  if (at !== -1) {
    const written = before(words, at);
    for (const { from, key } of written) {
      const name = names.get(key);
      if (name !== undefined) return { name, from, to: at, hasWord: true, isMisspelt: false };
    }
    for (const { from, key } of written) {
      const near = key.length < 5 ? undefined : [...names].find(([known]) => isNear(key, known));
      if (near !== undefined)
        return { name: near[1], from, to: at, hasWord: true, isMisspelt: true };
    }
    return undefined;
  }
  for (let size = LONGEST; size > 0; size -= 1) {
    for (let from = 0; from + size <= words.length; from += 1) {
      const key = words
        .slice(from, from + size)
        .map(({ text }) => text)
        .join("");
      const name = names.get(key);
      if (name !== undefined && key.length >= 4 && !isStreetWord(words, from + size))
        return { name, from, to: from + size, hasWord: false, isMisspelt: false };
    }
  }
  return undefined;
}

/**
 * Lists those of the districts that have the neighbourhood whose name the text gives before a word
 * such as "mahallesi".
 */
export function districtsWith(
  geo: Pick<Geo, "listNeighbourhoods">,
  districtIDs: readonly number[],
  words: readonly Word[],
): number[] {
  const at = words.findIndex(({ text }, i) => i > 0 && NEIGHBOURHOOD_WORDS.has(text));
  if (at === -1) return [];
  for (const { key } of before(words, at)) {
    const found = districtIDs.filter((id) =>
      geo.listNeighbourhoods(id).some((name) => keyOf(name) === key),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Lists the possible names before the word at `at`, longest first. */
function before(words: readonly Word[], at: number): { from: number; key: string }[] {
  const longest = Math.min(LONGEST, at);
  return Array.from({ length: longest }, (_, i) => ({
    from: at - longest + i,
    key: words
      .slice(at - longest + i, at)
      .map(({ text }) => text)
      .join(""),
  }));
}

/**
 * Folds a name, without spaces and text in brackets: "Sahrayı Cedit" and "Sahrayıcedit" become
 * equal.
 */
function keyOf(name: string): string {
  return wordsOf(name.replace(/ Mah \(.*$/, "").replace(/ \(.*$/, "")).join("");
}
