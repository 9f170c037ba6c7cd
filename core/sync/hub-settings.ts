/** How this station reaches its hub: kept among the desk's own settings, its credential sealed. */
import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { isAppError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { fingerprintOfAuthority, type JoinCode } from "./join-code.ts";
import type { SyncDeps } from "./deps.ts";

const KEY = "hub";
/**
 * The keys that a hub is being asked to take: an answer that was lost is asked for again with the
 * same ones.
 */
const ASKED = "hubAsked";

const hubSchema = z.object({
  hubID: z.string(),
  hubName: z.string(),
  /**
   * By which the hub signs its list of stations; "" for a server of the organization's own, which
   * has no such list.
   */
  hubKey: z.string(),
  servers: z.array(z.string()).min(1),
  /** PEM of what signed the hub's certificate; absent for one that this computer trusts anyway. */
  authority: z.string().optional(),
  /** Of the key to which secrets of the organization are sealed for this station. */
  sealedBoxSeed: z.string(),
  /** False: the server begins TLS after its greeting. */
  handshakeFirst: z.boolean().default(true),
  /** The nkey's seed, or the text of a credentials file. */
  signIn: z.union([
    z.object({ sealedSeed: z.string() }),
    z.object({ sealedCredentials: z.string() }),
  ]),
  /** Whose credential it is: a copy of the folder is another station, and joins anew. */
  stationID: z.string(),
  /** "joining": the organization's data is on its way. "joined": the station works with the hub. */
  state: z.enum(["joining", "joined"]),
  /** Of the hub, once it is known. */
  organizationID: z.string().nullable(),
  /**
   * Which organization the desk worked for when it joined; what it takes along comes from there.
   */
  cameFrom: z.string().nullable(),
  /**
   * The last row of its outbox before the join, while that is under way: what is written after it
   * is for the hub.
   */
  writtenBefore: z.number().int().optional(),
  name: z.string(),
  /** Whether the hub lets this station let others in and revoke them. */
  leads: z.boolean().default(false),
});
export type HubSettings = z.output<typeof hubSchema>;

type Parts = Pick<SyncDeps, "settings" | "db">;

/** @returns undefined for a station alone, and for a copy of one that has joined. */
export function readHub({ settings, db }: Parts): HubSettings | undefined {
  const found = hubSchema.safeParse(settings.read(KEY));
  return found.success && found.data.stationID === db.stationID ? found.data : undefined;
}

/** @throws AppError E2036 when the disk does not take it. */
export function writeHub({ settings }: Pick<SyncDeps, "settings">, hub: HubSettings | null): void {
  settings.write(KEY, hub);
}

const keysSchema = z.object({ user: z.string(), box: z.string() });
/** Seeds of the key that is the station's credential, and of the one that secrets are sealed to. */
export type StationSeeds = z.output<typeof keysSchema>;

/** The keys that the hub is asked to take: made once, kept until the station has joined. */
export function keepSeeds(
  { settings, secrets }: Pick<SyncDeps, "settings" | "secrets">,
  make: () => StationSeeds,
): StationSeeds {
  const known = z.string().safeParse(settings.read(ASKED));
  const opened = known.success ? openOr(secrets, known.data) : undefined;
  if (opened !== undefined)
    return parseJson(opened, keysSchema, "the keys that a hub is asked to take");
  const seeds = make();
  settings.write(ASKED, secrets.encrypt(JSON.stringify(seeds)));
  return seeds;
}

/** @returns undefined for what was sealed with a key that is lost. */
export function openOr(secrets: SyncDeps["secrets"], sealed: string): string | undefined {
  try {
    return secrets.decrypt(sealed);
  } catch (error) {
    if (isAppError(error, "secretUnreadable")) return undefined;
    throw error;
  }
}

/** The hub has taken the key, which stands in its settings now. */
export function forgetAsked({ settings }: Pick<SyncDeps, "settings">): void {
  settings.write(ASKED, null);
}

/** Whether a join code is of the hub that the station knows. */
export function isSameHub(
  { fingerprint }: Pick<JoinCode, "fingerprint">,
  { authority }: Pick<HubSettings, "authority">,
): boolean {
  return (
    authority !== undefined &&
    fingerprintOfAuthority(new X509Certificate(authority).raw) === fingerprint
  );
}
