/**
 * How much of requests' bodies may be under way: what has been sent of them is in memory until they
 * are answered, and nothing else bounds how many come at once. What they will need is counted when
 * their headers are in.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errors } from "../base/errors.ts";

const MIB = 1024 * 1024;
const ALL_BYTES = 128 * MIB;
/** Two of the largest files. */
const ORGANIZATION_BYTES = 48 * MIB;
/** A body up to this size is not counted. */
const SMALL_BYTES = 64 * 1024;
const WAIT_S = 1;

export type BodyBudget = {
  /** @returns Gives them back; a second call does nothing. @throws AppError E2005 */
  take(organizationID: string, bytes: number): () => void;
  /** What is counted now, for all organizations, bytes. */
  heldBytes(): number;
};

/** @returns A budget that nothing has taken from. */
export function createBodyBudget(): BodyBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(organizationID, bytes) {
      const own = held.get(organizationID) ?? 0;
      if (own + bytes > ORGANIZATION_BYTES || all + bytes > ALL_BYTES)
        throw errors.tooManyRequests(
          "Too much is being sent at once. Send this when the others are answered.",
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
 * Counts a request's body until it is answered or its connection is closed.
 *
 * @param limit Bytes: the most that its route takes. A longer body is not counted: the parser
 *   refuses it.
 * @throws AppError E2005
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
  socket.once("close", end); // an answer that waits behind another one on a lost connection gets no event of its own
}
