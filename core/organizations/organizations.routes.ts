/** /organizations and /members */
import { z } from "zod";
import { moneyText } from "../base/money.ts";
import { getBalance } from "../ledger/ledger.service.ts";
import { route, type Route } from "../http/route.ts";
import { balanceSchema, memberSchema, organizationPatchSchema, organizationSchema } from "./organizations.schema.ts";
import { getMember, getOrganization, listMembers, listOrganizations, patchOrganization } from "./organizations.service.ts";

const tag = "Organizations";
const params = z.object({ organizationID: z.string() });

export const organizationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/organizations",
    tag,
    summary: "List the organizations of the current user.",
    shape: "whole",
    answer: organizationSchema,
    run: ({ deps, actor }) => listOrganizations(deps, actor),
  }),
  route({
    method: "GET",
    path: "/organizations/:organizationID",
    tag,
    summary: "Get an organization.",
    shape: "one",
    params,
    errors: ["E1053"],
    answer: organizationSchema,
    run: ({ deps, actor }, { params: p }) => getOrganization(deps, actor, p.organizationID),
  }),
  route({
    method: "PATCH",
    path: "/organizations/:organizationID",
    tag,
    summary: "Change name, tax and contact fields, and label settings.",
    access: "admin",
    shape: "one",
    params,
    body: organizationPatchSchema,
    errors: ["E1053"],
    answer: organizationSchema,
    run: ({ deps, actor }, { params: p, body }) => patchOrganization(deps, actor, p.organizationID, body),
  }),
  route({
    method: "GET",
    path: "/organizations/:organizationID/balance",
    tag,
    summary: "Balance and debt.",
    shape: "raw",
    params,
    errors: ["E1053"],
    answer: balanceSchema,
    run: ({ deps, actor }, { params: p }) => {
      const { id } = getOrganization(deps, actor, p.organizationID);
      return { result: true as const, additionalMessage: "Success", data: moneyText(getBalance(deps, id).balance), debt: "0.00" };
    },
  }),
  route({
    method: "GET",
    path: "/members",
    tag,
    summary: "List the members of the current organization.",
    shape: "whole",
    answer: memberSchema,
    run: ({ deps, actor }) => listMembers(deps, actor),
  }),
  route({
    method: "GET",
    path: "/members/:userID",
    tag,
    summary: "Get a member.",
    shape: "one",
    params: z.object({ userID: z.string() }),
    errors: ["E2015"],
    answer: memberSchema,
    run: ({ deps, actor }, { params: p }) => getMember(deps, actor, p.userID),
  }),
];
