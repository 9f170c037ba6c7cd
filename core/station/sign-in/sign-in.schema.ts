/** Wire shapes of signing in at the desk, and of badges. */
import { z } from "zod";
import { LEAD_ACTS } from "../../http/lead-acts.schema.ts";
import { roleSchema } from "../../organizations/organizations.schema.ts";

/** Idle minutes before the desk locks. */
export const LOCK_MINUTES = { least: 1, most: 240, default: 10 } as const;

/** PINs that a guesser tries first. */
const GUESSED = new Set(["123456", "654321", "112233", "121212", "123123"]);

/** Returns whether a PIN of six digits is one that a guesser tries first. */
export function isGuessedPin(text: string): boolean {
  return GUESSED.has(text) || /^(\d)\1{5}$/.test(text);
}

const badge = z.string().max(100);
const pin = z.string().max(20);

const personSchema = z
  .object({ id: z.uuid(), name: z.string(), role: roleSchema })
  .meta({ id: "DeskPerson" });

export const signInStateSchema = z
  .object({
    /** `off`: the organization has no badge, and the desk acts as its owner. */
    state: z.enum(["off", "locked", "signedIn"]),
    /** Member who is signed in; null otherwise. */
    person: personSchema.nullable(),
    lockAfterMinutes: z.number().int(),
  })
  .meta({ id: "SignInState" });
export type SignInState = z.infer<typeof signInStateSchema>;

export const signInSchema = z.strictObject({ badge, pin: pin.default("") });

/** `pinNeeded`: the badge belongs to a lead; the call is repeated with the PIN. */
export const signInAnswerSchema = z
  .object({
    step: z.enum(["pinNeeded", "signedIn"]),
    name: z.string(),
  })
  .meta({ id: "SignInAnswer" });
export type SignInAnswer = z.infer<typeof signInAnswerSchema>;

/** A call that the window will repeat once with the lead's leave, and why it was refused. */
export const approvalSchema = z.strictObject({
  badge,
  pin: pin.default(""),
  /** The reason for which the lead was asked; the leave counts for no other. */
  act: z.enum(LEAD_ACTS),
  method: z.enum(["GET", "POST", "PATCH", "PUT", "DELETE"]),
  path: z.string().startsWith("/").max(2_000),
  body: z.unknown().optional(),
});
export type Approval = z.output<typeof approvalSchema>;

export const approvalAnswerSchema = z
  .object({ step: z.enum(["pinNeeded", "approved"]), name: z.string() })
  .meta({ id: "ApprovalAnswer" });
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

export const recoverySchema = z.strictObject({ recoveryKey: z.string().max(200) });

export const signInSettingsSchema = z.strictObject({
  lockAfterMinutes: z.int().min(LOCK_MINUTES.least).max(LOCK_MINUTES.most),
});

export const badgeSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    memberID: z.uuid(),
    userID: z.uuid(),
    memberName: z.string(),
    role: roleSchema,
    /** Whether the member has a PIN; a lead needs one. */
    hasPin: z.boolean(),
    /** Whether the member is active. */
    isActive: z.boolean(),
  })
  .meta({ id: "Badge" });
export type Badge = z.infer<typeof badgeSchema>;

export const newBadgeSchema = z.strictObject({
  userID: z.string().max(100),
  /** PIN of a lead who has none; "" keeps the member's PIN. */
  pin: pin.default(""),
});

/**
 * `number` is only in this answer, since the station stores its hash; a repeat of the call has
 * "***".
 */
export const madeBadgeSchema = badgeSchema.extend({ number: z.string() }).meta({ id: "MadeBadge" });
export type MadeBadge = z.infer<typeof madeBadgeSchema>;

export const badgeCardSchema = z.strictObject({
  number: badge,
  name: z.string().max(200),
  language: z.enum(["en", "tr"]).default("tr"),
});

export const newPinSchema = z.strictObject({ pin });
