/**
 * Secrets that travel between the stations of an organization: sealed with a key that these
 * stations have and their hub has not, AES-256-GCM, bound to the row and column that they stand in.
 *
 * Each organization has its key from its first secret on, also at a station alone: when that
 * station founds a hub, the key becomes that of all stations, and no row is written anew. A station
 * that joins later gets the key from one that has it; until then what is sealed waits in its row.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { errors } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { dropMeta, dropMetas, findMeta, HUB_ORGANIZATION, writeMeta } from "../station-meta.ts";
import type { DbDeps, ReadDeps } from "../deps.ts";
import { SECRETS_META, secretsSchema } from "./organization-secrets.schema.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "o1:";

export type KeyDeps = Pick<DbDeps, "db" | "secrets">;
/** Where a sealed text stands: moved to another row or column it does not open. */
export type SealedIn = {
  readonly organizationID: string;
  readonly table: string;
  readonly column: string;
  readonly id: string;
};

/**
 * @throws AppError E2155 while the organization's key has not come to this station; E2050 when the
 *   station's own key is lost.
 */
export function sealForOrganization(deps: KeyDeps, at: SealedIn, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", requireKey(deps, at.organizationID), nonce).setAAD(
    placeOf(at),
  );
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/**
 * @throws AppError E2155 while the organization's key has not come to this station; E2050 when the
 *   station's own key is lost, or the text was sealed with another key or changed.
 */
export function openForOrganization(deps: KeyDeps, at: SealedIn, sealed: string): string {
  if (!isSealedForOrganization(sealed)) throw errors.secretUnreadable();
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
  const key = findOrganizationKey(deps, at.organizationID);
  if (key === undefined) throw errors.organizationKeyMissing();
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw errors.secretUnreadable();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES)).setAAD(
    placeOf(at),
  );
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") +
      decipher.final("utf8")
    );
  } catch {
    throw errors.secretUnreadable();
  }
}

/** False for what an earlier version sealed with the station's own key. */
export function isSealedForOrganization(text: string): boolean {
  return text.startsWith(VERSION);
}

/**
 * @returns 32 bytes; undefined when none was made, or it has not come from the other stations.
 * @throws AppError E2050 when the station's own key is lost.
 */
export function findOrganizationKey(deps: KeyDeps, organizationID: string): Buffer | undefined {
  const shared = isOfHub(deps, organizationID) ? findMeta(deps.db, SECRETS_META) : undefined;
  if (shared !== undefined)
    return Buffer.from(
      parseJson(deps.secrets.decrypt(shared), secretsSchema, "the secrets of the organization").key,
      "base64",
    );
  const own = findMeta(deps.db, metaOf(organizationID));
  return own === undefined ? undefined : Buffer.from(deps.secrets.decrypt(own), "base64");
}

/**
 * The station's own key is lost, and with it those of organizations that were sealed with it. Other
 * stations of a hub still have theirs. Inside a transaction.
 */
export function dropOrganizationKeys({ db }: ReadDeps): void {
  dropMeta(db, SECRETS_META);
  dropMetas(db, metaOf(""));
}

/**
 * The station leaves the hub of this organization, and keeps its key as an organization's of its
 * own: what is sealed here opens still. Inside a transaction.
 */
export function keepKeyAlone(deps: KeyDeps, organizationID: string): void {
  const known = isOfHub(deps, organizationID)
    ? findOrganizationKey(deps, organizationID)
    : undefined;
  if (known !== undefined)
    writeMeta(deps.db, metaOf(organizationID), deps.secrets.encrypt(known.toString("base64")));
  dropMeta(deps.db, SECRETS_META);
  dropMeta(deps.db, HUB_ORGANIZATION);
}

/** Whether other stations have the organization too. */
export function isOfHub({ db }: ReadDeps, organizationID: string): boolean {
  return findMeta(db, HUB_ORGANIZATION) === organizationID;
}

function requireKey(deps: KeyDeps, organizationID: string): Buffer {
  const known = findOrganizationKey(deps, organizationID);
  if (known !== undefined) return known;
  if (isOfHub(deps, organizationID)) throw errors.organizationKeyMissing();
  const made = randomBytes(KEY_BYTES);
  writeMeta(deps.db, metaOf(organizationID), deps.secrets.encrypt(made.toString("base64")));
  return made;
}

function metaOf(organizationID: string): string {
  return `organization_key ${organizationID}`;
}

function placeOf({ organizationID, table, column, id }: SealedIn): Buffer {
  return Buffer.from(JSON.stringify([organizationID, table, column, id]));
}
