/**
 * Handles calls that the desk refuses because nobody is signed in, or because a lead must allow
 * them. Every call goes through here, so no screen has to know of it.
 */
import type { CallRequest } from "../../core/http/call.ts";
import { LEAD_ACTS, type LeadAct } from "../../core/http/lead-acts.schema.ts";

/** A call that a lead's badge may allow, and the act for which the lead is asked. */
export type Refusal = { readonly request: CallRequest; readonly act: LeadAct };

export type DeskGate = {
  /** Reads who is signed in, and settles when somebody is. */
  readonly whenOpen: () => Promise<void>;
  /** Asks for a lead's badge. @returns Whether the call may be repeated. */
  readonly askLead: (refusal: Refusal) => Promise<boolean>;
};

let gate: DeskGate | null = null;

/** Registers the window's gate. Called once, by app/. */
export function provideDeskGate(provided: DeskGate): void {
  gate = provided;
}

/**
 * Sends a call, and once more when the desk refused it only for now: a read that met a locked desk
 * waits for the next badge, and an act that needs a lead waits for a lead's badge. A lead allows one
 * reason at a time, so that the lead has seen all of them.
 *
 * @param send Sends the call and returns the JSON body of its answer.
 */
export async function throughGate(
  request: CallRequest,
  send: (request: CallRequest) => Promise<unknown>,
): Promise<unknown> {
  const answer = await send(request);
  const code = textIn(answer, "code");
  if (gate === null || code === "") return answer;
  if (code === "E2241") {
    const open = gate.whenOpen();
    if (request.method !== "GET") return answer;
    await open;
    return throughGate(request, send);
  }
  // Missing scans have a code and no reason.
  const reason = code === "E2072" ? "items" : code === "E2242" ? textIn(answer, "reason") : "";
  const act = LEAD_ACTS.find((one) => one === reason);
  if (act === undefined) return answer;
  return (await gate.askLead({ request, act })) ? throughGate(request, send) : answer;
}

function textIn(answer: unknown, name: string): string {
  const value =
    typeof answer === "object" && answer !== null ? new Map(Object.entries(answer)).get(name) : "";
  return typeof value === "string" ? value : "";
}
