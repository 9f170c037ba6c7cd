/**
 * The member who is signed in at the desk's window. The session is in this process's memory alone:
 * after a restart the desk is locked. The window sends badges and PINs, and never names a member.
 */
import { errors, isAppError } from "../../base/errors.ts";
import { guarded } from "../../base/guarded.ts";
import type { Actor } from "../../http/actor.ts";
import { isLead } from "../../http/lead-act.ts";
import { getMemberByID } from "../../organizations/members.ts";
import { deskActor, findDeskOwner } from "../../organizations/organizations.service.ts";
import { noteActs } from "../../records/audit/audit.service.ts";
import type { StationDeps } from "../deps.ts";
import { findHolder, requirePin } from "./badge-holder.ts";
import { checkRecoveryKey, type RecoveryParts } from "./check-recovery-key.ts";
import { isLeaveOf, leaveFor, type DeskCall, type Leave } from "./leads-leave.ts";
import { readLockMinutes } from "./sign-in-settings.ts";
import type { Approval, ApprovalAnswer, SignInAnswer, SignInState } from "./sign-in.schema.ts";
import * as store from "./sign-in.store.ts";

type Session = {
  readonly memberID: string;
  /** "" after the recovery key opened the desk. */
  readonly badgeID: string;
  /** Whether the member has given a PIN or the recovery key, without which nobody leads. */
  readonly isProven: boolean;
  lastActAt: number;
  lastActMs: number;
};
type NewSession = Pick<Session, "memberID" | "badgeID" | "isProven">;

type SessionDeps = Pick<StationDeps, "db" | "now" | "newId" | "log" | "secrets" | "settings">;
export type DeskSessionParts = Omit<RecoveryParts, "deps"> & {
  readonly deps: SessionDeps & Pick<StationDeps, "desk">;
  /** Milliseconds of a clock that nobody sets. */
  readonly nowMs: () => number;
  /** Called when somebody signs in, and when the desk is locked. */
  readonly onChanged: () => void;
  /** Called when somebody else than before signs in. */
  readonly onOtherPerson: () => void;
};

export type DeskSession = {
  /**
   * Finds who acts in a call of the window, and uses up a lead's leave for this call.
   *
   * @param owner Member for whom the desk acts while the organization has no badge.
   */
  actorOf(owner: string, call: DeskCall): Actor;
  read(): SignInState;
  /**
   * Signs the holder of a badge in.
   *
   * @throws AppError E2243 for a badge that is not accepted, and when another badge was scanned or
   *   the desk was locked while the PIN was checked; E2244 and E2245 for the PIN; E2050,
   *   E2155, E2036.
   */
  signIn(badge: string, pin: string): Promise<SignInAnswer>;
  /**
   * Signs the owner in whose badge is the first one, so that the number on the screen can be put on
   * a card before the desk asks for it.
   */
  beginWith(badge: { readonly id: string; readonly memberID: string }): void;
  /** Locks the desk, also against a PIN that is being checked. */
  lock(): SignInState;
  /** Notes that somebody used a key or the scanner, so that the desk does not lock. */
  noteActivity(): SignInState;
  /**
   * Lets the signed-in member make one call with a lead's rights, within a minute and for the act
   * that the lead was shown.
   *
   * @throws AppError E2241, and the errors of `signIn`; E2243 also for a packer's badge.
   */
  approve(approval: Approval): Promise<ApprovalAnswer>;
  /**
   * Signs the organization's owner in by the recovery key on paper, and puts a lost key back.
   *
   * @throws AppError E2105 for a text that is not this station's recovery key; E2245; E2036.
   */
  recover(text: string): SignInState;
};

