/**
 * The screen's only way out: the channels of the desk, and /api/v1 through one of them.
 *
 * The channel table stands here until electron/ipc/contract.ts is imported in its place.
 */
import { i18n } from "../i18n/i18n.ts";

export type ChosenFile = { readonly name: string; readonly base64: string };
export type AppInfo = {
  readonly version: string;
  readonly electron: string;
  /** True when an older Electron stands in for the one we ship on. */
  readonly standIn: boolean;
  readonly apiUrl: string;
  readonly testMode: boolean;
};
export type CoreEvent = {
  readonly seq: number;
  readonly topic: "shipment.changed" | "balance.changed" | "printjob.changed" | "import.done" | "printer.changed";
  readonly subjectID: string;
  readonly at: string;
};

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Channels = {
  "api:request": { input: { method: Method; path: string; body?: unknown }; output: { status: number; body: unknown } };
  "window:chooseFile": { input: { filters?: { name: string; extensions: string[] }[] }; output: ChosenFile | null };
  "app:info": { input: Record<string, never>; output: AppInfo };
};
type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

declare global {
  interface Window {
    readonly desk: {
      invoke<C extends keyof Channels>(channel: C, input: Channels[C]["input"]): Promise<Answer<Channels[C]["output"]>>;
      on(channel: "core:event", listener: (event: CoreEvent) => void): () => void;
    };
  }
}

/** No answer came back at all. Ours alone: the core never sends it. */
export const NO_ANSWER = "NO_ANSWER";

/** A failure the person at the desk can be told about, by its code. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws DeskError */
export async function invoke<C extends keyof Channels>(channel: C, input: Channels[C]["input"]): Promise<Channels[C]["output"]> {
  let answer: Answer<Channels[C]["output"]>;
  try {
    answer = await window.desk.invoke(channel, input);
  } catch {
    throw new DeskError(NO_ANSWER, i18n.t("errors.NO_ANSWER"));
  }
  if (!answer.ok) throw new DeskError(answer.error.code, answer.error.message);
  return answer.value;
}

/**
 * Asks /api/v1 as the member at this desk.
 *
 * @param path Relative to /api/v1, with its query.
 * @returns The envelope's `data`.
 * @throws DeskError with the failure envelope's code.
 */
export async function api<T>(method: Method, path: `/${string}`, body?: unknown): Promise<T> {
  const { body: envelope } = await invoke("api:request", body === undefined ? { method, path } : { method, path, body });
  if (isSuccess(envelope)) return envelope.data as T;
  const { code, message } = envelope as { code?: string; message?: string };
  throw new DeskError(code ?? NO_ANSWER, message ?? "");
}

function isSuccess(envelope: unknown): envelope is { readonly data: unknown } {
  return typeof envelope === "object" && envelope !== null && "result" in envelope && envelope.result === true;
}

export function onCoreEvent(listener: (event: CoreEvent) => void): () => void {
  return window.desk.on("core:event", listener);
}
