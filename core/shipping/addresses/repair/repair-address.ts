/**
 * Converts a pasted address to fields: "Bağdat Cd. No:5 Kadıköy İst" has the district Kadıköy and
 * the province İstanbul. Pure. The result lists the guesses, and the choices where the text does
 * not decide.
 */
import { trimEndOf } from "../../../base/text.ts";
import type { Geo } from "../../geo/geo.service.ts";
import { findSpot, type FoundSpot } from "./find-spot.ts";
import { gazetteerOf, type Gazetteer } from "./gazetteer.ts";
import { findNeighbourhood } from "./neighbourhood.ts";
import type { Guess, Repaired } from "./repair.schema.ts";
import { choosePlace } from "./choose-place.ts";
import { GAP, takeOut } from "./take-out.ts";
import { lowerCapitals, looksLikeName, readWords, type Word } from "./written.ts";

type RepairGeo = Pick<
  Geo,
  "listCities" | "listDistricts" | "listNeighbourhoods" | "listPostalCodes"
>;

/**
 * Repairs an address.
 *
 * @param text One line or several, at most 2,000 characters.
 * @returns Empty fields where the text says nothing.
 */
export function repairAddress(geo: RepairGeo, text: string): Repaired {
  const guesses: Guess[] = [];
  const gazetteer = gazetteerOf(geo);
  const parts = takeOut(
    geo,
    text
      .normalize("NFC")
      .replaceAll(GAP, " ")
      .replace(/\r\n?/g, "\n")
      .replace(/[^\S\n]+/g, " ")
      .trim(),
  );
  const named =
    parts.name === ""
      ? takeName(gazetteer, parts.rest, guesses)
      : { name: parts.name, rest: parts.rest };
  const words = readWords(named.rest);
  const found = findSpot(gazetteer, words);
  const place = choosePlace(geo, found, { words, text: named.rest, zip: parts.zip }, guesses);
  const rest = cut(named.rest, words, found, place.centreAt);
  const line = readWords(rest);
  const neighbourhood =
    place.district === undefined
      ? undefined
      : findNeighbourhood(geo, place.district.districtID, line);
  if (neighbourhood !== undefined && (neighbourhood.isMisspelt || !neighbourhood.hasWord)) {
    guesses.push({
      field: "neighbourhood",
      why: neighbourhood.isMisspelt ? "MISSPELT" : "WITHOUT_ITS_WORD",
      written: rest.slice(line[neighbourhood.from]?.start, line[neighbourhood.to - 1]?.end),
      read: neighbourhood.name,
    });
  }
  return {
    name: lowerCapitals(named.name),
    email: parts.email,
    phone: parts.phone,
    address1: lowerCapitals(tidy(rest)),
    neighbourhood: neighbourhood?.name ?? "",
    zip: parts.zip,
    cityCode: place.province?.cityCode ?? "",
    cityName: place.province?.cityName ?? "",
    districtID: place.district?.districtID ?? 0,
    districtName: place.district?.districtName ?? "",
    confidence: place.district === undefined ? "ASKS" : guesses.length > 0 ? "LIKELY" : "SURE",
    guesses,
    choices:
      place.district === undefined
        ? place.choices.map(({ cityCode, cityName, districtID, districtName }) => ({
            cityCode,
            cityName,
            districtID,
            districtName,
          }))
        : [],
  };
}

/**
 * Takes the name: the text before the first line break, comma, semicolon or gap, if it looks like a
 * name and is not a location.
 */
function takeName(
  gazetteer: Gazetteer,
  rest: string,
  guesses: Guess[],
): { name: string; rest: string } {
  const trimmed = rest.replace(new RegExp(`^[\\s,;${GAP}]+`), "");
  const end = trimmed.search(new RegExp(`[\\n,;${GAP}]`));
  const head =
    end === -1
      ? ""
      : trimmed
          .slice(0, end)
          .trim()
          .replace(/^say[ıi]n\s+/iu, "");
  const words = readWords(head);
  const { provinceAt, districtAt } = findSpot(gazetteer, words);
  const ofPlace = [provinceAt, districtAt].reduce(
    (n, at) => n + (at === undefined || at.how === "TYPO" ? 0 : at.to - at.from),
    0,
  );
  if (!looksLikeName(head) || ofPlace >= Math.min(2, words.length)) return { name: "", rest };
  guesses.push({ field: "name", why: "STANDS_FIRST", written: head, read: lowerCapitals(head) });
  return { name: head, rest: trimmed.slice(end) };
}

/**
 * Removes province and district, with what belongs to them: a word such as "ili" or "ilçesi", or a
 * suffix such as "'da".
 */
function cut(
  text: string,
  words: readonly Word[],
  { provinceAt, districtAt }: FoundSpot,
  centreAt: { from: number; to: number } | undefined,
): string {
  const spans = [provinceAt, districtAt, centreAt].flatMap((at) => {
    if (at === undefined) return [];
    const behind = words[at.to]?.text ?? "";
    const last = ["ili", "il", "ilce", "ilcesi"].includes(behind) ? at.to : at.to - 1;
    return [{ start: words[at.from]?.start ?? 0, end: words[last]?.end ?? 0 }];
  });
  return spans
    .sort((a, b) => b.start - a.start)
    .reduce(
      (left, { start, end }) =>
        `${left.slice(0, start)}${GAP}${left
          .slice(end)
          .replace(/^['’]\p{L}{1,4}/u, "")
          .replace(/^\./, "")}`,
      text,
    );
}

/**
 * Joins the text to one line: removes gaps and empty separators, and puts a space after a label
 * such as "No:" or "Kat:".
 */
function tidy(text: string): string {
  return text
    .split(new RegExp(`[\\n${GAP}]`))
    .map((part) => trimEndOf(part, /[\s,;/|–(:-]/).replace(/^[\s,;/|–().:-]+/, ""))
    .filter((part) => part !== "")
    .join(" ")
    .replace(/\b(no|kat|daire|kapı|blok|k|d)\s*:\s*/giu, "$1: ")
    .replace(/\s{2,}/g, " ")
    .trim();
}
