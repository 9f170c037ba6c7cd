/** The hub's stored stations and join codes. */
import { z } from "zod";

const instant = z.iso.datetime();

/**
 * The last position of a revoked station. `at`: time of the revocation to which the position
 * belongs; the station may have been revoked again later.
 */
const endedSchema = z.object({
  at: instant,
  incarnation: z.int().min(0),
  lastNumber: z.int().min(0),
});
export type Ended = Readonly<z.infer<typeof endedSchema>>;

const stationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The public half of the station's nkey. */
  userKey: z.string(),
  /**
   * Public halves of the station's earlier nkeys, the newest first: messages with their signatures
   * stay valid.
   */
  earlierKeys: z.array(z.string()).default([]),
  boxPublicKey: z.string(),
  /** Code with which the station joined. */
  codeID: z.string(),
  enrolledAt: instant,
  /** Null: no connection is known. */
  lastConnectedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /**
   * The station's last published position at its revocation; null: never revoked, or never
   * connected.
   */
  ended: endedSchema.nullable().default(null),
  /**
   * Whether the station may admit and revoke other stations: the first station, and any station
   * that joins while no leading station is left.
   */
  leads: z.boolean().default(false),
});
export type Station = Readonly<z.infer<typeof stationSchema>>;

const MOST_KEYS = 20;

/** Lists the keys with which a station signs or has signed, the newest first. */
export function keysOf({
  userKey,
  earlierKeys,
}: Pick<Station, "userKey" | "earlierKeys">): string[] {
  return [userKey, ...earlierKeys].slice(0, MOST_KEYS);
}

const codeSchema = z.object({
  id: z.string(),
  secret: z.string(),
  /** The station that the code admits with a new key; null: any new station. */
  station: z.string().nullable().default(null),
  /** Number of stations that the code admits. */
  desks: z.int().min(1),
  madeAt: instant,
  endsAt: instant,
  /** Ids of the stations that joined with the code. */
  usedBy: z.array(z.string()),
});
export type Code = Readonly<z.infer<typeof codeSchema>>;

export const registrySchema = z.object({
  v: z.literal(1),
  stations: z.array(stationSchema),
  codes: z.array(codeSchema),
  /** Keys that are never accepted again. */
  revokedKeys: z.array(z.string()),
});
export type Registry = Readonly<z.infer<typeof registrySchema>>;
