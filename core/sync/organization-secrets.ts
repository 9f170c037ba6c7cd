/**
 * Exchanges secrets that all stations of an organization have and the hub does not have: the key of
 * sealed values, and the secret that signs links to labels. The first station makes the secrets. A
 * station that has the secrets seals them for each new station, with the new station's key from the
 * hub's list.
 */
import { randomBytes } from "node:crypto";
import type { KV } from "@nats-io/kv";
import { fromCurveSeed, type KeyPair } from "@nats-io/nkeys";
import { z } from "zod";
import { guarded } from "../base/guarded.ts";
import { parseJson } from "../base/json.ts";
import { findMeta, writeMeta } from "../db/station-meta.ts";
import type { SyncDeps } from "./deps.ts";
import { ownLinkSecret, setLinkSecret } from "../shipping/shipments/signed-links.ts";
import type { RosterEntry } from "./hub-roster.ts";
import { parseNote } from "./parse-note.ts";
import { findOrganizationKey } from "../db/sealing/organization-key.ts";
import { SECRETS_META, secretsSchema } from "../db/sealing/organization-secrets.schema.ts";

const META = SECRETS_META;
const KEY_BYTES = 32;

const sealedSchema = z.object({
  from: z.uuid(),
  sealed: z.string().max(8_192),
  /** The key with which the secrets are sealed; absent if an earlier version sealed them. */
  to: z.string().max(200).optional(),
});
type Secrets = z.output<typeof secretsSchema>;

export type OrganizationSecrets = {
  /**
   * Makes the secrets, at the first station. Reuses the key with which the organization's secrets
   * are already sealed.
   */
  found(organizationID: string): void;
  /**
   * Seals the secrets for a station that lacks them, or takes the secrets that were sealed for this
   * station. Called for each entry of the hub's list.
   */
  meet(kv: KV, station: RosterEntry): Promise<void>;
  /** Whether this station has the secrets. */
  readonly isThere: boolean;
};

type SecretsDeps = Pick<SyncDeps, "db" | "secrets" | "log">;

type Exchange = {
  readonly deps: SecretsDeps;
  /** Opens this station's key at the first use. */
  readonly box: () => KeyPair;
  /** The hub's list, by station id. */
  readonly listed: Map<string, RosterEntry>;
  /** Secrets that were sealed for this station. */
  sealed: z.output<typeof sealedSchema> | undefined;
};

/**
 * Creates the exchange of the organization's secrets.
 *
 * @param sealedBoxSeed Sealed seed of this station's key.
 */
export function createOrganizationSecrets(
  deps: SecretsDeps,
  sealedBoxSeed: string,
): OrganizationSecrets {
  const { db } = deps;
  let box: KeyPair | undefined;
  const exchange: Exchange = {
    deps,
    box: () => (box ??= keyOfSeed(deps.secrets.decrypt(sealedBoxSeed))),
    listed: new Map(),
    sealed: undefined,
  };
  return {
    get isThere() {
      return isHere(deps);
    },
    found(organizationID) {
      if (isHere(deps)) return;
      const key = findOrganizationKey(deps, organizationID) ?? randomBytes(KEY_BYTES);
      keep(deps, { key: key.toString("base64"), linkSecret: ownLinkSecret(db) });
    },
    async meet(kv, station) {
      exchange.listed.set(station.id, station);
      if (isHere(deps)) return give(exchange, kv, station);
      openSealed(exchange);
      if (station.id === db.stationID)
        void take(exchange, kv).catch((err: unknown) =>
          deps.log.warn(
            { err },
            "the organization's secrets did not arrive; the next connection asks again",
          ),
        );
    },
  };
}

function isHere({ db }: SecretsDeps): boolean {
  return findMeta(db, META) !== undefined;
}

function read({ db, secrets }: SecretsDeps): Secrets | undefined {
  const kept = findMeta(db, META);
  return kept === undefined ? undefined : parseSecrets(secrets.decrypt(kept));
}

function keep({ db, secrets }: SecretsDeps, kept: Secrets): void {
  writeMeta(db, META, secrets.encrypt(JSON.stringify(kept)));
  setLinkSecret(db, kept.linkSecret);
}

/** Seals the secrets for a station that lacks them. */
async function give({ deps, box }: Exchange, kv: KV, station: RosterEntry): Promise<void> {
  const { stationID } = deps.db;
  const { id, boxPublicKey: to, revokedAt } = station;
  const secrets = read(deps);
  if (secrets === undefined || id === stationID || revokedAt !== null || to === "") return;
  const known = await kv.get(keyOf(id));
  // A station that has lost its key returns with another key.
  if (known !== null && parseNote(known, sealedSchema)?.to === to) return;
  const sealed = box().seal(new TextEncoder().encode(JSON.stringify(secrets)), to);
  const note = { from: stationID, sealed: Buffer.from(sealed).toString("base64"), to };
  await kv.put(keyOf(id), JSON.stringify(note));
}

/** Takes the secrets when another station has sealed them. */
async function take(exchange: Exchange, kv: KV): Promise<void> {
  const { deps } = exchange;
  const watch = await kv.watch({ key: keyOf(deps.db.stationID) });
  for await (const entry of watch) {
    exchange.sealed = parseNote(entry, sealedSchema) ?? exchange.sealed;
    guarded(deps.log, "secrets sealed by another station for this one cannot be read", () =>
      openSealed(exchange),
    );
    if (isHere(deps)) watch.stop();
  }
}

/** Stores what was sealed for this station, once the sealing station's entry is known. */
function openSealed({ deps, box, listed, sealed }: Exchange): void {
  const from = sealed === undefined ? undefined : listed.get(sealed.from);
  if (sealed === undefined || from === undefined) return;
  const opened = box().open(Buffer.from(sealed.sealed, "base64"), from.boxPublicKey);
  if (opened !== null) keep(deps, parseSecrets(new TextDecoder().decode(opened)));
}

function parseSecrets(text: string): Secrets {
  return parseJson(text, secretsSchema, "the secrets of the organization");
}

/** Computes the public half of a sealing key. */
export function boxPublicKeyOf(boxSeed: string): string {
  return keyOfSeed(boxSeed).getPublicKey();
}

function keyOfSeed(boxSeed: string): KeyPair {
  return fromCurveSeed(new TextEncoder().encode(boxSeed));
}

function keyOf(stationID: string): string {
  return `key.${stationID}`;
}
