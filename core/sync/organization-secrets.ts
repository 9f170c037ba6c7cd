/**
 * Secrets that all stations of an organization have and its hub has not: the key of what travels
 * sealed, and the secret that signs links to labels. The first station makes them; one that has
 * them seals them for each that joins, to the key in the hub's list.
 */
import { randomBytes } from "node:crypto";
import type { KV } from "@nats-io/kv";
import { fromCurveSeed, type KeyPair } from "@nats-io/nkeys";
import { z } from "zod";
import { guarded } from "../base/guarded.ts";
import { parseJson } from "../base/json.ts";
import { findMeta, writeMeta } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import { ownLinkSecret, useLinkSecret } from "../shipments/signed-links.ts";
import type { RosterEntry } from "./hub-roster.ts";
import { parseNote } from "./parse-note.ts";
import { findOrganizationKey } from "../sealing/organization-key.ts";
import { SECRETS_META, secretsSchema } from "../sealing/organization-secrets.schema.ts";

const META = SECRETS_META;
const KEY_BYTES = 32;

const sealedSchema = z.object({
  from: z.uuid(),
  sealed: z.string().max(8_192),
  /** The key that they are sealed to; absent in what an earlier version wrote. */ to: z
    .string()
    .max(200)
    .optional(),
});

export type OrganizationSecrets = {
  /**
   * Makes them, at the first station. The key is the one that the organization's secrets are sealed
   * with already.
   */
  found(organizationID: string): void;
  /**
   * Seals them for a station that lacks them, or takes those that were sealed for this one. Called
   * with each line of the hub's list.
   */
  meet(kv: KV, station: RosterEntry): Promise<void>;
  /** Whether this station has them. */
  readonly isThere: boolean;
};

/** @param boxSeed Of this station's key. */
export function createOrganizationSecrets(
  deps: Pick<Deps, "db" | "secrets" | "log">,
  boxSeed: string,
): OrganizationSecrets {
  const { db } = deps;
  const box: KeyPair = fromCurveSeed(new TextEncoder().encode(boxSeed));
  const read = (): z.output<typeof secretsSchema> | undefined => {
    const kept = findMeta(db, META);
    return kept === undefined
      ? undefined
      : parseJson(deps.secrets.decrypt(kept), secretsSchema, "the secrets of the organization");
  };
  const keep = (secrets: z.output<typeof secretsSchema>): void => {
    writeMeta(db, META, deps.secrets.encrypt(JSON.stringify(secrets)));
    useLinkSecret(db, secrets.linkSecret);
  };
  const lines = new Map<string, RosterEntry>();
  const give = async (kv: KV, station: RosterEntry): Promise<void> => {
    const secrets = read();
    if (
      secrets === undefined ||
      station.id === db.stationID ||
      station.revokedAt !== null ||
      station.boxPublicKey === ""
    )
      return;
    const known = await kv.get(keyOf(station.id));
    // A station that has lost its key comes with another one.
    if (known !== null && parseNote(known, sealedSchema)?.to === station.boxPublicKey) return;
    const sealed = box.seal(
      new TextEncoder().encode(JSON.stringify(secrets)),
      station.boxPublicKey,
    );
    await kv.put(
      keyOf(station.id),
      JSON.stringify({
        from: db.stationID,
        sealed: Buffer.from(sealed).toString("base64"),
        to: station.boxPublicKey,
      }),
    );
  };
  let sealed: z.output<typeof sealedSchema> | undefined;
  /** What was sealed for this station, once the line of the station that did it is known. */
  const open = (): void => {
    const from = sealed === undefined ? undefined : lines.get(sealed.from);
    const opened =
      sealed === undefined || from === undefined
        ? null
        : box.open(Buffer.from(sealed.sealed, "base64"), from.boxPublicKey);
    if (opened !== null)
      keep(
        parseJson(
          new TextDecoder().decode(opened),
          secretsSchema,
          "the secrets of the organization",
        ),
      );
  };
  /** Another station seals them when it is there. */
  const take = async (kv: KV): Promise<void> => {
    const watch = await kv.watch({ key: keyOf(db.stationID) });
    for await (const entry of watch) {
      sealed = parseNote(entry, sealedSchema) ?? sealed;
      guarded(deps.log, "secrets that a station has sealed for this one cannot be read", open);
      if (findMeta(db, META) !== undefined) watch.stop();
    }
  };
  return {
    get isThere() {
      return findMeta(db, META) !== undefined;
    },
    found(organizationID) {
      if (findMeta(db, META) === undefined)
        keep({
          key: (findOrganizationKey(deps, organizationID) ?? randomBytes(KEY_BYTES)).toString(
            "base64",
          ),
          linkSecret: ownLinkSecret(db),
        });
    },
    async meet(kv, station) {
      lines.set(station.id, station);
      if (findMeta(db, META) !== undefined) return give(kv, station);
      open();
      if (station.id === db.stationID)
        void take(kv).catch((err: unknown) =>
          deps.log.warn(
            { err },
            "the organization's secrets were not got; the next connection asks again",
          ),
        );
    },
  };
}

/** The public half of a key that secrets are sealed to. */
export function boxPublicKeyOf(boxSeed: string): string {
  return fromCurveSeed(new TextEncoder().encode(boxSeed)).getPublicKey();
}

function keyOf(stationID: string): string {
  return `key.${stationID}`;
}
