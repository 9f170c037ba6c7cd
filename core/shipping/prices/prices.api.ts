/** /priceList: prices without a shipment. */
import { endpoint } from "../../http/endpoint.ts";
import { priceListSchema, priceQuerySchema } from "./prices.schema.ts";

export const listPrices = endpoint({
  id: "listPrices",
  method: "GET",
  path: "/priceList",
  tag: "Prices",
  summary: "Prices by parcel size; without sizes, for every desi step.",
  access: "member",
  shape: "raw",
  query: priceQuerySchema,
  errors: ["E2013"],
  answer: priceListSchema,
});
