/** The screen's only way out: the contract's channels, and /api/v1 through one of them. */
import { i18n } from "../i18n/i18n.ts";
import type { Answer, Desk as Bridge, Event, EventChannel, Input, InvokeChannel, Output } from "../../electron/ipc/contract.ts";

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged into the DOM's own
  interface Window {
    readonly desk: Bridge;
  }
}

export type AppInfo = Output<"app:info">;
export type ChosenFile = NonNullable<Output<"window:chooseFile">>;
export type CoreState = Event<"core:state">["state"];
type Method = Input<"api:request">["method"];

/** No answer came back at all. Ours alone: the core never sends it. */
export const NO_ANSWER = "NO_ANSWER";

/** A call that failed, with the code by which the screen looks up its words. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws BridgeError */
export async function invoke<C extends InvokeChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  let answer: Answer<Output<C>>;
  try {
    answer = await window.desk.invoke(channel, input);
  } catch {
    throw new BridgeError(NO_ANSWER, i18n.t("errors.NO_ANSWER"));
  }
  if (!answer.ok) throw new BridgeError(answer.error.code, answer.error.message);
  return answer.value;
}

/**
 * Asks /api/v1 as the member at this desk.
 *
 * @param path Relative to /api/v1, with its query.
 * @returns The envelope's `data`, in the shape of the route's schema: the same build made both ends, so it is not parsed again.
 * @throws BridgeError with the failure envelope's code.
 */
export async function api<T>(method: Method, path: `/${string}`, body?: unknown): Promise<T> {
  const { body: envelope } = await invoke("api:request", body === undefined ? { method, path } : { method, path, body });
  if (isSuccess(envelope)) return envelope.data as T;
  const { code, message } = (envelope ?? {}) as { code?: string; message?: string };
  throw new BridgeError(code ?? NO_ANSWER, message ?? "");
}

function isSuccess(envelope: unknown): envelope is { readonly data: unknown } {
  return typeof envelope === "object" && envelope !== null && "result" in envelope && envelope.result === true;
}

/** @returns How to stop listening. */
export function listen<C extends EventChannel>(channel: C, listener: (event: Event<C>) => void): () => void {
  return window.desk.on(channel, listener);
}
