/** The hub cannot do what it was asked to, for a reason that its owner can change. The message states it; no stack is shown. */
export class HubError extends Error {
  override readonly name = "HubError";
}
