/** /station/privacy */
import { endpoint } from "../../http/endpoint.ts";
import {
  erasureSchema,
  personFoundSchema,
  personSchema,
  privacyRulesPatchSchema,
  privacyRulesSchema,
} from "./privacy.schema.ts";

const tag = "Station";

export const getPrivacyRules = endpoint({
  id: "getPrivacyRules",
  method: "GET",
  path: "/station/privacy",
  tag,
  summary: "How long personal data of parcels that have ended, and the audit log, are kept.",
  access: "admin",
  shape: "one",
  answer: privacyRulesSchema,
});

export const updatePrivacyRules = endpoint({
  id: "updatePrivacyRules",
  method: "PATCH",
  path: "/station/privacy",
  tag,
  summary:
    "Change how long personal data and the audit log are kept, at every station of the organization. Erased data does not come back.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: privacyRulesPatchSchema,
  answer: privacyRulesSchema,
});

export const findPerson = endpoint({
  id: "findPerson",
  method: "POST",
  path: "/station/privacy/person",
  tag,
  summary: "What an erasure of this person would erase. Nothing is changed.",
  access: "admin",
  audited: { kind: "erasure", act: "asked" },
  shape: "one",
  errors: ["E2052"],
  body: personSchema,
  answer: personFoundSchema,
});

export const erasePerson = endpoint({
  id: "erasePerson",
  method: "POST",
  path: "/station/privacy/erasures",
  tag,
  summary:
    "Erase a person's data from all parcels that have ended, and from the address book. Erased data does not come back.",
  access: "admin",
  audited: { kind: "erasure", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2052"],
  body: personSchema,
  answer: personFoundSchema,
});

export const listErasures = endpoint({
  id: "listErasures",
  method: "GET",
  path: "/station/privacy/erasures",
  tag,
  summary: "The newest requested erasures, at most 200, with the ids of the erased rows.",
  access: "admin",
  shape: "whole",
  answer: erasureSchema,
});
