/** The hub's stored stations and join codes. */
import { z } from "zod";

const instant = z.iso.datetime();

/** `at`: time of the revocation that it concerns, which may be an earlier one. */
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
  /** Public halves of its earlier nkeys, the newest first: messages signed with them stay valid. */
  earlierKeys: z.array(z.string()).default([]),
  boxPublicKey: z.string(),
  /** Code with which it joined. */
  codeID: z.string(),
  enrolledAt: instant,
  /** Null: not known to have connected. */
  lastConnectedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Its last published position when it was revoked; null: never revoked, or never connected. */
  ended: endedSchema.nullable().default(null),
  /**
   * Whether it may admit and revoke others: the first of all stations, and any that joins while no
   * such station is left.
   */
  leads: z.boolean().default(false),
});
export type Station = Readonly<z.infer<typeof stationSchema>>;

const MOST_KEYS = 20;

/** The keys with which a station signs or has signed, the newest first. */
export function keysOf({
  userKey,
  earlierKeys,
}: Pick<Station, "userKey" | "earlierKeys">): string[] {
  return [userKey, ...earlierKeys].slice(0, MOST_KEYS);
}

const codeSchema = z.object({
  id: z.string(),
  secret: z.string(),
  /** The station that it admits with a new key; null: any new station. */
  station: z.string().nullable().default(null),
  /** Number of stations that it admits. */
  desks: z.int().min(1),
  madeAt: instant,
  endsAt: instant,
  /** Ids of the stations that joined with it. */
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
