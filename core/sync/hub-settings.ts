/** Stores how this station reaches its hub, in the desk's settings, with its credential sealed. */
import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { isAppError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { fingerprintOfAuthority, type JoinCode } from "./join-code.ts";
import type { SyncDeps } from "./deps.ts";

const KEY = "hub";
/**
 * Setting with the keys that the hub is asked to accept. If the answer is lost, the request is
 * repeated with the same keys.
 */
const ASKED = "hubAsked";

const hubSchema = z.object({
  hubID: z.string(),
  hubName: z.string(),
  /**
   * Public key of the hub, which signs its list of stations; "" for an organization's own server,
   * which has no such list.
   */
  hubKey: z.string(),
  servers: z.array(z.string()).min(1),
  /**
   * PEM of the authority that signed the hub's certificate; absent for an authority of this
   * computer's system.
   */
  authority: z.string().optional(),
  /** Sealed seed of the key with which the organization's secrets are sealed for this station. */
  sealedBoxSeed: z.string(),
  /** False: the server starts TLS after its greeting. */
  handshakeFirst: z.boolean().default(true),
  /** The nkey's seed, or the text of a credentials file. */
  signIn: z.union([
    z.object({ sealedSeed: z.string() }),
    z.object({ sealedCredentials: z.string() }),
  ]),
  /** Station of the credential: a copy of the folder is another station, and must join again. */
  stationID: z.string(),
  /**
   * "joining": the organization's data is being fetched. "joined": the station works with the hub.
   */
  state: z.enum(["joining", "joined"]),
  /** The hub's organization, once it is known. */
  organizationID: z.string().nullable(),
  /** The desk's organization when it joined, from which it moves data to the hub's organization. */
  cameFrom: z.string().nullable(),
  /** While joining: the last outbox row before the join; later rows are published to the hub. */
  writtenBefore: z.number().int().optional(),
  name: z.string(),
  /** Whether the hub allows this station to admit and revoke other stations. */
  leads: z.boolean().default(false),
});
export type HubSettings = z.output<typeof hubSchema>;

/**
 * Reads the settings of the hub that the station has joined.
 *
 * @returns Undefined for a station without a hub, and for a copy of a station that has joined.
 */
export function readHub({
  settings,
  db,
}: Pick<SyncDeps, "settings" | "db">): HubSettings | undefined {
  const found = hubSchema.safeParse(settings.read(KEY));
  return found.success && found.data.stationID === db.stationID ? found.data : undefined;
}

/**
 * Stores the settings of the hub.
 *
 * @throws AppError E2036 when the disk rejects the write.
 */
export function writeHub({ settings }: Pick<SyncDeps, "settings">, hub: HubSettings | null): void {
  settings.write(KEY, hub);
}

const keysSchema = z.object({ user: z.string(), box: z.string() });
/**
 * Seeds of the station's credential key and of the key with which secrets are sealed for the
 * station.
 */
export type StationSeeds = z.output<typeof keysSchema>;

/**
 * Returns the keys that the hub is asked to accept. Makes new keys when no readable keys are
 * stored, and stores them until the station has joined.
 */
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

/**
 * Opens a sealed text.
 *
 * @returns Undefined for a text that was sealed with a lost key.
 */
export function openOr(secrets: SyncDeps["secrets"], sealed: string): string | undefined {
  try {
    return secrets.decrypt(sealed);
  } catch (error) {
    if (isAppError(error, "secretUnreadable")) return undefined;
    throw error;
  }
}

/**
 * Deletes the stored keys after the hub has accepted them; the settings of the hub have them now.
 */
export function forgetAsked({ settings }: Pick<SyncDeps, "settings">): void {
  settings.write(ASKED, null);
}

/** Returns whether a join code belongs to the hub that the station knows. */
export function isSameHub(
  { fingerprint }: Pick<JoinCode, "fingerprint">,
  { authority }: Pick<HubSettings, "authority">,
): boolean {
  return (
    authority !== undefined &&
    fingerprintOfAuthority(new X509Certificate(authority).raw) === fingerprint
  );
}
