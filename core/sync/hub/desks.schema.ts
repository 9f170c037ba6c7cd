/** What the hub remembers of its stations and join codes. */
import { z } from "zod";

const instant = z.iso.datetime();

/** `at`: of the revocation that it is about, which may be an earlier one. */
const endedSchema = z.object({
  at: instant,
  incarnation: z.int().min(0),
  lastNumber: z.int().min(0),
});
export type Ended = Readonly<z.infer<typeof endedSchema>>;

const stationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The public half of its nkey. */
  userKey: z.string(),
  /**
   * Public halves of the nkeys that it had before, the newest first: what it signed by them stays
   * its own.
   */
  earlierKeys: z.array(z.string()).default([]),
  boxPublicKey: z.string(),
  /** By which code it came. */
  codeID: z.string(),
  enrolledAt: instant,
  /** Null: not known to have connected. */
  lastConnectedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** How far it had come when it was revoked; null: it never was, or was never there. */
  ended: endedSchema.nullable().default(null),
  /**
   * It may let others in and revoke them: the first of all, and whichever joins while none of those
   * is left.
   */
  leads: z.boolean().default(false),
});
export type Station = Readonly<z.infer<typeof stationSchema>>;

const MOST_KEYS = 20;

/** The keys by which a station signs or has signed, the newest first. */
export function keysOf({
  userKey,
  earlierKeys,
}: Pick<Station, "userKey" | "earlierKeys">): string[] {
  return [userKey, ...earlierKeys].slice(0, MOST_KEYS);
}

const codeSchema = z.object({
  id: z.string(),
  secret: z.string(),
  /** The station that it lets in with a new key; null: any station that is not there yet. */
  station: z.string().nullable().default(null),
  /** How many stations it lets in. */
  desks: z.int().min(1),
  madeAt: instant,
  endsAt: instant,
  /** Ids of the stations that came by it. */
  usedBy: z.array(z.string()),
});
export type Code = Readonly<z.infer<typeof codeSchema>>;

export const registrySchema = z.object({
  v: z.literal(1),
  stations: z.array(stationSchema),
  codes: z.array(codeSchema),
  /** Never accepted again. */
  revokedKeys: z.array(z.string()),
});
export type Registry = Readonly<z.infer<typeof registrySchema>>;
