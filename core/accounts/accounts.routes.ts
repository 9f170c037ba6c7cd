/** /provideraccounts */
import { z } from "zod";
import { queryBoolean } from "../base/wire.ts";
import { route, type Route } from "../http/route.ts";
import { accountInputSchema, accountSchema } from "./accounts.schema.ts";
import { linkAccount, listAccounts, unlinkAccount } from "./accounts.service.ts";

const tag = "Provider accounts";

export const accountRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/provideraccounts",
    tag,
    summary: "List the linked agreements with carriers.",
    access: "member",
    shape: "whole",
    answer: accountSchema,
    run: ({ deps, actor }) => listAccounts(deps, actor),
  }),
  route({
    method: "POST",
    path: "/provideraccounts",
    tag,
    summary: "Link an own agreement with a carrier.",
    access: "admin",
    shape: "one",
    status: 201,
    errors: ["E2050"],
    body: accountInputSchema,
    answer: accountSchema,
    run: ({ deps, actor }, { body }) => linkAccount(deps, actor, body),
  }),
  route({
    method: "DELETE",
    path: "/provideraccounts/:providerAccountID",
    tag,
    summary: "Unlink an agreement. With isDeleteAccountConnection=false it is only switched off and stays listed.",
    access: "admin",
    shape: "one",
    params: z.object({ providerAccountID: z.string() }),
    query: z.object({ isDeleteAccountConnection: queryBoolean }),
    errors: ["E2017"],
    answer: accountSchema,
    run: ({ deps, actor }, { params, query }) => unlinkAccount(deps, actor, params.providerAccountID, query.isDeleteAccountConnection === false),
  }),
];
