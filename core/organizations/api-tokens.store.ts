/** SQL for `api_tokens`. */
import type { Instant } from "../base/units.ts";
import { parseJsonOr, textsSchema } from "../base/json.ts";
import { insertRow, updateRow } from "../db/change.ts";
import type { Db, SqlRow } from "../db/database.ts";
import { cachedRead } from "../db/read-cache.ts";
import { findMember } from "./organizations.store.ts";
import type { Role } from "./organizations.schema.ts";

export type TokenRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  memberID: string;
  name: string;
  /** Scopes as stored; an empty list gives the token all rights of its member. */
  scopes: readonly string[];
  /** Addresses and ranges that the token may call from; empty: any address. */
  allowedIps: readonly string[];
  expiresAt: string | null;
  revokedAt: string | null;
  /** Last recorded use; null: never used here. */
  usedAt: string | null;
};

export type TokenHolderRow = {
  tokenID: string;
  organizationID: string;
  memberID: string;
  role: Role;
  scopes: readonly string[];
  allowedIps: readonly string[];
  expiresAt: string | null;
};

/**
 * Finds a token by its hash: its scopes, allowed addresses and its member's role, from the read
 * cache. Undefined when the token is revoked, or its member or organization is inactive. The caller
 * checks `expiresAt`.
 */
export function findTokenHolder(db: Db, tokenHash: string): TokenHolderRow | undefined {
  return cachedRead(db, ["api_tokens", "members", "organizations"], `token ${tokenHash}`, () => {
    const row = db
      .sql<Stored<Omit<TokenHolderRow, "role">>>(
        `SELECT t.id AS token_id, t.organization_id, t.member_id, t.scopes, t.allowed_ips, t.expires_at
           FROM api_tokens AS t
           JOIN organizations AS o ON o.id = t.organization_id AND o.is_active = 1
          WHERE t.token_hash = ? AND t.revoked_at IS NULL`,
      )
      .get(tokenHash);
    const token = row === undefined ? undefined : listsOf(row);
    const member = token === undefined ? undefined : findMember(db, token.memberID);
    return token === undefined || member?.isActive !== 1
      ? undefined
      : { ...token, role: member.role };
  });
}

/**
 * Inserts a token; needs an open transaction.
 *
 * @param row Holds the token's hash, never the token.
 */
export function insertToken(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "api_tokens", row);
}

/** Finds a token by its id, even if it is revoked. */
export function findToken(db: Db, id: string): TokenRow | undefined {
  const row = db
    .sql<Stored<TokenRow>>(
      `SELECT id, created_at, updated_at, organization_id, member_id, name, scopes, allowed_ips, expires_at, revoked_at, used_at
         FROM api_tokens
         LEFT JOIN token_uses ON token_id = id
        WHERE id = ?`,
    )
    .get(id);
  return row === undefined ? undefined : listsOf(row);
}

/**
 * Lists tokens that are not revoked, including expired tokens, oldest first, without their hashes.
 */
export function listTokens(db: Db, organizationID: string): TokenRow[] {
  return db
    .sql<Stored<TokenRow>>(
      `SELECT id, created_at, updated_at, organization_id, member_id, name, scopes, allowed_ips, expires_at, revoked_at, used_at
         FROM api_tokens
         LEFT JOIN token_uses ON token_id = id
        WHERE organization_id = ? AND revoked_at IS NULL
        ORDER BY created_at, id`,
    )
    .all(organizationID)
    .flatMap((row) => listsOf(row) ?? []);
}

/** Row of a token as SQLite stores it: its lists are JSON. */
type Stored<T> = Omit<T, "scopes" | "allowedIps"> & { scopes: string; allowedIps: string };

type WithLists<T> = Omit<T, "scopes" | "allowedIps"> & { scopes: string[]; allowedIps: string[] };

/**
 * Parses the lists of a token.
 *
 * @returns Undefined when the lists cannot be read: the token's rights are unknown then.
 */
function listsOf<T extends { scopes: string; allowedIps: string }>(
  row: T,
): WithLists<T> | undefined {
  const scopes = parseJsonOr(row.scopes, textsSchema, undefined);
  const allowed = parseJsonOr(row.allowedIps, textsSchema, undefined);
  return scopes === undefined || allowed === undefined
    ? undefined
    : { ...row, scopes, allowedIps: allowed };
}

/** Lists an organization's sample tokens that are not revoked, with their stamps. */
export function listLiveDemoTokens(
  db: Db,
  organizationID: string,
): { id: string; stamp: string }[] {
  return db
    .sql<{ id: string; stamp: string }>(
      `SELECT id, stamp FROM api_tokens WHERE organization_id = ? AND revoked_at IS NULL AND is_demo = 1`,
    )
    .all(organizationID);
}

/**
 * Updates a token; needs an open transaction.
 *
 * @param fields Only the columns that change.
 */
export function updateToken(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "api_tokens", id, fields);
}

/**
 * Uses of tokens that are not saved yet, by open database, so that a request need not write a row
 * for its token.
 */
const unsavedUses = new WeakMap<Db, Map<string, Instant>>();

/** Remembers in memory when a token was last used. */
export function noteTokenUse(db: Db, tokenID: string, usedAt: Instant): void {
  const uses = unsavedUses.get(db) ?? new Map<string, Instant>();
  unsavedUses.set(db, uses.set(tokenID, usedAt));
}

/** Finds the remembered use of a token that is not saved yet. */
export function unsavedTokenUse(db: Db, tokenID: string): Instant | undefined {
  return unsavedUses.get(db)?.get(tokenID);
}

/** Saves the remembered uses; they stay remembered when the disk is full. */
export function saveTokenUses(db: Db): void {
  const uses = unsavedUses.get(db) ?? [];
  for (const [tokenID, usedAt] of uses) {
    db.sql(
      `INSERT INTO token_uses (token_id, used_at) VALUES (?, ?) ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at`,
    ).run(tokenID, usedAt);
  }
  unsavedUses.delete(db);
}
