/** /station/sync */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { syncStatusSchema } from "./sync.schema.ts";

export const getSyncStatus = endpoint({
  id: "getSyncStatus",
  method: "GET",
  path: "/station/sync",
  tag: "Station",
  summary: "This station among the stations of its organization: whether it is in step, what waits, who is there, and what needs a person.",
  access: "home",
  shape: "one",
  answer: syncStatusSchema,
});

export const joinHub = endpoint({
  id: "joinHub",
  method: "POST",
  path: "/station/sync/join",
  tag: "Station",
  summary: "Join the stations of an organization by a hub's code. The station starts again when it has the organization's data; GET /station/sync has the progress. At the desk alone.",
  access: "station",
  shape: "one",
  body: z.strictObject({ code: z.string().trim().min(1).max(4_000) }),
  errors: ["E1055", "E2036", "E2111", "E2112", "E2113", "E2114", "E2115", "E2116", "E2117", "E2118", "E2119", "E2120"],
  answer: syncStatusSchema,
});