/** Creates the desk's session with nobody signed in. */
export function createDeskSession(parts: DeskSessionParts): DeskSession {
  const held: Held = { parts, session: undefined, leave: undefined, acts: 0, lastMemberID: "" };
  return {
    actorOf: (owner, call) => actorOf(held, owner, call),
    read: () => readState(held),
    signIn: (badge, pin) => signIn(held, badge, pin),
    beginWith(badge) {
      begin(held, { memberID: badge.memberID, badgeID: badge.id, isProven: true });
      note(held, badge.memberID, "signIn");
      parts.onChanged();
    },
    lock() {
      noteAct(held);
      if (current(held) !== undefined) end(held, "lock");
      return readState(held);
    },
    noteActivity() {
      touch(held, current(held));
      return readState(held);
    },
    approve: (approval) => approve(held, approval),
    recover: (text) => recover(held, text),
  };
}

type Held = {
  readonly parts: DeskSessionParts;
  session: Session | undefined;
  leave: Leave | undefined;
  /** Badges and locks so far; the last one counts. */
  acts: number;
  /** Who signed in last, also after a lock; "" for nobody. */
  lastMemberID: string;
};

/**
 * Notes that a badge was scanned or the desk was locked.
 *
 * @returns Function that throws AppError E2243 after a newer act: the check of a PIN takes time, and
 *   must not undo what another person did meanwhile.
 */
function noteAct(held: Held): () => void {
  held.acts += 1;
  const act = held.acts;
  return () => {
    if (held.acts === act) return;
    throw errors.badgeNotAccepted(
      "Another badge was scanned, or the desk was locked, while this PIN was checked. Nothing was changed. Scan the badge again.",
      { reason: "overtaken" },
    );
  };
}

function isOn({ parts: { deps } }: Held): boolean {
  return store.hasBadge(deps.db, deps.desk.organizationID());
}

/**
 * Returns the session if it still holds: its badge, its member and the time since the last act. A
 * packer who has become a lead must sign in again, with a PIN.
 */
function current(held: Held): Session | undefined {
  const { session, parts } = held;
  if (session === undefined) return undefined;
  if (!isOn(held)) return drop(held);
  const { deps, nowMs } = parts;
  const idleMs = Math.max(Date.parse(deps.now()) - session.lastActAt, nowMs() - session.lastActMs);
  if (idleMs > readLockMinutes(deps.settings) * 60_000) return drop(held);
  const badge = session.badgeID === "" ? undefined : store.findBadge(deps.db, session.badgeID);
  if (session.badgeID !== "" && (badge === undefined || badge.revokedAt !== null))
    return drop(held);
  try {
    const actor = deskActor(deps, session.memberID);
    const isAllowed = session.isProven || !isLead(actor);
    return isAllowed && actor.organizationID === deps.desk.organizationID() ? session : drop(held);
  } catch (error) {
    if (isAppError(error, "memberNotFound")) return drop(held);
    throw error;
  }
}

function drop(held: Held): undefined {
  held.session = undefined;
  held.leave = undefined;
  held.parts.onChanged();
  return undefined;
}

/** Ends the session of a member who leaves. */
function end(held: Held, operation: "lock"): void {
  const memberID = held.session?.memberID ?? "";
  drop(held);
  note(held, memberID, operation);
}

function begin(held: Held, { memberID, badgeID, isProven }: NewSession): void {
  noteAct(held);
  if (held.lastMemberID !== "" && held.lastMemberID !== memberID) held.parts.onOtherPerson();
  held.lastMemberID = memberID;
  held.leave = undefined;
  held.session = { memberID, badgeID, isProven, lastActAt: 0, lastActMs: 0 };
  touch(held, held.session);
}

function touch({ parts: { deps, nowMs } }: Held, session: Session | undefined): void {
  if (session === undefined) return;
  session.lastActAt = Date.parse(deps.now());
  session.lastActMs = nowMs();
}

function actorOf(held: Held, owner: string, call: DeskCall): Actor {
  const { deps } = held.parts;
  if (!isOn(held)) return deskActor(deps, owner);
  const session = current(held);
  if (session === undefined)
    return {
      organizationID: deps.desk.organizationID(),
      memberID: "",
      role: "limitedAccessUser",
      via: "desk",
      signIn: "locked",
    };
  const actor: Actor = { ...deskActor(deps, session.memberID), signIn: "signedIn" };
  const approved = takeLeave(held, call);
  return approved === undefined ? actor : { ...actor, approved };
}

