/** Organizations, their members and the tokens that act for them. */
import { createHash, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { AppError } from "../base/errors.ts";
import { CURRENCY, minor, moneyText, type Minor } from "../base/money.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { getBalance, postEntry } from "../ledger/ledger.service.ts";
import type { Member, Organization, OrganizationPatch, Role } from "./organizations.schema.ts";
import * as store from "./organizations.store.ts";

export type Registers = { readonly sender: string | null; readonly return: string | null; readonly invoice: string | null };

/** The organization of the actor, or another of which the actor's user is a member. @throws AppError E1053 */
export function getOrganization(deps: Deps, actor: Actor, id: string): Organization {
  const row = store.listOrganizationsOfMember(deps.db, actor.memberID).find((o) => o.id === id);
  if (row === undefined) throw new AppError("E1053");
  return present(deps, row);
}

export function listOrganizations(deps: Deps, actor: Actor): Organization[] {
  return store.listOrganizationsOfMember(deps.db, actor.memberID).map((row) => present(deps, row));
}

/** The addresses an organization uses when a request names none. */
export function getRegisters(deps: Deps, organizationID: string): Registers {
  const row = requireOrganization(deps, organizationID);
  return { sender: row.default_sender_address_id, return: row.default_return_address_id, invoice: row.invoice_address_id };
}

/** Inside a commit. */
export function setRegisters(deps: Deps, organizationID: string, registers: Partial<Registers>): void {
  store.updateOrganization(deps.db, organizationID, {
    ...(registers.sender === undefined ? {} : { default_sender_address_id: registers.sender }),
    ...(registers.return === undefined ? {} : { default_return_address_id: registers.return }),
    ...(registers.invoice === undefined ? {} : { invoice_address_id: registers.invoice }),
    updated_at: deps.now(),
  });
}

export function labelFileTypeOf(deps: Deps, organizationID: string): "PDF" | "ZPL" {
  return requireOrganization(deps, organizationID).label_file_type;
}

export function patchOrganization(deps: Deps, actor: Actor, id: string, patch: OrganizationPatch): Organization {
  if (id !== actor.organizationID) throw new AppError("E1053");
  if (patch.name === "") throw new AppError("E1085", "name: must not be empty.");
  commit(deps, () =>
    store.updateOrganization(deps.db, id, {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.taxOffice === undefined ? {} : { tax_office: patch.taxOffice }),
      ...(patch.taxNumber === undefined ? {} : { tax_number: patch.taxNumber }),
      ...(patch.phone === undefined ? {} : { phone: patch.phone }),
      ...(patch.email === undefined ? {} : { email: patch.email }),
      ...(patch.labelFileType === undefined ? {} : { label_file_type: patch.labelFileType }),
      updated_at: deps.now(),
    }),
  );
  return getOrganization(deps, actor, id);
}

export type NewOrganization = { name: string; countryCode: string; taxOffice: string; taxNumber: string; phone: string; email: string; test: boolean };

/** A new organization with its first member as owner. Inside or outside a commit. */
export function createOrganization(deps: Deps, input: NewOrganization, owner: { userID: string; email: string; name: string }): { organizationID: string; memberID: string } {
  const now = deps.now();
  const organizationID = deps.newId();
  const memberID = deps.newId();
  commit(deps, () => {
    store.insertOrganization(deps.db, {
      id: organizationID,
      created_at: now,
      updated_at: now,
      name: input.name,
      currency: CURRENCY,
      country_code: input.countryCode === "" ? "TR" : input.countryCode,
      tax_office: input.taxOffice,
      tax_number: input.taxNumber,
      phone: input.phone,
      email: input.email,
      test: input.test ? 1 : 0,
    });
    store.insertMember(deps.db, {
      id: memberID,
      created_at: now,
      updated_at: now,
      organization_id: organizationID,
      user_id: owner.userID,
      email: owner.email,
      name: owner.name,
      role: "owner",
    });
  });
  return { organizationID, memberID };
}

/** @param amount Minor units, positive. @returns The balance after it. */
export function topUp(deps: Deps, organizationID: string, amount: Minor, reference: string): Minor {
  return commit(deps, () => {
    const { newBalance } = postEntry(deps, { organizationID, kind: "TOPUP", amount, transactionID: null, reference });
    recordFact(deps, { topic: "balance.changed", organizationID, subjectID: organizationID, payload: { balance: moneyText(newBalance) } });
    return newBalance;
  });
}

/** Makes an API token that acts as `memberID`. @returns The token: it is shown now and never again. */
export function issueToken(deps: Deps, member: { organizationID: string; memberID: string }, token: { name: string; isDemo?: boolean }): { id: string; token: string } {
  const secret = `pb_${randomBytes(24).toString("base64url")}`;
  const now = deps.now();
  const id = deps.newId();
  commit(deps, () =>
    store.insertToken(deps.db, {
      id,
      created_at: now,
      updated_at: now,
      organization_id: member.organizationID,
      member_id: member.memberID,
      name: token.name,
      token_hash: createHash("sha256").update(secret).digest("hex"),
      is_demo: token.isDemo === true ? 1 : 0,
    }),
  );
  return { id, token: secret };
}

