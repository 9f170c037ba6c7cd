/** /station/hand-over: parcels that are scanned onto their carriers' trucks. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import * as schema from "./hand-over.schema.ts";

const tag = "Station";

export const readHandOver = endpoint({
  id: "readHandOver",
  method: "GET",
  path: "/station/hand-over",
  tag,
  summary:
    "Parcels to hand over, by carrier: here, on the truck, and on today's manifests. A member with limited access gets only its own.",
  access: "member",
  shape: "one",
  errors: ["E2052"],
  answer: schema.handOverSchema,
});

export const readTruck = endpoint({
  id: "readTruck",
  method: "GET",
  path: "/station/hand-over/carriers/:carrier",
  tag,
  summary:
    "The parcels on a carrier's truck, newest scan first, and the carrier's parcels that are not on it: at most 200 of each.",
  access: "member",
  shape: "one",
  params: z.object({ carrier: z.string() }),
  errors: ["E2052"],
  answer: schema.truckSchema,
});

export const scanHandOver = endpoint({
  id: "scanHandOver",
  method: "POST",
  path: "/station/hand-over/scans",
  tag,
  summary:
    "Count a scanned label on its carrier's truck, or take the parcel off the truck. A label counts once, at whichever station it is scanned. The shipment's status does not change. `reason` of E2192 says why a label is not counted.",
  access: "home",
  audited: { kind: "handOver", act: "changed" },
  auditedStep: "passed",
  shape: "one",
  body: schema.handOverScanSchema,
  errors: ["E2192"],
  answer: schema.handOverScannedSchema,
});

export const endHandOver = endpoint({
  id: "endHandOver",
  method: "POST",
  path: "/station/hand-over/end",
  tag,
  summary:
    "End the loading of a carrier's truck. The parcels that were scanned are on its manifest; later scans go onto the next truck.",
  access: "home",
  audited: { kind: "handOver", act: "made" },
  shape: "one",
  status: 201,
  body: schema.endHandOverSchema,
  errors: ["E2193"],
  answer: schema.endedHandOverSchema,
});