/** Takes the leave of this call; finds none after the lead who gave it lost the right. */
function takeLeave(held: Held, call: DeskCall): Actor["approved"] {
  const { leave, parts } = held;
  if (leave === undefined || !isLeaveOf(leave, call, parts.nowMs())) return undefined;
  held.leave = { ...leave, isTaken: true };
  const lead = getMemberByID(parts.deps, leave.leadID);
  const isValid = store.findBadge(parts.deps.db, leave.badgeID)?.revokedAt === null;
  const mayAllow = isValid && lead.isActive && isLead(lead);
  return mayAllow ? { by: leave.leadID, acts: leave.acts } : undefined;
}

function readState(held: Held): SignInState {
  const { deps } = held.parts;
  const lockAfterMinutes = readLockMinutes(deps.settings);
  if (!isOn(held)) return { state: "off", person: null, lockAfterMinutes };
  const session = current(held);
  if (session === undefined) return { state: "locked", person: null, lockAfterMinutes };
  const { id, name, role } = getMemberByID(deps, session.memberID);
  return { state: "signedIn", person: { id, name, role }, lockAfterMinutes };
}

async function signIn(held: Held, badge: string, pin: string): Promise<SignInAnswer> {
  const holder = findHolder(held.parts.deps, badge);
  const requireLast = noteAct(held);
  const isLeads = isLead(getMemberByID(held.parts.deps, holder.memberID));
  if (isLeads && pin === "") return { step: "pinNeeded", name: holder.name };
  if (isLeads) await requirePin(held.parts.deps, holder, pin);
  requireLast();
  begin(held, { ...holder, isProven: isLeads });
  note(held, holder.memberID, "signIn");
  held.parts.onChanged();
  return { step: "signedIn", name: holder.name };
}

async function approve(held: Held, approval: Approval): Promise<ApprovalAnswer> {
  const session = current(held);
  if (session === undefined) throw errors.deskLocked();
  const holder = findHolder(held.parts.deps, approval.badge);
  if (!isLead(getMemberByID(held.parts.deps, holder.memberID)))
    throw errors.badgeNotAccepted("This badge is not a lead's. A lead allows this act.", {
      reason: "notLead",
    });
  const requireLast = noteAct(held);
  if (approval.pin === "") return { step: "pinNeeded", name: holder.name };
  await requirePin(held.parts.deps, holder, approval.pin);
  requireLast();
  // The desk may have locked itself while the PIN was checked.
  if (current(held) !== session) throw errors.deskLocked();
  touch(held, session);
  const { act, ...call } = approval;
  held.leave = leaveFor({ call, act, lead: holder }, held.leave, held.parts.nowMs());
  return { step: "approved", name: holder.name };
}

function recover(held: Held, text: string): SignInState {
  const { deps } = held.parts;
  if (!isOn(held)) return readState(held);
  checkRecoveryKey(held.parts, text);
  const owner = findDeskOwner(deps, deps.desk.organizationID());
  if (owner === undefined) throw errors.memberNotFound();
  begin(held, { memberID: owner.memberID, badgeID: "", isProven: true });
  note(held, owner.memberID, "recoverSignIn");
  deps.log.warn({ memberID: owner.memberID }, "the desk was opened by the recovery key");
  held.parts.onChanged();
  return readState(held);
}

/**
 * Writes an entry of the audit log. A full disk prevents the entry and not the act, as for other
 * acts: packers still print what is bought.
 */
function note({ parts: { deps } }: Held, memberID: string, operation: string): void {
  const at = deps.now();
  const organizationID = deps.desk.organizationID();
  const entry = { kind: "signIn", act: "made", operation, subjectID: "", tokenID: "", at } as const;
  guarded(deps.log, "a sign-in could not be written into the audit log", () => {
    noteActs(deps, [{ ...entry, organizationID, memberID }]);
  });
}
