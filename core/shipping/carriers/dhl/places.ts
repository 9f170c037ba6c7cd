/**
 * Finds DHL's numbers of provinces and districts. DHL's lists are read when the first parcel of a
 * province needs them, and again after a day; reading all of them at the start would be 82 calls.
 */
import type { Geo } from "../../geo/geo.service.ts";
import { done, refused, unknown, type Outcome } from "../carrier.ts";
import type { Refusal } from "../connection.ts";
import type { Party } from "../consignment.ts";
import { createKeptAnswers } from "../keep-answer.ts";
import {
  findDistrictCode,
  matchDistricts,
  matchProvinces,
  type CarrierPlace,
  type DistrictCorrections,
  type MatchedDistricts,
} from "../match-districts.ts";
import type { Answer, DhlClient } from "./client.ts";
import type { PlaceCodes } from "./mapping.ts";
import { failureOutcome } from "./read-failure.ts";
import { recordsOf, textIn } from "./read-json.ts";

export type PlacesGeo = Pick<Geo, "findCity" | "findDistrict" | "listDistricts">;

const DAY_MS = 86_400_000;
/** Districts without a match that a refusal lists. */
const LISTED = 12;

export type Places = {
  /** Finds the numbers of a party's place; refused when DHL has no such district. */
  find(party: Party, signal: AbortSignal): Promise<Outcome<PlaceCodes>>;
  /** Refuses an unknown district where DHL's lists are known already. */
  check(party: Party): Refusal | undefined;
};

/** Creates the lookup of an account, without lists. @param corrections Written by people. */
export function createPlaces(
  client: DhlClient,
  geo: PlacesGeo,
  corrections: DistrictCorrections,
): Places {
  const provinces = createKeptAnswers<ReadonlyMap<string, string>>(
    { keepMs: DAY_MS, usesOld: true },
    async (_key, signal) => {
      const list = readList(await client.call("getcities", {}, signal));
      return list.outcome === "done" ? done(matchProvinces(geo, list.value)) : list;
    },
  );
  const districts = createKeptAnswers<MatchedDistricts>(
    { keepMs: DAY_MS, usesOld: true },
    async (plate, signal) => {
      const known = await provinces.get("", signal);
      if (known.outcome !== "done") return known;
      const code = (known.value.get(plate) ?? plate).padStart(2, "0");
      const list = readList(await client.call("getdistricts", { id: code }, signal));
      return list.outcome === "done" ? done(matchDistricts(geo, plate, list.value)) : list;
    },
  );
  const plateOf = ({ cityCode, cityName }: Party): string =>
    geo.findCity("TR", { code: cityCode, name: cityName })?.cityCode ?? "";
  const codeOf = (plate: string, party: Party, matched: MatchedDistricts): string | undefined =>
    findDistrictCode(geo, matched, corrections, { ...party, cityCode: plate });
  return {
    async find(party, signal) {
      const plate = plateOf(party);
      if (plate === "")
        return refused("E2033", `DHL eCommerce: no province is named ${party.cityName}.`);
      const matched = await districts.get(plate, signal);
      if (matched.outcome !== "done") return matched;
      const code = codeOf(plate, party, matched.value);
      return code === undefined
        ? refused("E2033", unknownDistrict(plate, party, matched.value), "recipient.districtName")
        : done({
            cityCode: Number(provinces.peek("")?.get(plate) ?? plate),
            districtCode: Number(code),
          });
    },
    check(party) {
      const plate = plateOf(party);
      const matched = districts.peek(plate);
      return matched === undefined || codeOf(plate, party, matched) !== undefined
        ? undefined
        : {
            code: "",
            field: "recipient.districtName",
            reason: unknownDistrict(plate, party, matched),
          };
    },
  };
}

function unknownDistrict(plate: string, party: Party, { theirs }: MatchedDistricts): string {
  const names = theirs.slice(0, LISTED).map(({ code, name }) => `${name} (${code})`);
  return (
    `DHL eCommerce has no district ${party.districtName} in ${party.cityName}. ` +
    `If DHL names it otherwise, add “${plate}/${party.districtName}=number” to the account's district corrections.` +
    (names.length === 0 ? "" : ` DHL's districts without a match: ${names.join(", ")}.`)
  );
}

/** Reads a list of places. An empty list is no list: it would refuse every parcel for a day. */
function readList(answer: Outcome<Answer>): Outcome<readonly CarrierPlace[]> {
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed") return failureOutcome(answer.value);
  const places = recordsOf(answer.value.value)
    .map((record) => ({ code: textIn(record, "code"), name: textIn(record, "name") }))
    .filter(({ code, name }) => /^\d{1,9}$/.test(code) && name !== "");
  return places.length === 0 ? unknown("DHL eCommerce answered an empty list.") : done(places);
}
