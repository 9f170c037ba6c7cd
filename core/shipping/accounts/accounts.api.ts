/** /provideraccounts: links and unlinks an organization's carrier accounts. */
import { z } from "zod";
import { queryBoolean } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import { accountInputSchema, accountSchema } from "./accounts.schema.ts";

const tag = "Provider accounts";

export const listProviderAccounts = endpoint({
  id: "listProviderAccounts",
  method: "GET",
  path: "/provideraccounts",
  tag,
  summary: "List the linked agreements with carriers.",
  access: "member",
  shape: "whole",
  answer: accountSchema,
});

export const createProviderAccount = endpoint({
  id: "createProviderAccount",
  method: "POST",
  path: "/provideraccounts",
  tag,
  summary: "Link an agreement with a carrier.",
  access: "admin",
  audited: { kind: "settings", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2050", "E2155"],
  body: accountInputSchema,
  answer: accountSchema,
});

export const deleteProviderAccount = endpoint({
  id: "deleteProviderAccount",
  method: "DELETE",
  path: "/provideraccounts/:providerAccountID",
  tag,
  summary:
    "Unlink an agreement. With isDeleteAccountConnection=false it is only deactivated and stays listed.",
  access: "admin",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  params: z.object({ providerAccountID: z.string() }),
  query: z.object({ isDeleteAccountConnection: queryBoolean }),
  errors: ["E2017", "E2187"],
  answer: accountSchema,
});
