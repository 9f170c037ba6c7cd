/** /apitokens */
import { z } from "zod";
import { route, type Route } from "../http/route.ts";
import { issuedTokenSchema, newTokenSchema, tokenSchema } from "./api-tokens.schema.ts";
import { createToken, listTokens, revokeToken } from "./api-tokens.ts";

const tag = "API tokens";

export const tokenRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/apitokens",
    tag,
    summary: "List API tokens, without their secrets: owner and admin all, others their own.",
    access: "member",
    shape: "whole",
    answer: tokenSchema,
    run: ({ deps, actor }) => listTokens(deps, actor),
  }),
  route({
    method: "POST",
    path: "/apitokens",
    tag,
    summary: "Make an API token that acts as the caller. It is shown in this answer and never again.",
    access: "member",
    shape: "one",
    status: 201,
    errors: ["E1053"],
    body: newTokenSchema,
    answer: issuedTokenSchema,
    run: ({ deps, actor }, { body }) => createToken(deps, actor, body),
  }),
  route({
    method: "DELETE",
    path: "/apitokens/:tokenID",
    tag,
    summary: "Revoke an API token, at once.",
    access: "member",
    shape: "one",
    params: z.object({ tokenID: z.string() }),
    errors: ["E2018"],
    answer: tokenSchema,
    run: ({ deps, actor }, { params }) => revokeToken(deps, actor, params.tokenID),
  }),
];
