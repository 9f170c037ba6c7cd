/** Decides in whose queue a large paper waits. */
import type { Actor } from "../../http/actor.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import type { LargePaper } from "../../labels/papers/paper-orders.ts";

/**
 * Makes the turn in which a large paper is drawn.
 *
 * @param isGone Whether the caller has disconnected: its paper is not started then.
 * @returns A turn in the queue of the caller's token or member.
 */
export function turnOf({ token, memberID }: Actor, isGone: () => Promise<boolean>): LargePaper {
  return { caller: token?.id ?? memberID, requireCaller: () => requireCaller({ isGone }) };
}
