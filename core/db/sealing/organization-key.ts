/**
 * Seals secrets that the stations of an organization exchange, with a key that the stations have
 * and their hub lacks: AES-256-GCM, bound to row and column.
 *
 * Each organization gets its key with its first secret, even at a station without a hub. When that
 * station founds a hub, all stations share the key, and no row is rewritten. A station that joins
 * later gets the key from another station; until then sealed values wait in their rows.
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
/** Location of a sealed text: in another row or column it cannot be opened. */
export type SealedIn = {
  readonly organizationID: string;
  readonly table: string;
  readonly column: string;
  readonly id: string;
};

/**
 * Seals a secret with the organization's key.
 *
 * @throws AppError E2155 while the organization's key has not arrived at this station; E2050 when
 *   the station's own key is lost.
 */
export function sealForOrganization(deps: KeyDeps, at: SealedIn, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", requireKey(deps, at.organizationID), nonce).setAAD(
    boundTo(at),
  );
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/**
 * Opens a secret that was sealed with the organization's key.
 *
 * @throws AppError E2155 while the organization's key has not arrived at this station; E2050 when
 *   the station's own key is lost, or the text was changed or sealed with another key.
 */
export function openForOrganization(deps: KeyDeps, at: SealedIn, sealed: string): string {
  if (!isSealedForOrganization(sealed)) throw errors.secretUnreadable();
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
  const key = findOrganizationKey(deps, at.organizationID);
  if (key === undefined) throw errors.organizationKeyMissing();
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw errors.secretUnreadable();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES)).setAAD(
    boundTo(at),
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

/**
 * Returns whether a text is sealed with an organization's key; false for a text that an earlier
 * version sealed with the station's own key.
 */
export function isSealedForOrganization(text: string): boolean {
  return text.startsWith(VERSION);
}

/**
 * Finds the organization's key.
 *
 * @returns 32 bytes; undefined when no key was made, or the key has not arrived from other
 *   stations.
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
 * Deletes the organizations' keys after the station's own key, which sealed them, was lost. Other
 * stations of a hub still have their copies. Inside a transaction.
 */
export function dropOrganizationKeys({ db }: ReadDeps): void {
  dropMeta(db, SECRETS_META);
  dropMetas(db, metaOf(""));
}

/**
 * Keeps the organization's key when the station leaves the hub, so that values sealed here can
 * still be opened. Inside a transaction.
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

/** Returns whether the organization is shared through the hub. */
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

function boundTo({ organizationID, table, column, id }: SealedIn): Buffer {
  return Buffer.from(JSON.stringify([organizationID, table, column, id]));
}
