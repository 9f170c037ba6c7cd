/** /station/calls, /station/pairings, /station/origins: endpoints for integrators. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { callSchema, pairingsSchema } from "./integrations.schema.ts";

const tag = "Station";

export const listCalls = endpoint({
  id: "listCalls",
  method: "GET",
  path: "/station/calls",
  tag,
  summary:
    "The last calls of this organization's programs, newest first; secrets and personal data are masked.",
  access: "station",
  shape: "one",
  query: z.object({ limit: z.coerce.number().int().min(1).max(1_000).catch(100).default(100) }),
  answer: z.array(callSchema),
});

export const listPairings = endpoint({
  id: "listPairings",
  method: "GET",
  path: "/station/pairings",
  tag,
  summary: "Web pages that want to use the station, and those that may.",
  access: "station",
  shape: "one",
  answer: pairingsSchema,
});

export const answerPairing = endpoint({
  id: "answerPairing",
  method: "POST",
  path: "/station/pairings/:id/answer",
  tag,
  summary: "Allow a web page to use the station, or refuse it.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params: z.object({ id: z.string() }),
  body: z.strictObject({ allow: z.boolean() }),
  errors: ["E2041"],
  answer: pairingsSchema,
});

export const deleteOrigins = endpoint({
  id: "deleteOrigins",
  method: "DELETE",
  path: "/station/origins",
  tag,
  summary: "Withdraw the permission of a web page, or of all when no origin is named.",
  access: "station",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  query: z.object({ origin: z.string().max(300).optional() }),
  answer: pairingsSchema,
});
