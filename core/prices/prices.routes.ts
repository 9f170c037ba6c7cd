/** /priceList */
import { route, type Route } from "../http/route.ts";
import { listPrices } from "./price-list.ts";
import { priceListSchema, priceQuerySchema } from "./prices.schema.ts";

export const priceRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/priceList",
    tag: "Prices",
    summary: "Prices by parcel size; without sizes, of every desi step.",
    access: "member",
    shape: "raw",
    query: priceQuerySchema,
    errors: ["E2013"],
    answer: priceListSchema,
    run: ({ deps, actor }, { query }) => ({ result: true as const, additionalMessage: "Success", priceList: listPrices(deps, actor, query) }),
  }),
];
