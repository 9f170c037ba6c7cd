/** /apitokens */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { issuedTokenSchema, newTokenSchema, tokenSchema } from "./api-tokens.schema.ts";

const tag = "API tokens";

export const listTokens = endpoint({
  id: "listTokens",
  method: "GET",
  path: "/apitokens",
  tag,
  summary:
    "List API tokens without their secrets: all tokens of the organization for an owner or admin, only its own tokens for another member.",
  access: "member",
  shape: "whole",
  answer: tokenSchema,
});

export const createToken = endpoint({
  id: "createToken",
  method: "POST",
  path: "/apitokens",
  tag,
  summary: "Create an API token that acts as the caller. Only this answer has the token itself.",
  access: "member",
  atDesk: "lead",
  audited: { kind: "token", act: "made" },
  shownOnce: { token: null },
  shape: "one",
  status: 201,
  errors: ["E1053"],
  body: newTokenSchema,
  answer: issuedTokenSchema,
});

export const deleteToken = endpoint({
  id: "deleteToken",
  method: "DELETE",
  path: "/apitokens/:tokenID",
  tag,
  summary: "Revoke an API token with immediate effect.",
  access: "member",
  atDesk: "lead",
  audited: { kind: "token", act: "removed" },
  shape: "one",
  params: z.object({ tokenID: z.string() }),
  errors: ["E2018"],
  answer: tokenSchema,
});
