/** /organizations and /members */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import {
  memberPatchSchema,
  memberSchema,
  newMemberSchema,
  newOrganizationSchema,
  organizationPatchSchema,
  organizationSchema,
} from "./organizations.schema.ts";

const tag = "Organizations";
const params = z.object({ organizationID: z.string() });

export const listOrganizations = endpoint({
  id: "listOrganizations",
  method: "GET",
  path: "/organizations",
  tag,
  summary: "List the organizations of the current user.",
  access: "member",
  shape: "whole",
  answer: organizationSchema,
});

export const createOrganization = endpoint({
  id: "createOrganization",
  method: "POST",
  path: "/organizations",
  tag,
  summary: "Create an organization; the caller's user becomes its owner.",
  access: "member",
  atDesk: "lead",
  audited: { kind: "member", act: "made" },
  shape: "one",
  status: 201,
  body: newOrganizationSchema,
  answer: organizationSchema,
});

export const getOrganization = endpoint({
  id: "getOrganization",
  method: "GET",
  path: "/organizations/:organizationID",
  tag,
  summary: "Get an organization.",
  access: "member",
  shape: "one",
  params,
  errors: ["E1053"],
  answer: organizationSchema,
});

export const updateOrganization = endpoint({
  id: "updateOrganization",
  method: "PATCH",
  path: "/organizations/:organizationID",
  tag,
  summary:
    "Change name, tax and contact fields, and label settings: by an owner or admin of that organization.",
  access: "member",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  body: organizationPatchSchema,
  errors: ["E1053", "E2029", "E2059"],
  answer: organizationSchema,
});

export const listMembers = endpoint({
  id: "listMembers",
  method: "GET",
  path: "/members",
  tag,
  summary: "List the members of the current organization.",
  access: "member",
  shape: "whole",
  answer: memberSchema,
});

export const getMember = endpoint({
  id: "getMember",
  method: "GET",
  path: "/members/:userID",
  tag,
  summary: "Get a member.",
  access: "member",
  shape: "one",
  params: z.object({ userID: z.string() }),
  errors: ["E2015"],
  answer: memberSchema,
});

export const createMember = endpoint({
  id: "createMember",
  method: "POST",
  path: "/members",
  tag,
  summary: "Add a user to the organization, by user id or e-mail.",
  access: "admin",
  audited: { kind: "member", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2015", "E2031"],
  body: newMemberSchema,
  answer: memberSchema,
});

export const updateMember = endpoint({
  id: "updateMember",
  method: "PATCH",
  path: "/members/:userID",
  tag,
  summary: "Change a member's name or role, or end or renew its access.",
  access: "admin",
  audited: { kind: "member", act: "changed" },
  shape: "one",
  params: z.object({ userID: z.string() }),
  errors: ["E2015", "E2030", "E2246"],
  body: memberPatchSchema,
  answer: memberSchema,
});
