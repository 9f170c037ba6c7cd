/**
 * /station/shipments: endpoints about shipments for the window and the desk, in addition to
 * /shipments.
 */
import { z } from "zod";
import { addressInputSchema } from "../addresses/addresses.schema.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import {
  foundShipmentsSchema,
  MOST_FOUND,
  placesSchema,
  shipmentRowsSchema,
  sortedShipmentsSchema,
  usedServicesSchema,
} from "./shipment-rows.schema.ts";
import {
  filterQuerySchema,
  exportQuerySchema,
  placedQuerySchema,
  rowFilterQuerySchema,
  rowsQuerySchema,
  sortedQuerySchema,
} from "./shipments-query.schema.ts";
import { shipmentSchema } from "./shipments.schema.ts";

const tag = "Station";

export const listShipmentsByKey = endpoint({
  id: "listShipmentsByKey",
  method: "GET",
  path: "/station/shipments",
  tag,
  summary:
    "Shipments by key, newest first: give `next` of a page as `before` of the following one.",
  access: "member",
  shape: "one",
  query: filterQuerySchema.extend({
    before: z.coerce.number().int().positive().nullable().catch(null).default(null),
    limit: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  }),
  answer: z.object({ list: z.array(shipmentSchema), next: z.number().int().nullable() }),
  errors: ["E2052"],
});

export const correctRecipient = endpoint({
  id: "correctRecipient",
  method: "PUT",
  path: "/station/shipments/:shipmentID/recipient",
  tag,
  summary: "Give an unbought shipment another recipient; carriers are asked for new offers.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  body: addressInputSchema,
  answer: shipmentSchema,
  errors: ["E1051", "E1073", "E1129", "E1130", "E1131", "E1132", "E1133", "E1134"],
});

export const exportShipments = endpoint({
  id: "exportShipments",
  method: "GET",
  path: "/station/shipments.csv",
  tag,
  summary: "The shipments that match the filters of GET /shipments, as a CSV file.",
  access: "member",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["text/csv"],
  query: exportQuerySchema,
  answer: z.unknown(),
});

export const exportShipmentsWorkbook = endpoint({
  id: "exportShipmentsWorkbook",
  method: "GET",
  path: "/station/shipments.xlsx",
  tag,
  summary: "The shipments that match the filters, as an Excel workbook.",
  access: "member",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  query: exportQuerySchema,
  answer: z.unknown(),
});

export const findShipmentPlaces = endpoint({
  id: "findShipmentPlaces",
  method: "GET",
  path: "/station/shipments/places",
  tag,
  summary:
    "Number of shipments that match the filters, and the key of every `step`-th one, by number or time, by default the newest first.",
  access: "member",
  shape: "one",
  query: placedQuerySchema,
  answer: placesSchema,
  errors: ["E2052"],
});

export const listShipmentRows = endpoint({
  id: "listShipmentRows",
  method: "GET",
  path: "/station/shipments/rows",
  tag,
  summary: "Rows of a list of shipments: from one key to the next, or by sequence numbers.",
  access: "member",
  shape: "one",
  query: rowsQuerySchema,
  answer: shipmentRowsSchema,
  errors: ["E2052"],
});

export const searchShipments = endpoint({
  id: "searchShipments",
  method: "GET",
  path: "/station/shipments/search",
  tag,
  summary: `Up to ${MOST_FOUND} shipments in which each word of \`filter\` begins a word: number, order, barcode, tracking number, recipient, phone, place. An exact number comes first, then the words in sequence, then the newest; with the number of matches.`,
  access: "member",
  shape: "one",
  query: rowFilterQuerySchema,
  answer: foundShipmentsSchema,
  errors: ["E2052"],
});

export const listUsedServices = endpoint({
  id: "listUsedServices",
  method: "GET",
  path: "/station/shipments/services",
  tag,
  summary: "Services of the labels that the member may see, with their carriers.",
  access: "member",
  shape: "one",
  answer: usedServicesSchema,
  errors: ["E2052"],
});

export const sortShipments = endpoint({
  id: "sortShipments",
  method: "GET",
  path: "/station/shipments/sorted",
  tag,
  summary: `Sequence numbers of the shipments that match the filters, sorted by a column; the first ${MOST_SORTED} by number, time or the best match, and none when more than ${MOST_SORTED} would have to be sorted by another column.`,
  access: "member",
  shape: "one",
  query: sortedQuerySchema,
  answer: sortedShipmentsSchema,
  errors: ["E2052"],
});

export const askMarketplaces = endpoint({
  id: "askMarketplaces",
  method: "POST",
  path: "/station/shipments/:shipmentID/marketplace-offers",
  tag,
  summary:
    "Ask the marketplaces that are asked on demand for offers of an unbought shipment. Their offers arrive later.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E1073"],
  answer: shipmentSchema,
});
