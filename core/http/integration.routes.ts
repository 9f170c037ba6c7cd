/** /station/calls, /station/pairings, /station/origins: for people who integrate with the station. */
import { z } from "zod";
import { callSchema, type CallLog } from "./call-log.ts";
import { pairingsSchema } from "./origins.schema.ts";
import type { Origins } from "./origins.ts";
import { route, type Route } from "./route.ts";

const tag = "Station";

export function integrationRoutes(calls: CallLog, origins: Origins): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/station/calls",
      tag,
      summary: "The last calls of this organization's programs, newest first; secrets and personal data are masked.",
      access: "station",
      shape: "one",
      query: z.object({ limit: z.coerce.number().int().min(1).max(1_000).catch(100).default(100) }),
      answer: z.array(callSchema),
      run: ({ actor }, { query }) => calls.list(actor.organizationID, query.limit),
    }),
    route({
      method: "GET",
      path: "/station/pairings",
      tag,
      summary: "Web pages that want to use the station, and those that may.",
      access: "station",
      shape: "one",
      answer: pairingsSchema,
      run: () => origins.list(),
    }),
    route({
      method: "POST",
      path: "/station/pairings/:id/answer",
      tag,
      summary: "Allow a web page to use the station, or refuse it.",
      access: "station",
      shape: "one",
      params: z.object({ id: z.string() }),
      body: z.strictObject({ allow: z.boolean() }),
      errors: ["E2041"],
      answer: pairingsSchema,
      run: (_context, { params, body }) => origins.answer(params.id, body.allow),
    }),
    route({
      method: "DELETE",
      path: "/station/origins",
      tag,
      summary: "Allow a web page no longer, or none at all when no origin is named.",
      access: "station",
      shape: "one",
      query: z.object({ origin: z.string().max(300).optional() }),
      answer: pairingsSchema,
      run: (_context, { query }) => origins.forget(query.origin),
    }),
  ];
}
