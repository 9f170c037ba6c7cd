/** /organizations and /members */
import { z } from "zod";
import { moneyText } from "../base/money.ts";
import { AppError } from "../base/errors.ts";
import { ledgerEntrySchema, topUpInputSchema } from "../ledger/ledger.schema.ts";
import { getBalance } from "../ledger/ledger.service.ts";
import { pageEntries, requestTopUp } from "../ledger/top-up.ts";
import { pageOf, pagingQuery } from "../http/paging.ts";
import { route, type Route } from "../http/route.ts";
import { addMember, getMember, listMembers, patchMember } from "./members.ts";
import { balanceSchema, memberPatchSchema, memberSchema, newMemberSchema, newOrganizationSchema, organizationPatchSchema, organizationSchema } from "./organizations.schema.ts";
import { foundOrganization, getOrganization, listOrganizations, patchOrganization } from "./organizations.service.ts";

const tag = "Organizations";
const params = z.object({ organizationID: z.string() });

export const organizationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/organizations",
    tag,
    summary: "List the organizations of the current user.",
    access: "member",
    shape: "whole",
    answer: organizationSchema,
    run: ({ deps, actor }) => listOrganizations(deps, actor),
  }),
  route({
    method: "POST",
    path: "/organizations",
    tag,
    summary: "Create an organization; the caller's user becomes its owner.",
    access: "member",
    shape: "one",
    status: 201,
    body: newOrganizationSchema,
    answer: organizationSchema,
    run: ({ deps, actor }, { body }) => foundOrganization(deps, actor, body),
  }),
  route({
    method: "GET",
    path: "/organizations/:organizationID",
    tag,
    summary: "Get an organization.",
    access: "member",
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
    summary: "Change name, tax and contact fields, and label settings: by an owner or admin of that organization.",
    access: "member",
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
    access: "member",
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
    method: "POST",
    path: "/organizations/:organizationID/balance/topups",
    tag,
    summary: "Top up the balance. A reference used before, with the same amount, answers the first top-up.",
    access: "admin",
    shape: "one",
    status: 201,
    params,
    errors: ["E1053", "E1074", "E2051"],
    body: topUpInputSchema,
    answer: ledgerEntrySchema,
    run: ({ deps, actor }, { params: p, body }) => {
      if (p.organizationID !== actor.organizationID) throw new AppError("E1053");
      return requestTopUp(deps, p.organizationID, body);
    },
  }),
  route({
    method: "GET",
    path: "/organizations/:organizationID/balance/entries",
    tag,
    summary: "The ledger: top-ups, purchases and refunds, newest first.",
    access: "member",
    shape: "page",
    params,
    query: z.object(pagingQuery),
    errors: ["E1053", "E2052"],
    answer: ledgerEntrySchema,
    run: ({ actor, callersReader }, { params: p, query }) => {
      if (p.organizationID !== actor.organizationID) throw new AppError("E1053");
      // Each entry names a member's purchase, and a limitedAccessUser sees its own only.
      if (actor.role === "limitedAccessUser") throw new AppError("E1055");
      return pageEntries({ reader: callersReader() }, p.organizationID, pageOf(query));
    },
  }),
  route({
    method: "GET",
    path: "/members",
    tag,
    summary: "List the members of the current organization.",
    access: "member",
    shape: "whole",
    answer: memberSchema,
    run: ({ deps, actor }) => listMembers(deps, actor),
  }),
  route({
    method: "GET",
    path: "/members/:userID",
    tag,
    summary: "Get a member.",
    access: "member",
    shape: "one",
    params: z.object({ userID: z.string() }),
    errors: ["E2015"],
    answer: memberSchema,
    run: ({ deps, actor }, { params: p }) => getMember(deps, actor, p.userID),
  }),
  route({
    method: "POST",
    path: "/members",
    tag,
    summary: "Take a user into the organization, by user id or e-mail.",
    access: "admin",
    shape: "one",
    status: 201,
    errors: ["E2015", "E2031"],
    body: newMemberSchema,
    answer: memberSchema,
    run: ({ deps, actor }, { body }) => addMember(deps, actor, body),
  }),
  route({
    method: "PATCH",
    path: "/members/:userID",
    tag,
    summary: "Change a member's name or role, or end and renew its access.",
    access: "admin",
    shape: "one",
    params: z.object({ userID: z.string() }),
    errors: ["E2015", "E2030"],
    body: memberPatchSchema,
    answer: memberSchema,
    run: ({ deps, actor }, { params: p, body }) => patchMember(deps, actor, p.userID, body),
  }),
];
