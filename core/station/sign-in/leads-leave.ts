/** A lead's leave: one call of the window that the desk's member may make with a lead's rights. */
import { createHash } from "node:crypto";

/** How long a leave waits for its call, ms. */
const LEAVE_MS = 60_000;

/** A call of the window, as the desk's door gets it. */
export type DeskCall = { readonly method: string; readonly path: string; readonly body?: unknown };

export type Leave = {
  /** Hash of the call. */
  readonly call: string;
  readonly leadID: string;
  readonly badgeID: string;
  /** End of the leave, ms of the clock that nobody sets. */
  readonly untilMs: number;
};

/** Creates the leave that the holder of a lead's badge gives for a call. */
export function leaveFor(
  call: DeskCall,
  { memberID, badgeID }: { readonly memberID: string; readonly badgeID: string },
  nowMs: number,
): Leave {
  return { call: hashOf(call), leadID: memberID, badgeID, untilMs: nowMs + LEAVE_MS };
}

/** Returns whether a leave is for this call. */
export function isLeaveOf({ call }: Leave, made: DeskCall): boolean {
  return call === hashOf(made);
}

function hashOf({ method, path, body }: DeskCall): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, body ?? null]))
    .digest("hex");
}
