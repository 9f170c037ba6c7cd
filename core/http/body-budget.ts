/**
 * Limits the total size of request bodies in progress: a body is in memory until its request is
 * answered, and nothing else limits how many bodies arrive at once. A body of more than 64 KiB is
 * counted when its request's headers have arrived.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errors } from "../base/errors.ts";

const MIB = 1024 * 1024;
const ALL_BYTES = 128 * MIB;
/** Limit of one organization, enough for two of the largest files. */
const ORGANIZATION_BYTES = 48 * MIB;
/** Bodies up to this size are not counted. */
const SMALL_BYTES = 64 * 1024;
const WAIT_S = 1;

export type BodyBudget = {
  /**
   * Reserves bytes of the budget.
   *
   * @returns A function that gives the bytes back; a second call of this function does nothing.
   * @throws AppError E2005 when the budget is exhausted.
   */
  take(organizationID: string, bytes: number): () => void;
  /** Counted bytes of all organizations. */
  heldBytes(): number;
};

/** Creates an unused budget. */
export function createBodyBudget(): BodyBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(organizationID, bytes) {
      const own = held.get(organizationID) ?? 0;
      if (own + bytes > ORGANIZATION_BYTES || all + bytes > ALL_BYTES)
        throw errors.tooManyRequests(
          "Too much is being sent at once. Try again when the other requests are answered.",
          { retryAfter: WAIT_S },
        );
      held.set(organizationID, own + bytes);
      all += bytes;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= bytes;
        const left = (held.get(organizationID) ?? 0) - bytes;
        if (left > 0) held.set(organizationID, left);
        else held.delete(organizationID);
      };
    },
    heldBytes: () => all,
  };
}

/**
 * Counts a request's body until the request is answered or its connection is closed.
 *
 * @param limit Maximum body size of the route, bytes. A longer body is not counted, because the
 *   parser rejects it.
 * @throws AppError E2005 when the budget is exhausted.
 */
export function reserveBody(
  budget: BodyBudget,
  organizationID: string,
  limit: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const length = request.headers["content-length"];
  const bytes =
    length !== undefined
      ? Number(length)
      : request.headers["transfer-encoding"] === undefined
        ? 0
        : limit;
  if (bytes <= SMALL_BYTES || bytes > limit) return;
  const giveBack = budget.take(organizationID, bytes);
  const { socket } = request;
  const end = (): void => {
    response.off("close", end);
    socket.off("close", end);
    giveBack();
  };
  response.once("close", end);
  // If the connection is lost, a response that is queued behind another response gets no close
  // event.
  socket.once("close", end);
}
