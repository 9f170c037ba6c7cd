/**
 * API tokens: creating, listing, revoking, and finding the member that a token acts for. A token
 * acts as the member who created it; only the token's SHA-256 is stored.
 */
import { createHash, randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { OrganizationDeps } from "./deps.ts";
import {
  SCOPES,
  type Scope,
  type ApiToken,
  type IssuedToken,
  type NewToken,
} from "./api-tokens.schema.ts";
import * as store from "./api-tokens.store.ts";
import { findMember, findMembershipOf, findOrganization } from "./organizations.store.ts";

const PRINTING: readonly Scope[] = ["print", "print:raw"];

type TokenOptions = {
  name: string;
  isDemo?: boolean;
  scopes?: readonly string[];
  allowedIPs?: readonly string[];
  expiresAt?: string | null;
};

/**
 * Creates an API token that acts as `memberID`.
 * @returns The token, which is shown only this once.
 */
export function issueToken(
  deps: WriteDeps,
  member: { organizationID: string; memberID: string },
  token: TokenOptions,
): { id: string; token: string } {
  const secret = `pb_${randomBytes(24).toString("base64url")}`;
  const now = deps.now();
  const id = deps.newId();
  inTransaction(deps, () =>
    store.insertToken(deps.db, {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID: member.organizationID,
      memberID: member.memberID,
      name: token.name,
      tokenHash: createHash("sha256").update(secret).digest("hex"),
      scopes: JSON.stringify(token.scopes ?? ["*"]),
      allowedIps: JSON.stringify(token.allowedIPs ?? []),
      expiresAt: token.expiresAt ?? null,
      revokedAt: null,
      isDemo: token.isDemo === true ? 1 : 0,
    }),
  );
  return { id, token: secret };
}

/**
 * Creates a token for the caller, with no more rights than the caller has.
 *
 * @throws AppError E1085 for an invalid scope, address or date; E1053 when the caller's user does
 *   not belong to the organization; E1055 when the caller's own token has limits, when the caller
 *   may not create tokens for that organization, and for the printing scopes, unless the caller
 *   is an owner or admin.
 */
export function createToken(
  deps: WriteDeps & Pick<OrganizationDeps, "desk">,
  actor: Actor,
  input: NewToken,
): IssuedToken {
  if (actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A token with limits makes no other tokens. Use a token without limits, or the window.",
    );
  const unknown = input.scopes.find((s) => !SCOPES.some((known) => known === s));
  if (unknown !== undefined)
    throw errors.badRequest(`scopes: "${unknown}" is none of ${SCOPES.join(", ")}.`);
  const isAdmin = actor.role === "owner" || actor.role === "admin";
  if (!isAdmin && input.scopes.some((scope) => PRINTING.some((known) => known === scope)))
    throw errors.notAuthorised(
      `Only an owner or admin gives the scopes ${PRINTING.join(" and ")}.`,
    );
  const member = memberIn(deps, actor, input.organizationID);
  const { id, token } = issueToken(deps, member, {
    name: input.name,
    scopes: input.scopes.length === 0 ? ["*"] : input.scopes,
    allowedIPs: input.allowedIPs.map(checkRange),
    expiresAt: expiryOf(deps, input.expiresAt),
  });
  const row = store.findToken(deps.db, id);
  if (row === undefined) throw new Error("a token that was just created cannot be found");
  return { ...present(deps, row), token };
}

/**
 * Lists the tokens that are not revoked: all tokens of the organization for an owner or admin, the
 * caller's own tokens for other members.
 */
export function listTokens(deps: Pick<OrganizationDeps, "db" | "now">, actor: Actor): ApiToken[] {
  return store
    .listTokens(deps.db, actor.organizationID)
    .filter((row) => mayManage(actor, row))
    .map((row) => present(deps, row));
}

/**
 * Revokes a token; revoking it again changes nothing.
 * @throws AppError E2018 when there is no such token, or the caller may not manage it; E1055 for an
 * owner's token, unless the caller is an owner.
 */
export function revokeToken(deps: WriteDeps, actor: Actor, id: string): ApiToken {
  return inTransaction(deps, () => {
    const row = store.findToken(deps.db, id);
    if (row === undefined || row.organizationID !== actor.organizationID || !mayManage(actor, row))
      throw errors.tokenNotFound();
    if (
      actor.role !== "owner" &&
      row.memberID !== actor.memberID &&
      findMember(deps.db, row.memberID)?.role === "owner"
    )
      throw errors.notAuthorised("Only an owner revokes an owner's tokens.");
    if (row.revokedAt !== null) return present(deps, row);
    const fields = { revokedAt: deps.now(), updatedAt: deps.now() };
    store.updateToken(deps.db, id, fields);
    return present(deps, { ...row, ...fields });
  });
}

/**
 * Saves when tokens were last used, so that people can decide which token to revoke.
 * @throws AppError E2036 when the disk is full.
 */
export function saveTokenUses(deps: WriteDeps): void {
  inTransaction(deps, () => store.saveTokenUses(deps.db));
}

/**
 * Revokes every sample token that earlier starts of this station printed, so that only the newest
 * token works. Tokens of other stations and organizations stay valid.
 */
export function revokeDemoTokens(deps: WriteDeps, organizationID: string): void {
  const { stamps, stationID } = deps.db;
  inTransaction(deps, () => {
    for (const { id, stamp } of store.listLiveDemoTokens(deps.db, organizationID))
      if (stamps.writerOf(stamp).startsWith(`${stationID}.`))
        store.updateToken(deps.db, id, { revokedAt: deps.now(), updatedAt: deps.now() });
  });
}

/**
 * Finds the member that a token acts for.
 *
 * @param ip The caller's address.
 * @returns Undefined for an unknown or revoked token, or when its member or organization is
 *   inactive.
 * @throws AppError E1055 when the token has expired or may not be used from this address.
 */
export function findActorByTokenHash(
  deps: Pick<OrganizationDeps, "db" | "now">,
  tokenHash: string,
  ip: string,
): Actor | undefined {
  const holder = store.findTokenHolder(deps.db, tokenHash);
  if (holder === undefined) return undefined;
  if (holder.expiresAt !== null && holder.expiresAt <= deps.now())
    throw errors.notAuthorised("This token has expired. Make a new one.");
  const isBound = holder.allowedIps.length > 0;
  if (isBound && !holder.allowedIps.some((range) => covers(range, ip))) {
    throw errors.notAuthorised("This token may not be used from this address.");
  }
  store.noteTokenUse(deps.db, holder.tokenID, deps.now());
  const canWrite = holder.scopes.length === 0 || holder.scopes.includes("*");
  const has = (scope: Scope): boolean => canWrite || holder.scopes.includes(scope);
  return {
    organizationID: holder.organizationID,
    memberID: holder.memberID,
    role: holder.role,
    via: "token",
    token: {
      id: holder.tokenID,
      canWrite,
      canRead: has("read"),
      prints: has("print:raw") ? "raw" : has("print") ? "documents" : "nothing",
      isNarrow: isBound || !canWrite || holder.expiresAt !== null,
    },
  };
}

/**
 * Finds the caller's member in the organization of a new token: the caller's own organization or,
 * for an owner of the desk's organization, another organization that the same user created.
 */
function memberIn(
  deps: Pick<OrganizationDeps, "db" | "desk">,
  actor: Actor,
  organizationID: string,
): { organizationID: string; memberID: string } {
  if (organizationID === "" || organizationID === actor.organizationID) return actor;
  const member = findMembershipOf(deps.db, actor.memberID, organizationID);
  if (member === undefined) throw errors.organizationNotFound();
  const isFounder = findOrganization(deps.db, organizationID)?.founderUserID === member.userID;
  const isOwnerHere = actor.role === "owner" && actor.organizationID === deps.desk.organizationID();
  if (!isFounder || !isOwnerHere)
    throw errors.notAuthorised("A token makes tokens for its own organization only.");
  return { organizationID, memberID: member.id };
}

function mayManage(actor: Actor, row: store.TokenRow): boolean {
  return actor.role === "owner" || actor.role === "admin" || row.memberID === actor.memberID;
}

function expiryOf(deps: Pick<OrganizationDeps, "now">, text: string): string | null {
  if (text === "") return null;
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw errors.badRequest("expiresAt: must be a date and time as in 2027-01-31T00:00:00Z.");
  const instant = new Date(at).toISOString();
  if (instant <= deps.now()) throw errors.badRequest("expiresAt: is in the past.");
  return instant;
}

/**
 * Checks an IPv4 or IPv6 address or range. Rejects short forms ("1", "0x7f.1"), which programs read
 * differently.
 */
function checkRange(text: string): string {
  const [address = "", bits] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (isAddress && (bits === undefined || ipaddr.isValidCIDR(text))) return text;
  throw errors.badRequest(
    `allowedIPs: "${text}" is neither an IP address nor a range such as 10.0.0.0/8 or 2001:db8::/32.`,
  );
}

/** Returns whether a range contains an address; "::ffff:10.0.0.1" counts as 10.0.0.1. */
function covers(range: string, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  const [network, bits] = range.includes("/")
    ? ipaddr.parseCIDR(range)
    : [ipaddr.process(range), undefined];
  if (network.kind() !== address.kind()) return false;
  return address.match(network, bits ?? (network.kind() === "ipv4" ? 32 : 128));
}

function present(deps: Pick<OrganizationDeps, "db" | "now">, row: store.TokenRow): ApiToken {
  const scopes = SCOPES.filter((scope) => row.scopes.includes(scope));
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    organizationID: row.organizationID,
    memberID: row.memberID,
    name: row.name,
    scopes: scopes.length === 0 ? ["*"] : scopes,
    allowedIPs: [...row.allowedIps],
    expiresAt: row.expiresAt,
    lastUsedAt: store.unsavedTokenUse(deps.db, row.id) ?? row.usedAt,
    isActive: row.revokedAt === null && (row.expiresAt === null || row.expiresAt > deps.now()),
  };
}
