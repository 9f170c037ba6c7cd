/**
 * Finds the province and district that a written address names, and their positions in the text.
 */
import type { Gazetteer, Named, Spot } from "./gazetteer.ts";
import { NEIGHBOURHOOD_WORDS, isStreetWord, type Word } from "./written.ts";

/** A name in the text: the words from `from` to `to`, without the word at `to`. */
type Mention = {
  readonly from: number;
  readonly to: number;
  readonly how: Named["how"];
  readonly spots: readonly Spot[];
};

export type FoundSpot = {
  readonly province: Spot | undefined;
  /**
   * The districts of the found name: one when it is unambiguous, several when several provinces
   * have a district of this name.
   */
  readonly districts: readonly Spot[];
  readonly provinceAt: Mention | undefined;
  readonly districtAt: Mention | undefined;
};

const LONGEST_NAME = 4;

/**
 * Finds the best pair of a district and its province; without a pair, the better-rated of a
 * district alone and a province alone. Names near the end have more weight; names of streets,
 * buildings and neighbourhoods are ignored.
 */
export function findSpot(gazetteer: Gazetteer, words: readonly Word[]): FoundSpot {
  const exact = mentionsOf(gazetteer, words, false);
  const found = choose(exact, words.length);
  if (found.districtAt !== undefined && found.provinceAt !== undefined) return found;
  const all = choose([...exact, ...mentionsOf(gazetteer, words, true)], words.length);
  const gains =
    (all.districtAt === undefined ? 0 : 1) + (all.provinceAt === undefined ? 0 : 1) >
    (found.districtAt === undefined ? 0 : 1) + (found.provinceAt === undefined ? 0 : 1);
  return gains ? all : found;
}

function mentionsOf(gazetteer: Gazetteer, words: readonly Word[], misspelt: boolean): Mention[] {
  const mentions: Mention[] = [];
  const looked = new Map<string, readonly Named[]>(); // so that a repeated word is compared with all names only once
  words.forEach(({ text }, from) => {
    const named =
      looked.get(text) ??
      (misspelt
        ? text.length >= 5 && gazetteer.beginningWith(text).length === 0
          ? gazetteer.near(text)
          : []
        : gazetteer.beginningWith(text));
    looked.set(text, named);
    for (const { words: name, spots, how } of named) {
      const to = from + name.length;
      if (name.length > LONGEST_NAME || to > words.length) continue;
      if (how !== "TYPO" && !name.every((word, i) => words[from + i]?.text === word)) continue;
      if (NEIGHBOURHOOD_WORDS.has(words[to]?.text ?? "") || isStreetWord(words, to)) continue;
      mentions.push({ from, to, how, spots });
    }
  });
  return mentions;
}

/**
 * Rates a mention. An exact name rates higher than a short form, and a short form higher than a
 * misspelt name. More words and a later place in the text raise the rating; the first place in a
 * longer text lowers it.
 *
 * @param of Number of words in the text.
 */
function worth({ from, to, how }: Mention, of: number): number {
  return (
    { NAME: 6, SHORT: 4, TYPO: 2 }[how] +
    (to - from) +
    (2 * to) / Math.max(of, 1) -
    (from === 0 && of > 3 ? 1 : 0)
  );
}

function choose(mentions: readonly Mention[], of: number): FoundSpot {
  let best: FoundSpot = {
    province: undefined,
    districts: [],
    provinceAt: undefined,
    districtAt: undefined,
  };
  let most = 0;
  const offer = (value: number, found: () => FoundSpot): void => {
    if (value <= most) return;
    most = value;
    best = found();
  };
  const provinces = mentions.flatMap((at) =>
    at.spots.filter(({ districtID }) => districtID === 0).map((spot) => ({ at, spot })),
  );
  for (const { at, spot } of provinces)
    offer(worth(at, of), () => ({
      province: spot,
      districts: [],
      provinceAt: at,
      districtAt: undefined,
    }));
  for (const at of mentions) {
    const districts = at.spots.filter(({ districtID }) => districtID !== 0);
    if (districts.length === 0) continue;
    // "Merkez" alone names a district of 52 provinces and many streets, so without its province it
    // is ignored.
    if (districts.length < 20)
      offer(worth(at, of) + 0.5, () => ({
        province: only(districts),
        districts,
        provinceAt: undefined,
        districtAt: at,
      }));
    for (const { at: provinceAt, spot } of provinces) {
      if (at.from < provinceAt.to && provinceAt.from < at.to) continue;
      const own = districts.filter(({ cityCode }) => cityCode === spot.cityCode);
      const apart = Math.min(Math.abs(at.from - provinceAt.to), Math.abs(provinceAt.from - at.to));
      if (own.length > 0)
        offer(10 + worth(at, of) + worth(provinceAt, of) - Math.min(apart, 4), () => ({
          province: spot,
          districts: own,
          provinceAt,
          districtAt: at,
        }));
    }
  }
  return best;
}

function only(districts: readonly Spot[]): Spot | undefined {
  const [first] = districts;
  return districts.every(({ cityCode }) => cityCode === first?.cityCode) ? first : undefined;
}
