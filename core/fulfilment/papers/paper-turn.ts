/** Whose turn a large paper takes. */
import type { Actor } from "../../http/actor.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import type { LargePaper } from "../../labels/papers/paper-orders.ts";

/**
 * @param isGone Whether the caller has gone: its paper is not begun then.
 * @returns A turn among those of other programs and members.
 */
export function turnOf({ token, memberID }: Actor, isGone: () => Promise<boolean>): LargePaper {
  return { caller: token?.id ?? memberID, requireCaller: () => requireCaller({ isGone }) };
}
