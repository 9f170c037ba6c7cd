/** /station/scales: scales and serial scanners of this desk. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  createDeviceSchema,
  deviceSchema,
  foundDevicesSchema,
  liveDeviceSchema,
  scaleWeightSchema,
  scannedCodesSchema,
  updateDeviceSchema,
} from "./scales.schema.ts";

const tag = "Station";
const id = z.object({ id: z.string() });

export const listScales = endpoint({
  id: "listScales",
  method: "GET",
  path: "/station/scales",
  tag,
  summary: "The scales and serial scanners of this desk, and each one's present state.",
  access: "home",
  scope: "print",
  shape: "one",
  answer: z.object({ list: z.array(liveDeviceSchema) }),
});

export const findScales = endpoint({
  id: "findScales",
  method: "GET",
  path: "/station/scales/found",
  tag,
  summary: "The USB scales and serial ports of this computer. None is opened.",
  access: "station",
  shape: "one",
  answer: foundDevicesSchema,
});

export const createScale = endpoint({
  id: "createScale",
  method: "POST",
  path: "/station/scales",
  tag,
  summary: "Set up a scale or a serial scanner.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  status: 201,
  body: createDeviceSchema,
  errors: ["E2222"],
  answer: liveDeviceSchema,
});

export const updateScale = endpoint({
  id: "updateScale",
  method: "PATCH",
  path: "/station/scales/:id",
  tag,
  summary: "Change a scale or a serial scanner. Absent fields are unchanged.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params: id,
  body: updateDeviceSchema,
  errors: ["E2220", "E2222"],
  answer: liveDeviceSchema,
});

export const deleteScale = endpoint({
  id: "deleteScale",
  method: "DELETE",
  path: "/station/scales/:id",
  tag,
  summary: "Remove a scale or a serial scanner.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params: id,
  errors: ["E2220"],
  answer: deviceSchema,
});

export const weighParcel = endpoint({
  id: "weighParcel",
  method: "GET",
  path: "/station/scales/:id/weight",
  tag,
  summary:
    "The weight on a scale, if it counts: some equal stable readings, after a zero since the last parcel. Otherwise E2221 with the reason.",
  access: "home",
  scope: "print",
  shape: "one",
  params: id,
  errors: ["E2220", "E2221"],
  answer: scaleWeightSchema,
});

export const takeWeight = endpoint({
  id: "takeWeight",
  method: "POST",
  path: "/station/scales/:id/taken",
  tag,
  summary:
    "Note that the weight of a scale was used for a parcel: the next weight counts after the scale was at zero. With `grams` only if this weight still counts; without it whatever the scale shows.",
  access: "home",
  scope: "print",
  shape: "one",
  params: id,
  body: z.strictObject({ grams: z.int().min(1).optional() }),
  errors: ["E2220", "E2221"],
  answer: liveDeviceSchema,
});

export const streamScale = endpoint({
  id: "streamScale",
  method: "GET",
  path: "/station/scales/:id/events",
  tag,
  summary:
    "Server-sent events named `scale`: the state of a scale with its weight now, and at each change.",
  access: "home",
  scope: "print",
  shape: "bytes",
  media: ["text/event-stream"],
  params: id,
  errors: ["E2220"],
  answer: z.unknown(),
});

export const takeScannedCodes = endpoint({
  id: "takeScannedCodes",
  method: "POST",
  path: "/station/scales/codes",
  tag,
  summary:
    "Take the codes that serial scanners have read since the last call. Only for the desk's window; codes older than five seconds are dropped.",
  access: "home",
  atDesk: "always",
  shape: "one",
  answer: scannedCodesSchema,
});
