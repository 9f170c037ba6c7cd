/**
 * The screen's only connection to the main process and the core: the channels of the IPC contract,
 * one of which carries calls of /api/v1.
 */
import { throughGate } from "./desk-gate.ts";
import { i18n } from "../i18n/i18n.ts";
import {
  createCall,
  failureIn,
  requestOf,
  type FailureValues,
  type Input as Parts,
} from "../../core/http/call.ts";
import type { AnyEndpoint } from "../../core/http/endpoint.ts";
import type {
  Answer,
  DesktopBridge,
  Event,
  EventChannel,
  Input,
  InvokeChannel,
  Output,
} from "../../electron/ipc/contract.ts";

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be
  // merged into the DOM's own
  interface Window {
    readonly bridge: DesktopBridge;
  }
}

export type AppInfo = Output<"app:info">;
export type ChosenFile = NonNullable<Output<"window:chooseFile">>;
export type CoreState = Event<"core:state">["state"];

/** Error code of a call that got no answer. Only the screen uses it; the core never sends it. */
export const NO_ANSWER = "NO_ANSWER";

/** Error of a failed call. The error's code selects the text that the screen shows. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: string;
  /** Words that narrow down the cause, separated by spaces; a code may cover several causes. */
  readonly reason: string | undefined;
  /** Values that the words for the reason name. */
  readonly values: FailureValues | undefined;

  constructor(code: string, message: string, reason?: string, values?: FailureValues) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.values = values;
  }
}

/** Calls a channel of the main process. @throws BridgeError */
export async function invoke<C extends InvokeChannel>(
  channel: C,
  input: Input<C>,
): Promise<Output<C>> {
  let answer: Answer<Output<C>>;
  try {
    answer = await window.bridge.invoke(channel, input);
  } catch {
    throw new BridgeError(NO_ANSWER, i18n.t("errors.NO_ANSWER"));
  }
  if (!answer.ok) throw new BridgeError(answer.error.code, answer.error.message);
  return answer.value;
}

/**
 * Calls /api/v1 as the member at this station.
 *
 * @throws BridgeError with the failure envelope's code.
 */
export const call = createCall({
  send: (request) => throughGate(request, async (sent) => (await invoke("api:request", sent)).body),
  failure: failureWith,
});

function failureWith(
  code = NO_ANSWER,
  message = "",
  reason?: string,
  values?: FailureValues,
): BridgeError {
  return new BridgeError(code, message, reason, values);
}

/**
 * Calls an endpoint that returns a file, and saves the file in a place that the person chooses.
 *
 * @returns The name of the saved file; null when no place was chosen.
 * @throws BridgeError with the failure envelope's code, or E2062 when the file cannot be written.
 */
export async function saveFile<E extends AnyEndpoint>(
  endpoint: E,
  ...parts: Parts<E>
): Promise<string | null> {
  const { status, body, savedAs } = await invoke("window:saveFile", requestOf(endpoint, ...parts));
  if (status >= 400) throw failureIn(body, failureWith);
  return savedAs;
}

/**
 * Returns the progress of the database upgrade while the station opens; null when no upgrade runs.
 */
export function readOpening(): Promise<{ readonly step: number; readonly of: number } | null> {
  return invoke("window:opening", {});
}

/**
 * Starts copying the database into a folder that the person chooses.
 *
 * @returns Whether a folder was chosen.
 * @throws BridgeError with the failure envelope's code.
 */
export async function startBackup(): Promise<boolean> {
  const answer = await invoke("window:backUp", {});
  if (answer !== null && answer.status >= 400) throw failureIn(answer.body, failureWith);
  return answer !== null;
}

/** Lets the person choose a folder. @returns Its full path; null when the person chose none. */
export function chooseFolder(): Promise<string | null> {
  return invoke("window:chooseFolder", {});
}

/** Opens the system's print dialog for the page. @throws BridgeError E2104 on a shared desk */
export async function printPage(): Promise<void> {
  await invoke("window:beforeDialog", {});
  window.print();
}

/** Opens the dialog of a file field. @throws BridgeError E2104 on a shared desk */
export async function openFileField(field: HTMLInputElement | null): Promise<void> {
  await invoke("window:beforeDialog", {});
  field?.click();
}

/**
 * Exports all data of the organization into a file that the person chooses.
 *
 * @returns The name of the file; null when no file was chosen.
 * @throws BridgeError
 */
export async function exportAll(format: "jsonl" | "csv"): Promise<string | null> {
  const answer = await invoke("window:exportAll", { format });
  if (answer !== null && answer.status >= 400) throw failureIn(answer.body, failureWith);
  return answer?.savedAs ?? null;
}

/** Listens to a channel's events. @returns Function that stops listening. */
export function listen<C extends EventChannel>(
  channel: C,
  listener: (event: Event<C>) => void,
): () => void {
  return window.bridge.on(channel, listener);
}
