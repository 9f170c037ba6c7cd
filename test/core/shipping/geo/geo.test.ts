import { describe, expect, it } from "vitest";
import { loadGeo } from "../../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const geo = loadGeo(RESOURCES);
const cities = geo.listCities("TR");

describe("Turkey's provinces", () => {
  it("there are 81 provinces, each with its plate as code, the five largest first and the others by plate", () => {
    const codes = cities.map((city) => city.cityCode);
    expect(codes.slice(0, 6)).toEqual(["34", "06", "35", "16", "07", "01"]);
    expect(codes.toSorted()).toEqual(
      Array.from({ length: 81 }, (_, i) => String(i + 1).padStart(2, "0")),
    );
    expect(codes.slice(5)).toEqual(codes.slice(5).toSorted());
  });

  it("a province is found by plate with and without its leading zero, and by name in any case and without accents", () => {
    const found = [
      { code: "6" },
      { code: "06" },
      { name: "ANKARA" },
      { name: "ankara" },
      { code: "", name: "Ankara" },
    ].map((by) => geo.findCity("TR", by)?.name);
    expect(found).toEqual(Array.from({ length: 5 }, () => "Ankara"));
    expect(
      ["ISTANBUL", "istanbul", "İSTANBUL", "ıstanbul"].map(
        (name) => geo.findCity("TR", { name })?.cityCode,
      ),
    ).toEqual(["34", "34", "34", "34"]);
  });

  it("a province is found by its code when a name is given too, and not by an unknown code", () => {
    expect(geo.findCity("TR", { code: "35", name: "Ankara" })?.name).toBe("İzmir");
    expect([
      geo.findCity("TR", { code: "82", name: "Ankara" }),
      geo.findCity("TR", {}),
      geo.findCity("XX", { name: "Ankara" }),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it("the distance between two provinces is the same in both directions, and the distance to another country is unknown", () => {
    for (const [i, from] of cities.entries()) {
      const to = cities[(i * 7 + 3) % cities.length];
      expect(geo.distanceKm(from.cityCode, to?.cityCode ?? "")).toBe(
        geo.distanceKm(to?.cityCode ?? "", from.cityCode),
      );
    }
    expect([
      geo.distanceKm("34", "34"),
      (geo.distanceKm("34", "06") ?? 0) > 300,
      geo.distanceKm("34", "CA"),
    ]).toEqual([0, true, undefined]);
  });
});

describe("districts", () => {
  it("districts have unique numbers, and each is found by its number, and by its name in its province", () => {
    const all = geo.listDistricts("TR");
    expect(new Set(all.map((district) => district.districtID)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(900);
    for (const district of all) {
      expect(geo.getDistrict(district.districtID)).toBe(district);
      expect(geo.findDistrict("TR", district.cityCode, { name: district.name })).toBe(district);
    }
    expect(cities.flatMap((city) => geo.listDistricts("TR", city.cityCode)).length).toBe(
      all.length,
    );
  });

  it("a district is not found by a number of another province, nor in another country", () => {
    const [kadikoy] = geo
      .listDistricts("TR", "34")
      .filter((district) => district.name === "Kadıköy");
    const id = kadikoy?.districtID ?? 0;
    expect([
      geo.findDistrict("TR", "34", { id }),
      geo.findDistrict("TR", "06", { id }),
      geo.findDistrict("DE", "34", { id }),
      geo.listDistricts("DE"),
    ]).toEqual([kadikoy, undefined, undefined, []]);
  });

  it("a district of a province's centre is found by the province's name, with and without Merkez", () => {
    const found = ["Merkez", "Bolu", "bolu merkez", "BOLU"].map(
      (name) => geo.findDistrict("TR", "14", { name })?.name,
    );
    expect(found).toEqual(["Merkez", "Merkez", "Merkez", "Merkez"]);
    expect(geo.findDistrict("TR", "34", { name: "Bolu" })).toBeUndefined();
  });

  it("an unknown district number is E2014", () =>
    expect(() => geo.getDistrict(-1)).toThrow(expect.objectContaining({ code: "E2014" })));
});

describe("other countries", () => {
  it("other countries are known by code and name, and their states are cities with code and name", () => {
    expect([
      geo.hasCountry("DE"),
      geo.hasCountry("de"),
      geo.hasCountry("XX"),
      geo.countryName("XX"),
    ]).toEqual([true, false, false, ""]);
    expect([
      geo.findCity("US", { code: "ca" })?.name,
      geo.findCity("US", { name: "california" })?.cityCode,
    ]).toEqual(["California", "CA"]);
    expect(geo.listCities("XX")).toEqual([]);
  });

  it("the list of all countries' cities has Turkey's and other countries' cities, none twice", () => {
    const all = geo.listCities();
    const keys = all.map((city) => `${city.countryCode} ${city.cityCode}`);
    expect([
      new Set(keys).size === keys.length,
      cities.every((city) => all.includes(city)),
      all.every((city) => geo.hasCountry(city.countryCode)),
    ]).toEqual([true, true, true]);
  });
});

describe("the location of a scan", () => {
  it.each([
    ["KADIKÖY ŞUBE", "Kadıköy"],
    ["Ankara Transfer Merkezi", "Ankara"],
    ["İSTANBUL / ESENYURT", "Esenyurt"],
    ["izmir aktarma", "İzmir"],
    ["Aktarma Merkezi", undefined],
    ["Pazar", undefined],
    ["", undefined],
  ])("a scan %j is located in %s", (text, name) => {
    expect(geo.findPlaceIn(text)?.name).toBe(name);
  });

  it("every district has a location inside Turkey, and sixteen districts have the location of their province", () => {
    const unknown: string[] = [];
    for (const { cityCode, name } of cities) {
      for (const district of geo.listDistricts("TR", cityCode)) {
        const place = geo.findPlaceOf({
          countryCode: "TR",
          cityCode,
          districtID: district.districtID,
        });
        expect(place?.lat).toBeGreaterThan(35.5);
        expect(place?.lat).toBeLessThan(42.5);
        expect(place?.lng).toBeGreaterThan(25.5);
        expect(place?.lng).toBeLessThan(45);
        if (place?.name === name && district.name !== "Merkez" && district.name !== name)
          unknown.push(district.name);
      }
    }
    expect(unknown).toHaveLength(16);
    expect(geo.findPlaceOf({ countryCode: "DE", cityCode: "34", districtID: 0 })).toBeUndefined();
  });
});
