/**
 * Messages between a new station and the hub. The signed text is sent unchanged, so that both sides
 * verify the same bytes.
 */
import { z } from "zod";

/** A station's name. Names are shown in lists, where a control character could forge a line. */
export const stationNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}+$/u, "must have no control characters");

/**
 * Version 1 belonged to trial versions. A hub rejects a request of another version as unreadable.
 */
export const ENROL_VERSION = 2;

export const enrolRequestSchema = z.object({
  v: z.literal(ENROL_VERSION),
  codeID: z.string(),
  stationID: z.uuid(),
  name: stationNameSchema,
  /** The public half of the station's nkey: "U…". */
  userKey: z.string().regex(/^U[A-Z2-7]{55}$/),
  /** The public key with which the organization's secrets are sealed for this station. */
  boxPublicKey: z.string().max(200),
  /**
   * Organization of the desk; null or absent: the desk has none yet. A hub that has lost its data
   * admits only its own organization.
   */
  organizationID: z.string().max(64).nullish(),
  /** Repeated in the answer, so that an old answer is not accepted as a new answer. */
  nonce: z.string().max(64),
});
export type EnrolRequest = Readonly<z.infer<typeof enrolRequestSchema>>;

/**
 * `text`: JSON of a request or an answer; `mac`: HMAC-SHA256 of the text with the code's secret,
 * hex.
 */
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

/**
 * A refusal. It is not signed, because a hub that does not know the code has no secret for a
 * signature.
 */
export const refusalSchema = z.object({
  refused: z.enum(REFUSALS),
  /** Organization that the hub is waiting for. */
  organization: z.string().nullish(),
  hubTime: z.iso.datetime(),
});

export const enrolAnswerSchema = z.object({
  v: z.literal(ENROL_VERSION),
  nonce: z.string(),
  hubID: z.uuid(),
  hubName: z.string(),
  /** The public nkey of the hub, which signs its list of stations. */
  hubKey: z.string(),
  /** "tls://host:port", the likeliest first. */
  servers: z.array(z.string()).min(1),
  inboxPrefix: z.string(),
  /** Whether this station may admit and revoke other stations. */
  leads: z.boolean().default(false),
  hubTime: z.iso.datetime(),
});
export type EnrolAnswer = Readonly<z.infer<typeof enrolAnswerSchema>>;
