import { describe, expect, it } from "vitest";
import {
  findDistrictCode,
  matchDistricts,
  matchProvinces,
  readCorrections,
} from "../../../../core/shipping/carriers/match-districts.ts";
import { loadGeo } from "../../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const geo = loadGeo(RESOURCES);
const places = (...names: readonly string[]) =>
  names.map((name, n) => ({ code: String(n + 1), name }));

describe("a carrier's provinces", () => {
  it("match by name without the number behind it, also by an older name", () => {
    const theirs = places("ADANA  01", "İSTANBUL", "Afyon", "Atlantis");
    expect([...matchProvinces(geo, theirs)]).toEqual([
      ["01", "1"],
      ["34", "2"],
      ["03", "3"],
    ]);
  });

  it("all match when they are ours in capitals", () => {
    const theirs = geo
      .listCities("TR")
      .map(({ cityCode, name }) => ({ code: cityCode, name: name.toLocaleUpperCase("tr") }));
    const codes = matchProvinces(geo, theirs);
    expect([codes.size, [...codes].every(([plate, code]) => plate === code)]).toEqual([81, true]);
  });
});

describe("a carrier's districts", () => {
  const inBolu = matchDistricts(geo, "14", places("BOLU MERKEZ", "GEREDE", "MENGENLİ"));
  const idOf = (name: string): number => geo.findDistrict("TR", "14", { name })?.districtID ?? 0;

  it("match by folded name and as the province's centre, and never a similar name", () => {
    expect([...inBolu.codes]).toEqual([
      [idOf("Merkez"), "1"],
      [idOf("Gerede"), "2"],
    ]);
    expect(inBolu.theirs).toEqual([{ code: "3", name: "MENGENLİ" }]);
    expect(inBolu.ours.map(({ name }) => name)).toContain("Mengen");
  });

  it("match without spaces, and the second district of a name is not ours", () => {
    const { codes, theirs } = matchDistricts(geo, "55", places("19MAYIS", "19 MAYIS"));
    expect([[...codes.values()], theirs]).toEqual([["1"], [{ code: "2", name: "19 MAYIS" }]]);
  });

  it("have their number by our id, by name, or by a correction before both", () => {
    const party = { cityCode: "14", districtID: 0, districtName: "bolu" };
    const read = readCorrections("14/Gerede=77\n 6 / eski ad = 5 ;");
    const corrections = "corrections" in read ? read.corrections : new Map<string, string>();
    const codeOf = (change: object) =>
      findDistrictCode(geo, inBolu, corrections, { ...party, ...change });
    expect([
      codeOf({}),
      codeOf({ districtID: idOf("Gerede"), districtName: "" }),
      codeOf({ districtName: "GEREDE" }),
      codeOf({ districtName: "Mengen" }),
      codeOf({ cityCode: "06", districtName: "ESKİ AD" }),
    ]).toEqual(["1", "2", "77", undefined, "5"]);
  });

  it.each(["34", "34/=1", "34/A=x", "341/A=1"])("a correction %j is wrong", (text) => {
    expect(readCorrections(`34/A=1;${text}`)).toEqual({ wrong: text });
  });
});
