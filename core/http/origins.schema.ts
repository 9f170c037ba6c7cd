/** Wire shapes of web pages that want to use the station. */
import { z } from "zod";

export const pairingSchema = z.object({ id: z.uuid(), origin: z.string(), askedAt: z.string(), expiresAt: z.string() });
export type Pairing = z.infer<typeof pairingSchema>;

export const pairingsSchema = z.object({ questions: z.array(pairingSchema), allowedOrigins: z.array(z.string()) });
export type Pairings = z.infer<typeof pairingsSchema>;
