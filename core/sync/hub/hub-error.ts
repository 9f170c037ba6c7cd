import type { HubServer } from "../sync.schema.ts";

/**
 * The hub cannot do what was requested, for a reason that its owner can remove. The message states
 * the reason; no stack is shown.
 */
export class HubError extends Error {
  override readonly name = "HubError";
  /** For screens in other languages. */
  readonly reason: HubServer["causeReason"];

  constructor(message: string, reason: HubServer["causeReason"] = null) {
    super(message);
    this.reason = reason;
  }
}
