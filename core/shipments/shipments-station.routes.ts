/** /station/shipments: what the window and a person at the desk need of shipments, beyond the interface. */
import { z } from "zod";
import { route, type Route } from "../http/route.ts";
import { exportShipments, pageByKey } from "./export-shipments.ts";
import { filterQuerySchema } from "./list-shipments.ts";
import { shipmentSchema } from "./shipments.schema.ts";

const tag = "Station";

export const shipmentStationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/station/shipments",
    tag,
    summary: "Shipments by key, newest first: give `next` of a page as `before` of the following one.",
    access: "member",
    shape: "one",
    query: filterQuerySchema.extend({
      before: z.coerce.number().int().positive().nullable().catch(null).default(null),
      limit: z.coerce.number().int().min(1).max(100).catch(50).default(50),
    }),
    answer: z.object({ list: z.array(shipmentSchema), next: z.number().int().nullable() }),
    errors: ["E2052"],
    run: ({ deps, actor, origin, callersReader }, { query }) => pageByKey({ ...deps, reader: callersReader() }, actor, query, origin),
  }),
  route({
    method: "GET",
    path: "/station/shipments.csv",
    tag,
    summary: "The shipments that fit the filters of GET /shipments, as a CSV file.",
    access: "member",
    shape: "bytes",
    query: filterQuerySchema,
    answer: z.unknown(),
    run: ({ deps, actor, callersReader }, { query }) => ({ bytes: exportShipments({ ...deps, reader: callersReader() }, actor, query), type: "text/csv; charset=utf-8", fileName: "shipments.csv" }),
  }),
];
