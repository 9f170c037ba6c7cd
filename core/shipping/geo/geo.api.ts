/**
 * Lookups: /cities and /districts, which need no token, and /countries and /station/geo, which do.
 */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagingFields, successFields } from "../../http/envelope.schema.ts";
import {
  citySchema,
  countrySchema,
  districtSchema,
  neighbourhoodsSchema,
  placeSchema,
} from "./geo.schema.ts";

const tag = "Lookups";
const country = laxText(2).transform((s) => (s === "" ? undefined : s.toUpperCase()));

export const listCities = endpoint({
  id: "listCities",
  method: "GET",
  path: "/cities",
  tag,
  summary: "Cities of a country; with cityCode, that one city.",
  access: "open",
  shape: "raw",
  query: z.object({ countryCode: country, cityCode: laxText(10) }),
  errors: ["E2013"],
  answer: z.union([
    z.object({ ...successFields, data: z.array(citySchema), ...pagingFields }),
    z.object({ ...successFields, data: citySchema }),
  ]),
});

export const listDistricts = endpoint({
  id: "listDistricts",
  method: "GET",
  path: "/districts",
  tag,
  summary: "Districts of a city; without cityCode, of the whole country.",
  access: "open",
  shape: "whole",
  query: z.object({ countryCode: country, cityCode: laxText(10) }),
  answer: districtSchema,
});

export const getDistrict = endpoint({
  id: "getDistrict",
  method: "GET",
  path: "/districts/:districtID",
  tag,
  summary: "Get a district by its id.",
  access: "open",
  shape: "one",
  params: z.object({ districtID: z.string() }),
  errors: ["E2014"],
  answer: districtSchema,
});

export const listCountries = endpoint({
  id: "listCountries",
  method: "GET",
  path: "/countries",
  tag,
  summary: "All countries.",
  access: "member",
  shape: "whole",
  answer: countrySchema,
});

export const listPlaces = endpoint({
  id: "listPlaces",
  method: "GET",
  path: "/station/geo/places",
  tag: "Station",
  summary:
    "Provinces and districts of Turkey by the beginning of their names, in any case and spelling.",
  access: "member",
  shape: "one",
  query: z.object({
    search: laxText(100),
    limit: z.coerce.number().int().min(1).max(50).catch(12).default(12),
  }),
  answer: z.object({ list: z.array(placeSchema) }),
});

export const listNeighbourhoods = endpoint({
  id: "listNeighbourhoods",
  method: "GET",
  path: "/station/geo/districts/:districtID/neighbourhoods",
  tag: "Station",
  summary: "The neighbourhoods of a district, and the postal codes of its province.",
  access: "member",
  shape: "one",
  params: z.object({ districtID: z.string() }),
  errors: ["E2014"],
  answer: neighbourhoodsSchema,
});
