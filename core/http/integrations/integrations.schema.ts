/**
 * Wire shapes for integrators: the last calls of programs, and web pages that request access to the
 * station.
 */
import { z } from "zod";

const pairingSchema = z
  .object({ id: z.uuid(), origin: z.string(), askedAt: z.string(), expiresAt: z.string() })
  .meta({ id: "Pairing" });
export type Pairing = z.infer<typeof pairingSchema>;

export const pairingsSchema = z
  .object({ questions: z.array(pairingSchema), allowedOrigins: z.array(z.string()) })
  .meta({ id: "Pairings" });
export type Pairings = z.infer<typeof pairingsSchema>;

export const callSchema = z
  .object({
    /** The X-Request-Id. */
    id: z.string(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.number().int(),
    /** Error code of a failure. */
    code: z.string().nullable(),
    durationMs: z.number(),
    memberID: z.string(),
    requestBody: z.string(),
    responseBody: z.string(),
  })
  .meta({ id: "Call" });
export type Call = z.infer<typeof callSchema>;
