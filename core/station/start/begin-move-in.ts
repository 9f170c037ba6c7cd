/** Begins the move of `--move-in` before the station serves. */
import { z } from "zod";
import type { DeskDoor } from "../../http/desk-door.ts";
import { moveInSchema, type NewMoveIn } from "../move-in/move-in.schema.ts";

/** The move was refused, and nothing was started. */
class MoveInError extends Error {
  override readonly name = "MoveInError";
}

const envelope = z.object({ data: moveInSchema });
const refusal = z.object({ code: z.string(), message: z.string() });
/** Code of a move that was ended, or that cannot be started at this station. */
const NOT_POSSIBLE = "E2188";

/**
 * Begins or continues the move as the station's owner.
 *
 * @returns A line for the person who starts the station.
 * @throws MoveInError for an address or token that cannot be used
 */
export async function beginMoveIn(
  call: DeskDoor,
  memberID: string,
  input: NewMoveIn,
): Promise<string> {
  const { status, body } = await call({
    method: "POST",
    path: "/station/move-in",
    memberID,
    body: input,
  });
  if (status < 400) {
    const { host, round } = envelope.parse(body).data;
    return `reads ${host}${round > 1 ? " again" : ""}; GET /station/move-in has the progress`;
  }
  const { code, message } = refusal.parse(body);
  // A station that is started with the same options again serves after the move too.
  if (code === NOT_POSSIBLE) return message;
  throw new MoveInError(`--move-in: ${message}`);
}
