/** /station/connections: how accounts reach their carriers. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { connectionKindSchema } from "../carriers/connection.schema.ts";
import {
  connectedAccountSchema,
  connectionInputSchema,
  connectionTestSchema,
  notedCallSchema,
} from "./connections.schema.ts";

const tag = "Provider accounts";
const params = z.object({ accountID: z.string() });

export const listConnections = endpoint({
  id: "listConnections",
  method: "GET",
  path: "/station/connections",
  tag,
  summary: "List the linked accounts with their connections to carriers.",
  access: "admin",
  shape: "whole",
  answer: connectedAccountSchema,
});

export const listConnectionKinds = endpoint({
  id: "listConnectionKinds",
  method: "GET",
  path: "/station/connections/kinds",
  tag,
  summary: "List the kinds of connections with their fields.",
  access: "admin",
  shape: "whole",
  answer: connectionKindSchema,
});

export const connectAccount = endpoint({
  id: "connectAccount",
  method: "PUT",
  path: "/station/connections/:accountID",
  tag,
  summary: "Set up or remove the connection of an account.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  errors: ["E2017", "E2050", "E2155", "E2187"],
  body: connectionInputSchema,
  answer: connectedAccountSchema,
});

export const listConnectionCalls = endpoint({
  id: "listConnectionCalls",
  method: "GET",
  path: "/station/connections/:accountID/calls",
  tag,
  summary:
    "List this station's last calls to the carrier of an account since its start, with masked secrets.",
  access: "admin",
  shape: "whole",
  params,
  errors: ["E2017"],
  answer: notedCallSchema,
});

export const testConnection = endpoint({
  id: "testConnection",
  method: "POST",
  path: "/station/connections/:accountID/test",
  tag,
  summary: "Ask the carrier whether it accepts the credentials of an account.",
  access: "admin",
  shape: "one",
  params,
  errors: ["E2017", "E2050", "E2155", "E2182"],
  answer: connectionTestSchema,
});