/** Ends every token of earlier demo starts: only the newest one printed works. */
export function revokeDemoTokens(deps: Deps): void {
  commit(deps, () => {
    for (const { id } of store.listLiveDemoTokens(deps.db)) store.updateToken(deps.db, id, { revoked_at: deps.now(), updated_at: deps.now() });
  });
}

/**
 * Whom a token stands for.
 *
 * @param ip The caller's address.
 * @throws AppError E1055 when the token has ended or is bound to other addresses.
 */
export function findActorByTokenHash(deps: Deps, tokenHash: string, ip: string): Actor | undefined {
  const holder = store.findTokenHolder(deps.db, tokenHash);
  if (holder === undefined) return undefined;
  if (holder.expires_at !== null && holder.expires_at <= deps.now()) throw new AppError("E1055", "This token has expired. Make a new one.");
  if (holder.allowed_ips !== "[]" && !(JSON.parse(holder.allowed_ips) as string[]).includes(plainIp(ip))) {
    throw new AppError("E1055", "This token may not be used from this address.");
  }
  return { organizationID: holder.organization_id, memberID: holder.member_id, role: holder.role, via: "token" };
}

/** The member who acts at the desk. @throws AppError E2015 */
export function deskActor(deps: Deps, memberID: string): Actor {
  const row = store.findMember(deps.db, memberID);
  if (row === undefined || row.is_active === 0) throw new AppError("E2015");
  return { organizationID: row.organization_id, memberID: row.id, role: row.role, via: "desk" };
}

export function findFirstOwner(deps: Deps): { organizationID: string; memberID: string } | undefined {
  const organization = store.findFirstOrganization(deps.db);
  const owner = organization === undefined ? undefined : store.findOwner(deps.db, organization.id);
  return organization === undefined || owner === undefined ? undefined : { organizationID: organization.id, memberID: owner.id };
}

export function listMembers(deps: Deps, actor: Actor): Member[] {
  return store.listMembers(deps.db, actor.organizationID).map(presentMember);
}

/** @throws AppError E2015 */
export function getMember(deps: Deps, actor: Actor, userID: string): Member {
  const row = store.findMemberByUser(deps.db, actor.organizationID, userID);
  if (row === undefined) throw new AppError("E2015");
  return presentMember(row);
}

export function getMemberByID(deps: Deps, memberID: string): Member {
  const row = store.findMember(deps.db, memberID);
  if (row === undefined) throw new AppError("E2015");
  return presentMember(row);
}

/** @throws AppError E2030 when nobody would be left as owner. */
export function patchMember(deps: Deps, actor: Actor, userID: string, patch: { role?: Role | undefined; isActive?: boolean | undefined }): Member {
  commit(deps, () => {
    const row = store.findMemberByUser(deps.db, actor.organizationID, userID);
    if (row === undefined) throw new AppError("E2015");
    if (row.role === "owner" && actor.role !== "owner") throw new AppError("E1055", "Only an owner changes an owner.");
    if (patch.role === "owner" && actor.role !== "owner") throw new AppError("E1055", "Only an owner makes an owner.");
    const stays = (patch.role ?? row.role) === "owner" && (patch.isActive ?? row.is_active === 1);
    if (row.role === "owner" && row.is_active === 1 && !stays && store.countOwners(deps.db, actor.organizationID) === 1) throw new AppError("E2030");
    store.updateMember(deps.db, row.id, {
      ...(patch.role === undefined ? {} : { role: patch.role }),
      ...(patch.isActive === undefined ? {} : { is_active: patch.isActive ? 1 : 0 }),
      updated_at: deps.now(),
    });
  });
  return getMember(deps, actor, userID);
}

function requireOrganization(deps: Deps, id: string): store.OrganizationRow {
  const row = store.findOrganization(deps.db, id);
  if (row === undefined) throw new AppError("E1053");
  return row;
}

function present(deps: Deps, row: store.OrganizationRow): Organization {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: row.name,
    owner: store.findOwner(deps.db, row.id)?.user_id ?? null,
    balance: moneyText(getBalance(deps, row.id).balance),
    debt: moneyText(minor(0)),
    currency: row.currency,
    countryCode: row.country_code,
    taxOffice: row.tax_office,
    taxNumber: row.tax_number,
    phone: row.phone,
    email: row.email,
    test: row.test === 1,
    isActive: row.is_active === 1,
    labelFileType: row.label_file_type,
  };
}

function presentMember(row: store.MemberRow): Member {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    organizationID: row.organization_id,
    userID: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    isActive: row.is_active === 1,
  };
}

/** "::ffff:127.0.0.1" is 127.0.0.1. */
function plainIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mapped !== undefined && isIP(mapped) === 4 ? mapped : ip;
}
