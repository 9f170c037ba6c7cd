/** /cities, /districts, /countries: look-ups. The first two need no token. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { laxText } from "../base/wire.ts";
import { wrap } from "../http/envelope.ts";
import { route, type Route } from "../http/route.ts";
import { citySchema, countrySchema, districtSchema } from "./geo.schema.ts";

const tag = "Lookups";
const country = laxText(2).transform((s) => (s === "" ? undefined : s.toUpperCase()));
const envelope = { result: z.literal(true), additionalMessage: z.string() };
const paging = { limit: z.number(), page: z.number(), sort: z.string(), totalRows: z.number(), totalPages: z.number() };

export const geoRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/cities",
    tag,
    summary: "Cities of a country; with cityCode, that one city.",
    access: "open",
    shape: "raw",
    query: z.object({ countryCode: country, cityCode: laxText(10) }),
    errors: ["E2013"],
    answer: z.union([z.object({ ...envelope, data: z.array(citySchema), ...paging }), z.object({ ...envelope, data: citySchema })]),
    run: ({ deps }, { query }) => {
      if (query.cityCode === "") return wrap("whole", deps.geo.listCities(query.countryCode)) as never;
      const city = deps.geo.findCity(query.countryCode ?? "TR", { code: query.cityCode });
      if (city === undefined) throw new AppError("E2013");
      return wrap("one", city) as never;
    },
  }),
  route({
    method: "GET",
    path: "/districts",
    tag,
    summary: "Districts of a city; without cityCode, of the whole country.",
    access: "open",
    shape: "whole",
    query: z.object({ countryCode: country, cityCode: laxText(10) }),
    answer: districtSchema,
    run: ({ deps }, { query }) => {
      if (query.countryCode === undefined) throw new AppError("E1085", "countryCode: must be given, as TR.");
      return deps.geo.listDistricts(query.countryCode, query.cityCode === "" ? undefined : query.cityCode);
    },
  }),
  route({
    method: "GET",
    path: "/districts/:districtID",
    tag,
    summary: "Get a district by its id.",
    access: "open",
    shape: "one",
    params: z.object({ districtID: z.string() }),
    errors: ["E2014"],
    answer: districtSchema,
    run: ({ deps }, { params }) => {
      if (!/^\d{1,9}$/.test(params.districtID)) throw new AppError("E2014");
      return deps.geo.getDistrict(Number(params.districtID));
    },
  }),
  route({
    method: "GET",
    path: "/countries",
    tag,
    summary: "All countries.",
    access: "member",
    shape: "whole",
    answer: countrySchema,
    run: ({ deps }) => deps.geo.listCountries(),
  }),
];
