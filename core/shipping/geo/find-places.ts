/**
 * Finds provinces and districts by a few typed letters: "kad" and "ist kad" find Kadıköy /
 * İstanbul.
 */
import { fold } from "../../base/text.ts";
import type { Place } from "./geo.schema.ts";
import type { Geo } from "./geo.service.ts";

/**
 * Finds places in Turkey where every word of the search begins one of the place's words. Places
 * whose name is the search come first, then places whose name begins with a word of the search. A
 * district comes before a province of the same rank; otherwise the order of `listCities` decides.
 *
 * @param search Letters in any case and spelling; "" finds nothing.
 */
export function findPlaces(
  geo: Pick<Geo, "listCities" | "listDistricts">,
  search: string,
  limit: number,
): Place[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const found: { place: Place; rank: number }[] = [];
  for (const city of geo.listCities("TR")) {
    const ofCity = wordsOf(city.name);
    const plain = { cityCode: city.cityCode, cityName: city.name };
    if (begin(words, ofCity))
      found.push({
        place: { ...plain, districtID: 0, districtName: "" },
        rank: rankOf(words, ofCity) + 0.5,
      });
    for (const { districtID, name } of geo.listDistricts("TR", city.cityCode)) {
      const own = wordsOf(name);
      if (begin(words, [...own, ...ofCity]))
        found.push({
          place: { ...plain, districtID, districtName: name },
          rank: words.some((word) => own.some((one) => one.startsWith(word)))
            ? rankOf(words, own)
            : 3,
        });
    }
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ place }) => place);
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function begin(words: readonly string[], of: readonly string[]): boolean {
  return words.every((word) => of.some((one) => one.startsWith(word)));
}

/**
 * Ranks a match. 0: the search is the whole name; 1: a word of the search begins the name; 2: only
 * later words of the name match.
 */
function rankOf(words: readonly string[], name: readonly string[]): number {
  if (words.join(" ") === name.join(" ")) return 0;
  return words.some((word) => name[0]?.startsWith(word) === true) ? 1 : 2;
}
