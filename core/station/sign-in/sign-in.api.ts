/** /station/sign-in and /station/badges */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  approvalAnswerSchema,
  approvalSchema,
  badgeCardSchema,
  badgeSchema,
  madeBadgeSchema,
  newBadgeSchema,
  newPinSchema,
  recoverySchema,
  signInAnswerSchema,
  signInSchema,
  signInSettingsSchema,
  signInStateSchema,
} from "./sign-in.schema.ts";

const tag = "Station";
const path = "/station/sign-in";

export const getSignIn = endpoint({
  id: "getSignIn",
  method: "GET",
  path,
  tag,
  summary: "Who is signed in at the desk's window, and whether the desk is locked.",
  access: "home",
  atDesk: "always",
  shape: "one",
  answer: signInStateSchema,
});

export const signIn = endpoint({
  id: "signIn",
  method: "POST",
  path,
  tag,
  summary:
    "Sign in at the desk with a badge; a lead also needs the PIN. Only for the desk's window.",
  access: "home",
  atDesk: "always",
  shape: "one",
  body: signInSchema,
  errors: ["E2243", "E2244", "E2245", "E2050", "E2155"],
  answer: signInAnswerSchema,
});

export const lockDesk = endpoint({
  id: "lockDesk",
  method: "POST",
  path: `${path}/lock`,
  tag,
  summary: "Lock the desk. The open order and running prints stay. Only for the desk's window.",
  access: "home",
  atDesk: "always",
  shape: "one",
  answer: signInStateSchema,
});

export const noteActivity = endpoint({
  id: "noteActivity",
  method: "POST",
  path: `${path}/activity`,
  tag,
  summary: "Note that somebody uses the desk, so that it does not lock. Only for the window.",
  access: "home",
  atDesk: "always",
  shape: "one",
  answer: signInStateSchema,
});

export const approveAct = endpoint({
  id: "approveAct",
  method: "POST",
  path: `${path}/approvals`,
  tag,
  summary:
    "Allow the signed-in member one call, by a lead's badge and PIN: the window repeats exactly this call within a minute. Only for the desk's window.",
  access: "home",
  shape: "one",
  body: approvalSchema,
  errors: ["E2241", "E2243", "E2244", "E2245", "E2050", "E2155"],
  answer: approvalAnswerSchema,
});

export const recoverSignIn = endpoint({
  id: "recoverSignIn",
  method: "POST",
  path: `${path}/recovery`,
  tag,
  summary:
    "Sign the owner in by the recovery key on paper, when the last owner's badge or PIN is lost. Only for the desk's window.",
  access: "home",
  atDesk: "always",
  shape: "one",
  body: recoverySchema,
  errors: ["E2105", "E2245"],
  answer: signInStateSchema,
});

export const updateSignIn = endpoint({
  id: "updateSignIn",
  method: "PATCH",
  path,
  tag,
  summary: "Change the idle minutes after which this desk locks.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: signInSettingsSchema,
  answer: signInStateSchema,
});

export const listBadges = endpoint({
  id: "listBadges",
  method: "GET",
  path: "/station/badges",
  tag,
  summary: "The organization's badges that are not revoked, without their numbers.",
  access: "admin",
  shape: "one",
  answer: z.object({ list: z.array(badgeSchema) }),
});

export const makeBadge = endpoint({
  id: "makeBadge",
  method: "POST",
  path: "/station/badges",
  tag,
  summary:
    "Make a badge for a member. Only this answer has its number. The first badge is an owner's, and from then on every desk of the organization asks for a badge.",
  access: "admin",
  audited: { kind: "member", act: "made" },
  shownOnce: { number: "***" },
  shape: "one",
  status: 201,
  body: newBadgeSchema,
  errors: ["E2015", "E2246", "E2050", "E2155"],
  answer: madeBadgeSchema,
});

export const revokeBadge = endpoint({
  id: "revokeBadge",
  method: "DELETE",
  path: "/station/badges/:badgeID",
  tag,
  summary:
    "Revoke a badge. A desk that is cut off learns of it when it is connected again. Without any badge no desk asks for one.",
  access: "admin",
  audited: { kind: "member", act: "removed" },
  shape: "one",
  params: z.object({ badgeID: z.string() }),
  errors: ["E2246", "E2247"],
  answer: badgeSchema,
});

export const setMemberPin = endpoint({
  id: "setMemberPin",
  method: "PUT",
  path: "/station/badges/pins/:userID",
  tag,
  summary: "Set the PIN of an owner or admin, six digits.",
  access: "admin",
  audited: { kind: "member", act: "changed" },
  shape: "one",
  params: z.object({ userID: z.string() }),
  body: newPinSchema,
  errors: ["E2015", "E2050", "E2155"],
  answer: z.object({ list: z.array(badgeSchema) }),
});

export const drawBadgeCard = endpoint({
  id: "drawBadgeCard",
  method: "POST",
  path: "/station/badges/card",
  tag,
  summary: "Draw the card of a badge as a PDF, to be printed and laminated.",
  access: "admin",
  shape: "bytes",
  media: ["application/pdf"],
  body: badgeCardSchema,
  errors: ["E2059"],
  answer: z.unknown(),
});
