/**
 * /station/carriers, /station/data, /station/samples: what Settings and the first start show and
 * do.
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
    "The carriers of the organization with their services and prices, from the sender's city; without toCityCode within it.",
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
    "Where the station's data lies, how large it is, and how the last integrity check ended.",
  access: "station",
  shape: "one",
  answer: dataFactsSchema,
});

export const getSampleSet = endpoint({
  id: "getSampleSet",
  method: "GET",
  path: "/station/samples",
  tag,
  summary: "What of the sample set is here.",
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
    "Add sample orders, and sample prices where there are no carriers. What is there already stays as it is.",
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
    "Throw the whole sample set away: sample orders are cancelled, sample prices go. Their labels at sample prices and of test mode are cancelled along and refunded; sample orders with another label stay, and the answer says which and why.",
  access: "station",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  answer: sampleSetSchema,
});
