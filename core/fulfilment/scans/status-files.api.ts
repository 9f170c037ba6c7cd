/** /station/tracking/files and /station/tracking/codes: carriers' status files and their codes. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { importInputSchema } from "../../shipping/imports/imports.schema.ts";
import * as schema from "./status-files.schema.ts";

const tag = "Station";
/** Largest body, in bytes: a file of 16 MiB as base64, and its name. */
const LARGEST_BODY = 22 * 1024 * 1024;

export const checkStatusFile = endpoint({
  id: "checkStatusFile",
  method: "POST",
  path: "/station/tracking/files",
  tag,
  summary:
    "Check a carrier's status file (CSV, XLSX): counts the rows whose parcel is found, and lists refused rows and codes without a status. Nothing is recorded yet.",
  access: "admin",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  wholeBody: true,
  query: schema.statusFileQuerySchema,
  body: importInputSchema,
  answer: schema.statusFileSchema,
  errors: ["E2029"],
});

export const applyStatusFile = endpoint({
  id: "applyStatusFile",
  method: "POST",
  path: "/station/tracking/files/:id/apply",
  tag,
  summary: "Record some scans of a checked status file; call it until all are recorded.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  auditedStep: "applied",
  shape: "one",
  params: z.object({ id: z.string() }),
  body: z.strictObject({ atMost: z.number().int().min(1).max(1_000).default(500) }),
  answer: schema.statusFileProgressSchema,
  errors: ["E2068"],
});

export const listAppliedFiles = endpoint({
  id: "listAppliedFiles",
  method: "GET",
  path: "/station/tracking/files",
  tag,
  summary: "The last 20 status files that were applied, newest first.",
  access: "admin",
  shape: "one",
  answer: schema.appliedFilesSchema,
});

export const listStatusCodes = endpoint({
  id: "listStatusCodes",
  method: "GET",
  path: "/station/tracking/codes",
  tag,
  summary: "The codes of a carrier's status files, and the statuses that they mean.",
  access: "admin",
  shape: "one",
  query: schema.codesQuerySchema,
  answer: schema.carrierCodesSchema,
});

export const mapStatusCodes = endpoint({
  id: "mapStatusCodes",
  method: "PUT",
  path: "/station/tracking/codes",
  tag,
  summary:
    "Map codes of a carrier to statuses. Applies to files that are applied from now on; recorded scans stay as they are.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: schema.mapCodesSchema,
  answer: schema.carrierCodesSchema,
});
