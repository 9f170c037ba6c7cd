/**
 * Members of organizations and their roles. A user has the same id in all its organizations.
 */
import { derivedId } from "../base/derived-id.ts";
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { Member, NewMember, Role } from "./organizations.schema.ts";
import * as store from "./organizations.store.ts";
import { settleOwner } from "./owners.store.ts";

/** Lists the members of the actor's organization, including inactive members, oldest first. */
export function listMembers(deps: ReadDeps, actor: Actor): Member[] {
  return store.listMembers(deps.db, actor.organizationID).map(presentMember);
}

/**
 * Gets a member of the actor's organization.
 *
 * @throws AppError E2015 when there is no such member.
 */
export function getMember(deps: ReadDeps, actor: Actor, userID: string): Member {
  const row = store.findMemberByUser(deps.db, actor.organizationID, userID);
  if (row === undefined) throw errors.memberNotFound();
  return presentMember(row);
}

/**
 * Gets a member of any organization, for identities that were already checked.
 * @throws AppError E2015 when there is no such member.
 */
export function getMemberByID(deps: ReadDeps, memberID: string): Member {
  const row = store.findMember(deps.db, memberID);
  if (row === undefined) throw errors.memberNotFound();
  return presentMember(row);
}

/** Finds the name of a member; "" for an unknown one. */
export function findMemberName(deps: ReadDeps, memberID: string): string {
  return store.findMember(deps.db, memberID)?.name ?? "";
}

/**
 * Adds a user to the actor's organization.
 *
 * An e-mail creates a new user, even when another organization has a user with that e-mail: the
 * answer must not reveal who belongs to other organizations. To add the same user, callers pass the
 * user id, which only that user's organizations know.
 *
 * @throws AppError E1085 without a user, E2015 for an unknown user id, E2031 for a user who is
 * already a member, E1055 when a caller who is not an owner adds an owner, or a token with limits
 * adds an owner or admin.
 */
export function createMember(deps: WriteDeps, actor: Actor, input: NewMember): Member {
  const { userID, email, role } = input;
  if (role === "owner" && actor.role !== "owner")
    throw errors.notAuthorised("Only an owner makes an owner.");
  if (["owner", "admin"].includes(role)) requireWholeToken(actor);
  if (userID === "" && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw errors.badRequest("userID or email: one of the two must be given.");
  return inTransaction(deps, () => {
    settleOwner(deps.db, actor.organizationID, deps.now());
    const user =
      userID === ""
        ? { userID: derivedId("invited user", actor.organizationID, email.toLowerCase()), email }
        : store.findUser(deps.db, userID);
    if (user === undefined)
      throw errors.memberNotFound("userID: no such user is known. Invite by e-mail.");
    const already =
      userID === ""
        ? store.findMemberByEmail(deps.db, actor.organizationID, email)
        : store.findMemberByUser(deps.db, actor.organizationID, userID);
    if (already !== undefined) throw errors.alreadyMember();
    const now = deps.now();
    store.insertMember(deps.db, {
      id: store.memberIDOf(actor.organizationID, user.userID),
      createdAt: now,
      updatedAt: now,
      organizationID: actor.organizationID,
      userID: user.userID,
      email: user.email,
      name: input.name,
      role,
      isActive: 1,
    });
    return getMember(deps, actor, user.userID);
  });
}

/**
 * Changes a member's name, role or state.
 *
 * @throws AppError E1085 for an empty name; E2015 for an unknown member; E1055 when a caller who is
 *   not an owner changes or makes an owner, or when a token with limits gives a role; E2030 when no
 *   active owner would be left.
 */
export function updateMember(
  deps: WriteDeps,
  actor: Actor,
  userID: string,
  patch: { name?: string | undefined; role?: Role | undefined; isActive?: boolean | undefined },
): Member {
  if (patch.name === "") throw errors.badRequest("name: must not be empty.");
  inTransaction(deps, () => {
    settleOwner(deps.db, actor.organizationID, deps.now());
    const row = store.findMemberByUser(deps.db, actor.organizationID, userID);
    if (row === undefined) throw errors.memberNotFound();
    if (row.role === "owner" && actor.role !== "owner")
      throw errors.notAuthorised("Only an owner changes an owner.");
    if (patch.role !== undefined) requireWholeToken(actor);
    if (patch.role === "owner" && actor.role !== "owner")
      throw errors.notAuthorised("Only an owner makes an owner.");
    const stays = (patch.role ?? row.role) === "owner" && (patch.isActive ?? row.isActive === 1);
    if (
      row.role === "owner" &&
      row.isActive === 1 &&
      !stays &&
      store.countOwners(deps.db, actor.organizationID) === 1
    )
      throw errors.ownerNeeded();
    store.updateMember(deps.db, row.id, {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.role === undefined ? {} : { role: patch.role }),
      ...(patch.isActive === undefined ? {} : { isActive: patch.isActive ? 1 : 0 }),
      updatedAt: deps.now(),
    });
  });
  return getMember(deps, actor, userID);
}

/**
 * Requires a token without limits for giving a role: with a limited token, a caller could otherwise
 * raise the role of a member who acts without these limits.
 *
 * @throws AppError E1055
 */
function requireWholeToken(actor: Actor): void {
  if (actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A token with limits may not give a role. Use a token without limits, or the window.",
    );
}

function presentMember(row: store.MemberRow): Member {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    organizationID: row.organizationID,
    userID: row.userID,
    email: row.email,
    name: row.name,
    role: row.role,
    isActive: row.isActive === 1,
  };
}
