/** Endpoints of /station/sync. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import {
  deskNameSchema,
  hubServerSchema,
  stationInvitationSchema,
  syncStatusSchema,
} from "./sync.schema.ts";

export const getSyncStatus = endpoint({
  id: "getSyncStatus",
  method: "GET",
  path: "/station/sync",
  tag: "Station",
  summary:
    "Get the state of the stations: whether this station is in step, what waits to be published, which stations are present, and which conflicts need a person.",
  access: "home",
  shape: "one",
  answer: syncStatusSchema,
});

export const joinHub = endpoint({
  id: "joinHub",
  places: { "body.code": "typed" },
  method: "POST",
  path: "/station/sync/join",
  tag: "Station",
  summary:
    "Join the stations of an organization by a hub's code. The station restarts when it has the organization's data; GET /station/sync shows the progress. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  body: z.strictObject({ code: z.string().trim().min(1).max(4_000) }),
  errors: [
    "E1055",
    "E2036",
    "E2050",
    "E2111",
    "E2112",
    "E2113",
    "E2114",
    "E2115",
    "E2116",
    "E2117",
    "E2118",
    "E2119",
    "E2120",
    "E2121",
    "E2146",
    "E2150",
    "E2157",
    "E2159",
    "E2160",
    "E2161",
  ],
  answer: syncStatusSchema,
});

export const joinServer = endpoint({
  id: "joinServer",
  places: { "body.servers": "typed" },
  method: "POST",
  path: "/station/sync/join-server",
  tag: "Station",
  summary:
    "Join the stations of an organization that runs its own nats-server, by the server's address and this station's credentials file. The station restarts when it has the organization's data. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  body: z.strictObject({
    /** "tls://host:port" */
    servers: z.array(z.string().trim().min(1).max(300)).min(1).max(16),
    /** The text of a .creds file. */
    credentials: z.string().min(1).max(20_000),
    /**
     * PEM of the authority that signed the server's certificate, if this computer does not trust
     * it.
     */
    authority: z.string().max(100_000).optional(),
  }),
  errors: [
    "E1055",
    "E2036",
    "E2050",
    "E2112",
    "E2113",
    "E2115",
    "E2116",
    "E2117",
    "E2118",
    "E2119",
    "E2120",
    "E2121",
    "E2145",
    "E2146",
    "E2150",
  ],
  answer: syncStatusSchema,
});

export const nameStation = endpoint({
  id: "nameStation",
  method: "PUT",
  path: "/station/sync/name",
  tag: "Station",
  summary:
    "Name this desk, as all stations of its organization show it. A station that has joined no hub keeps the name for later.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: z.strictObject({ name: deskNameSchema }),
  errors: ["E2036"],
  answer: syncStatusSchema,
});

export const inviteStations = endpoint({
  id: "inviteStations",
  method: "POST",
  path: "/station/sync/invitations",
  tag: "Station",
  summary: "Make a join code that admits `desks` stations within `hours` hours. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "asked" },
  shape: "one",
  status: 201,
  body: z.strictObject({
    desks: z.int().min(1).max(1_000).default(1),
    hours: z.int().min(1).max(720).default(24),
    /**
     * A station that has lost its credential's key; the code admits only that station, with another
     * key.
     */
    stationID: z.uuid().optional(),
  }),
  errors: ["E1055", "E2112", "E2140"],
  answer: stationInvitationSchema,
});

export const revokeStation = endpoint({
  id: "revokeStation",
  method: "POST",
  path: "/station/sync/stations/:stationID/revoke",
  tag: "Station",
  summary:
    "End the credential of a lost station; its unspent share of the balance goes to the other stations. At your own nats-server, the administrator removes the station's user first. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "removed" },
  shape: "one",
  params: z.object({ stationID: z.string() }),
  errors: ["E1055", "E2112", "E2135", "E2140", "E2151"],
  answer: syncStatusSchema,
});

export const leaveHub = endpoint({
  id: "leaveHub",
  method: "POST",
  path: "/station/sync/leave",
  tag: "Station",
  summary:
    "Leave the hub. The organization stays with the other stations, and this station continues with a separate organization. With keepOrganization, for an organization that no other station uses, this station keeps the organization. The station restarts. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "removed" },
  shape: "one",
  body: z.strictObject({ keepOrganization: z.boolean().default(false) }),
  errors: ["E1055", "E2036", "E2112", "E2120", "E2140", "E2141", "E2142"],
  answer: syncStatusSchema,
});

export const findHubServer = endpoint({
  id: "findHubServer",
  method: "GET",
  path: "/station/sync/hub-server",
  tag: "Station",
  summary:
    "Get the state of this computer's hub, and the nats-server that was found on this computer.",
  access: "station",
  shape: "one",
  answer: hubServerSchema,
});

export const startHubServer = endpoint({
  id: "startHubServer",
  places: { "body.program": "typed", "body.port": "typed" },
  method: "POST",
  path: "/station/sync/hub-server",
  tag: "Station",
  summary:
    "Make this computer the hub of the organization, and join the hub as its first station. The hub runs while the station runs. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "made" },
  shape: "one",
  body: z.strictObject({
    /** Path of a nats-server; default: searched. */
    program: z.string().trim().min(1).max(1_000).optional(),
    /** 0: the last port, at first any free port; default: the last port, at first 4222. */
    port: z.int().min(0).max(65_535).optional(),
  }),
  errors: ["E1055", "E2036", "E2112", "E2116", "E2119", "E2120", "E2143", "E2144", "E2146"],
  answer: syncStatusSchema,
});
