/**
 * /station/carriers, /station/data, /station/samples: endpoints of Settings and of the first start.
 */
import { z } from "zod";
import { laxText } from "../base/wire.ts";
import { endpoint } from "../http/endpoint.ts";
import { dataFactsSchema, sampleSetSchema, stationCarriersSchema } from "./station-facts.schema.ts";

const tag = "Station";

export const listStationCarriers = endpoint({
  id: "listStationCarriers",
  method: "GET",
  path: "/station/carriers",
  tag,
  summary:
    "List the organization's carriers with their services and prices from the sender's city to toCityCode; without it, within the sender's city.",
  access: "member",
  shape: "one",
  query: z.object({ toCityCode: laxText(10) }),
  errors: ["E2013"],
  answer: stationCarriersSchema,
});

export const getDataFacts = endpoint({
  id: "getDataFacts",
  method: "GET",
  path: "/station/data",
  tag,
  summary:
    "Get the folder and size of the station's data, and the result of the last integrity check.",
  access: "station",
  shape: "one",
  answer: dataFactsSchema,
});

export const getSampleSet = endpoint({
  id: "getSampleSet",
  method: "GET",
  path: "/station/samples",
  tag,
  summary: "Count what the station has of the sample set.",
  access: "station",
  shape: "one",
  answer: sampleSetSchema,
});

export const createSampleSet = endpoint({
  id: "createSampleSet",
  method: "POST",
  path: "/station/samples",
  tag,
  summary:
    "Add sample orders, and sample prices when there are no carriers. Existing orders and prices stay unchanged.",
  access: "station",
  audited: { kind: "settings", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E1068"],
  answer: sampleSetSchema,
});

export const deleteSampleSet = endpoint({
  id: "deleteSampleSet",
  method: "DELETE",
  path: "/station/samples",
  tag,
  summary:
    "Delete the sample set: cancel sample orders and remove sample prices. Labels of sample orders bought at sample prices or in test mode are cancelled and refunded; sample orders with another label stay, and the answer lists them with the reason.",
  access: "station",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  answer: sampleSetSchema,
});
