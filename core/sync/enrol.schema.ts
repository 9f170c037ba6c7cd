/**
 * What a new station and the hub exchange. The text that is signed travels as it was signed, so no
 * two sides write it differently.
 */
import { z } from "zod";

/** Names are shown in lists; a control character in one could forge a line. */
export const stationNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}+$/u, "must have no control characters");

/** Version 1 was of trial versions. A hub refuses a request of another version as unreadable. */
export const ENROL_VERSION = 2;

export const enrolRequestSchema = z.object({
  v: z.literal(ENROL_VERSION),
  codeID: z.string(),
  stationID: z.uuid(),
  name: stationNameSchema,
  /** The public half of the station's nkey: "U…". */
  userKey: z.string().regex(/^U[A-Z2-7]{55}$/),
  /** The public key to which secrets of the organization are sealed for this station. */
  boxPublicKey: z.string().max(200),
  /**
   * Whose desk it is; null or absent: no organization's yet. A hub that has lost its data lets its
   * own organization in alone.
   */
  organizationID: z.string().max(64).nullish(),
  /** The answer repeats it, so an old answer is not taken for a new one. */
  nonce: z.string().max(64),
});
export type EnrolRequest = Readonly<z.infer<typeof enrolRequestSchema>>;

/** `text`: JSON of a request or an answer; `mac`: HMAC-SHA256 of it by the code's secret, hex. */
export const signedSchema = z.object({ text: z.string().max(20_000), mac: z.string() });
export type Signed = Readonly<z.infer<typeof signedSchema>>;

const REFUSALS = [
  "unknown",
  "used",
  "ended",
  "taken",
  "revoked",
  "awaiting",
  "another",
  "unreadable",
  "disk",
  "failed",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Not signed: a hub that does not know the code has no secret to sign by. */
export const refusalSchema = z.object({
  refused: z.enum(REFUSALS),
  /** Which organization the hub is awaiting. */
  organization: z.string().nullish(),
  hubTime: z.iso.datetime(),
});

export const enrolAnswerSchema = z.object({
  v: z.literal(ENROL_VERSION),
  nonce: z.string(),
  hubID: z.uuid(),
  hubName: z.string(),
  /** The public nkey by which the hub signs its list of stations. */
  hubKey: z.string(),
  /** "tls://host:port", the likeliest first. */
  servers: z.array(z.string()).min(1),
  inboxPrefix: z.string(),
  /** Whether this station may let others in and revoke them. */
  leads: z.boolean().default(false),
  hubTime: z.iso.datetime(),
});
export type EnrolAnswer = Readonly<z.infer<typeof enrolAnswerSchema>>;
