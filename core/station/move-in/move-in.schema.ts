/** Wire shapes of the move from another server of this interface, and its kinds of rows. */
import { z } from "zod";
import { sameID } from "../../base/wire.ts";

/** Kinds of rows, in the order in which they are read: addresses before shipments that name them. */
export const MOVED_KINDS = [
  "organization",
  "members",
  "districts",
  "senders",
  "recipients",
  "templates",
  "webhooks",
  "accounts",
  "shipments",
] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

/**
 * `RUNNING`: the station reads. `PAUSED`: by a person, or because the server refused. `READ`:
 * everything was read, and may be read again. `MOVED`: nothing is read again.
 */
const MOVE_IN_STATES = ["RUNNING", "PAUSED", "READ", "MOVED"] as const;
export type MoveInState = (typeof MOVE_IN_STATES)[number];

/**
 * Why a row was left out. `unreadable`: it is not in the form of the interface. `elsewhere`: its id
 * belongs to another organization here, or to other content. `number`: a shipment here has its
 * number. `barcode`: a parcel here has its barcode. `open`: its purchase has no outcome there yet.
 * `state`: its state follows from nothing that is known of it. `boughtHere`: its label was bought
 * here. `sender`: its sender is not known. `url`: the address may not be called from here.
 * `noRight`: the token may not read the list. `refused`: the server did not give the list.
 */
const LEFT_OUT = [
  "unreadable",
  "elsewhere",
  "number",
  "barcode",
  "open",
  "state",
  "boughtHere",
  "sender",
  "url",
  "noRight",
  "refused",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * Questions to a person. `district`: a district that is not known here. `account`: an account whose
 * secrets must be entered. The others are shipments that were left out.
 */
const QUESTION_KINDS = [
  "district",
  "account",
  "number",
  "barcode",
  "elsewhere",
  "boughtHere",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const count = z.number().int();

export const moveInSchema = z
  .object({
    accountID: z.uuid(),
    /** Name of the account that leads to the server. */
    name: z.string(),
    /** Address of the server. */
    url: z.string(),
    /** Host of the server, with its port. */
    host: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    state: z.enum(MOVE_IN_STATES),
    /** When everything was read last; null before the first reading has ended. */
    readAt: z.string().nullable(),
    /** Reading of everything, from 1. */
    round: count,
    /** The kind of rows that is read, and how many of them are done; `total` 0: not known yet. */
    reading: z.object({ kind: z.enum(MOVED_KINDS), done: count, total: count }),
    /** Why the last call gave nothing; "" when it did. */
    problem: z.string(),
    /** Counts of the last round by kind. `read`: rows, without a list that was not given. */
    counts: z.array(
      z.object({
        kind: z.enum(MOVED_KINDS),
        read: count,
        taken: count,
        /** Taken again, because the row has changed there. */
        changed: count,
        alike: count,
        leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT), n: count })),
      }),
    ),
    /** Number of questions that nobody has settled. */
    questions: count,
    /** Numbers of the questions that wait for a person, by kind. */
    openQuestions: z.array(z.object({ kind: z.enum(QUESTION_KINDS), n: count })),
  })
  .meta({ id: "MoveIn" });
export type MoveIn = z.infer<typeof moveInSchema>;

export const newMoveInSchema = z
  .strictObject({
    /** Address of the server, with or without /api/v1. */
    url: z.string().trim().min(1).max(300),
    token: z.string().trim().min(1).max(500),
  })
  .meta({ id: "NewMoveIn" });
export type NewMoveIn = z.output<typeof newMoveInSchema>;

export const moveInParams = z.object({ accountID: z.string().transform(sameID) });

export const moveInQuestionSchema = z
  .object({
    kind: z.enum(QUESTION_KINDS),
    key: z.string(),
    /** A district with its province, the name of an account, or the number of a shipment. */
    text: z.string(),
    state: z.enum(["OPEN", "CHOSEN", "SETTLED"]),
  })
  .meta({ id: "MoveInQuestion" });
export type MoveInQuestion = z.infer<typeof moveInQuestionSchema>;

/**
 * Answer of a person. `district`: our district for the unknown one. `newNumber`: the shipment gets a
 * number of this station. `leave`: nothing is done, or it was done elsewhere.
 */
export const moveInChoiceSchema = z
  .discriminatedUnion("action", [
    z.strictObject({ action: z.literal("district"), districtID: z.number().int().min(1) }),
    z.strictObject({ action: z.literal("newNumber") }),
    z.strictObject({ action: z.literal("leave") }),
  ])
  .meta({ id: "MoveInChoice" });
export type MoveInChoice = z.output<typeof moveInChoiceSchema>;

/** One answer for all open questions of a kind. */
export const moveInChoiceForAllSchema = z
  .discriminatedUnion("action", [
    z.strictObject({ action: z.literal("newNumber") }),
    z.strictObject({ action: z.literal("leave") }),
  ])
  .meta({ id: "MoveInChoiceForAll" });
export type MoveInChoiceForAll = z.output<typeof moveInChoiceForAllSchema>;

export const questionKindParams = z.object({
  accountID: z.string().transform(sameID),
  kind: z.enum(QUESTION_KINDS),
});

export const questionParams = z.object({
  accountID: z.string().transform(sameID),
  kind: z.enum(QUESTION_KINDS),
  key: z.string(),
});
