/** /station/sync */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { hubServerSchema, invitationSchema, syncStatusSchema } from "./sync.schema.ts";

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

export const joinServer = endpoint({
  id: "joinServer",
  method: "POST",
  path: "/station/sync/join-server",
  tag: "Station",
  summary: "Join an organization's own server by its addresses and a credentials file. At the desk alone.",
  access: "station",
  shape: "one",
  body: z.strictObject({ servers: z.array(z.string().trim().min(1).max(300)).min(1).max(20), credentials: z.string().min(1).max(20_000), authority: z.string().max(50_000).optional() }),
  answer: syncStatusSchema,
});

export const inviteStations = endpoint({
  id: "inviteStations",
  method: "POST",
  path: "/station/sync/invitations",
  tag: "Station",
  summary: "Make a code by which a number of desks may join for some hours.",
  access: "station",
  shape: "one",
  body: z.strictObject({ desks: z.number().int().min(1).max(1_000), hours: z.number().int().min(1).max(720) }),
  answer: invitationSchema,
});

export const revokeStation = endpoint({
  id: "revokeStation",
  method: "POST",
  path: "/station/sync/stations/:stationID/revoke",
  tag: "Station",
  summary: "End a station's part in the organization.",
  access: "station",
  shape: "one",
  params: z.object({ stationID: z.string() }),
  answer: syncStatusSchema,
});

export const findHubServer = endpoint({
  id: "findHubServer",
  method: "GET",
  path: "/station/sync/hub-server",
  tag: "Station",
  summary: "Whether a nats-server is found on this computer, and the hub that this station runs.",
  access: "station",
  shape: "one",
  answer: hubServerSchema,
});

export const startHubServer = endpoint({
  id: "startHubServer",
  method: "POST",
  path: "/station/sync/hub-server",
  tag: "Station",
  summary: "Start the hub on this computer and join it as its first station.",
  access: "station",
  shape: "one",
  body: z.strictObject({ program: z.string().max(1_000).optional(), port: z.number().int().min(0).max(65_535).optional() }),
  answer: syncStatusSchema,
});

export const leaveHub = endpoint({
  id: "leaveHub",
  method: "POST",
  path: "/station/sync/leave",
  tag: "Station",
  summary: "Leave the hub: the station works alone with what it has.",
  access: "station",
  shape: "one",
  answer: syncStatusSchema,
});
