/** /station/support-bundle */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";

export const getSupportBundle = endpoint({
  id: "getSupportBundle",
  method: "GET",
  path: "/station/support-bundle",
  tag: "Station",
  summary:
    "Get a zip for support: versions, settings, logs, counts and last errors, without personal data.",
  access: "station",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["application/zip"],
  answer: z.string(),
});
