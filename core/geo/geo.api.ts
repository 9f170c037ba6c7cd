/** /cities, /districts, /countries: look-ups. The first two need no token. */
import { z } from "zod";
import { laxText } from "../base/wire.ts";
import { endpoint } from "../http/endpoint.ts";
import { pagingFields, successFields } from "../http/envelope.schema.ts";
import { citySchema, countrySchema, districtSchema } from "./geo.schema.ts";

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
  answer: z.union([z.object({ ...successFields, data: z.array(citySchema), ...pagingFields }), z.object({ ...successFields, data: citySchema })]),
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
