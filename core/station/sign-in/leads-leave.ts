/**
 * A lead's leave: one call of the window that the desk's member may make with a lead's rights, for
 * the reasons that the lead was shown.
 */
import { createHash } from "node:crypto";
import type { LeadAct } from "../../http/lead-acts.schema.ts";

/** How long a leave waits for its call, ms. */
const LEAVE_MS = 60_000;

/** A call of the window, as the desk's door gets it. */
export type DeskCall = { readonly method: string; readonly path: string; readonly body?: unknown };

type Lead = { readonly memberID: string; readonly badgeID: string };

export type Leave = {
  /** Hash of the call. */
  readonly call: string;
  readonly leadID: string;
  readonly badgeID: string;
  readonly acts: readonly LeadAct[];
  /** Whether its call was made. It may have been refused for another reason. */
  readonly isTaken: boolean;
  /** End of the leave, ms of the clock that nobody sets. */
  readonly untilMs: number;
};

/**
 * Creates the leave that the holder of a lead's badge gives for a call. A call that is refused for a
 * second reason after a leave for the first one needs both, so what the same lead allowed for this
 * call within the last minute is added.
 *
 * @param before The last leave of this session.
 */
export function leaveFor(
  { call, act, lead }: { readonly call: DeskCall; readonly act: LeadAct; readonly lead: Lead },
  before: Leave | undefined,
  nowMs: number,
): Leave {
  const hash = hashOf(call);
  const isMore =
    before?.call === hash && before.badgeID === lead.badgeID && nowMs <= before.untilMs;
  return {
    call: hash,
    leadID: lead.memberID,
    badgeID: lead.badgeID,
    acts: isMore ? [...new Set([...before.acts, act])] : [act],
    isTaken: false,
    untilMs: nowMs + LEAVE_MS,
  };
}

/** Returns whether a leave is for this call, which was not made yet. */
export function isLeaveOf(
  { call, isTaken, untilMs }: Leave,
  made: DeskCall,
  nowMs: number,
): boolean {
  return !isTaken && nowMs <= untilMs && call === hashOf(made);
}

function hashOf({ method, path, body }: DeskCall): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, body ?? null]))
    .digest("hex");
}
