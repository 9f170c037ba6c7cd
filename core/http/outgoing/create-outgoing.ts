/** The station's one way to carriers' servers: checks the address, sends, and notes each call. */
import type { PortDeps } from "../../ports/deps.ts";
import { checkTarget } from "./carrier-targets.ts";
import { createCallNotes } from "./note-calls.ts";
import type { NotedCall, Outgoing } from "./outgoing.ts";
import { sendRequest } from "./send-request.ts";

export type StationOutgoing = Outgoing & {
  /** Lists the last calls of an account since the station's start, newest first. */
  listCalls(accountID: string): readonly NotedCall[];
};

/** Creates the port; the settings are read at each call. */
export function createOutgoing(
  deps: Pick<PortDeps, "settings" | "origin" | "now">,
): StationOutgoing {
  const notes = createCallNotes();
  return {
    async call(request, signal) {
      const at = deps.now();
      const beganMs = performance.now();
      const answer = await sendRequest(checkTarget(deps, request.url), request, signal);
      notes.add(request, answer, { at, durationMs: Math.round(performance.now() - beganMs) });
      return answer;
    },
    listCalls: (accountID) => notes.list(accountID),
  };
}
