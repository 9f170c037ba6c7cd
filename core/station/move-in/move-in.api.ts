/** /station/move-in: the move of an organization from another server of this interface. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagingQuery } from "../../http/paging.schema.ts";
import {
  moveInChoiceForAllSchema,
  moveInChoiceSchema,
  moveInParams,
  moveInQuestionSchema,
  moveInSchema,
  newMoveInSchema,
  questionKindParams,
  questionParams,
} from "./move-in.schema.ts";

const tag = "Station";
const path = "/station/move-in";

export const listMoveIns = endpoint({
  id: "listMoveIns",
  method: "GET",
  path,
  tag,
  summary: "List the moves from other servers with their progress and counts, newest first.",
  access: "admin",
  shape: "whole",
  answer: moveInSchema,
});

export const startMoveIn = endpoint({
  id: "startMoveIn",
  places: { "body.url": "typed" },
  method: "POST",
  path,
  tag,
  summary:
    "Start to take everything from another server of this interface: addresses, templates, webhooks, names of accounts, members without access, and shipments with their labels. The station reads in the background, also after a restart.",
  access: "admin",
  audited: { kind: "data", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2050", "E2155", "E2188"],
  body: newMoveInSchema,
  answer: moveInSchema,
});

export const continueMoveIn = endpoint({
  id: "continueMoveIn",
  method: "POST",
  path: "/station/move-in/:accountID/continue",
  tag,
  summary:
    "Continue a paused move. After everything was read, read everything again: rows that have changed there are taken again, others change nothing.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2188", "E2189"],
  params: moveInParams,
  answer: moveInSchema,
});

export const pauseMoveIn = endpoint({
  id: "pauseMoveIn",
  method: "POST",
  path: "/station/move-in/:accountID/pause",
  tag,
  summary: "Pause a running move.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2188", "E2189"],
  params: moveInParams,
  answer: moveInSchema,
});

export const endMoveIn = endpoint({
  id: "endMoveIn",
  method: "POST",
  path: "/station/move-in/:accountID/moved",
  tag,
  summary:
    "State that the organization has moved: nothing is read from the server again. Labels from there are cancelled and followed as before.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2189"],
  params: moveInParams,
  answer: moveInSchema,
});

export const listMoveInQuestions = endpoint({
  id: "listMoveInQuestions",
  method: "GET",
  path: "/station/move-in/:accountID/questions",
  tag,
  summary:
    "List what a person settles, open questions first: unknown districts, accounts whose secrets are missing, and shipments that conflict with others here.",
  access: "admin",
  shape: "page",
  errors: ["E2189"],
  params: moveInParams,
  query: z.object(pagingQuery),
  answer: moveInQuestionSchema,
});

export const settleMoveInQuestion = endpoint({
  id: "settleMoveInQuestion",
  method: "POST",
  path: "/station/move-in/:accountID/questions/:kind/:key",
  tag,
  summary:
    "Settle a question: choose a district, give a shipment a new number, or leave it as it is.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2188", "E2189"],
  params: questionParams,
  body: moveInChoiceSchema,
  answer: moveInQuestionSchema,
});

export const settleMoveInQuestions = endpoint({
  id: "settleMoveInQuestions",
  method: "POST",
  path: "/station/move-in/:accountID/questions/:kind",
  tag,
  summary:
    "Settle all open questions of a kind: give the shipments new numbers, or leave them as they are.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2188", "E2189"],
  params: questionKindParams,
  body: moveInChoiceForAllSchema,
  answer: moveInSchema,
});
