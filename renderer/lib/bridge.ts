/** The screen's only way out: the contract's channels, and /api/v1 through one of them. */
import { i18n } from "../i18n/i18n.ts";
import { createCall, failureIn, requestOf, type Input as Parts } from "../../core/http/call.ts";
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
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged into the DOM's own
  interface Window {
    readonly desk: DesktopBridge;
  }
}

export type AppInfo = Output<"app:info">;
export type ChosenFile = NonNullable<Output<"window:chooseFile">>;
export type CoreState = Event<"core:state">["state"];

/** No answer came back at all. Ours alone: the core never sends it. */
export const NO_ANSWER = "NO_ANSWER";

/** A call that failed, with the code by which the screen looks up its words. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: string;
  /** Which of the causes that the code covers it is; several with spaces between them. */
  readonly reason: string | undefined;

  constructor(code: string, message: string, reason?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** @throws BridgeError */
export async function invoke<C extends InvokeChannel>(
  channel: C,
  input: Input<C>,
): Promise<Output<C>> {
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
 * @throws BridgeError with the failure envelope's code.
 */
export const call = createCall({
  send: async (request) => (await invoke("api:request", request)).body,
  failure: failureWith,
});

function failureWith(code = NO_ANSWER, message = "", reason?: string): BridgeError {
  return new BridgeError(code, message, reason);
}

/**
 * Lets the person keep a file that an endpoint answers.
 *
 * @returns The name by which it was saved; null when no place was chosen.
 * @throws BridgeError with the failure envelope's code, or E2062 when it cannot be written.
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
 * @returns How far an earlier version's database has been brought up to date while the station
 *   opens; null when it is not.
 */
export function readOpening(): Promise<{ readonly step: number; readonly of: number } | null> {
  return invoke("window:opening", {});
}

/**
 * Has the database copied into a folder that the person chooses.
 *
 * @returns false when none was chosen.
 * @throws BridgeError with the failure envelope's code.
 */
export async function startBackup(): Promise<boolean> {
  const answer = await invoke("window:backUp", {});
  if (answer !== null && answer.status >= 400) throw failureIn(answer.body, failureWith);
  return answer !== null;
}

/** @returns The whole path of a folder that the person has chosen; null when none was. */
export function chooseFolder(): Promise<string | null> {
  return invoke("window:chooseFolder", {});
}

/** Opens the system's dialog that prints the page. @throws BridgeError E2104 on a shared desk */
export async function printPage(): Promise<void> {
  await invoke("window:beforeDialog", {});
  window.print();
}

/** Opens the dialog of a field that takes a file. @throws BridgeError E2104 on a shared desk */
export async function openFileField(field: HTMLInputElement | null): Promise<void> {
  await invoke("window:beforeDialog", {});
  field?.click();
}

/**
 * Has everything of the organization written into a file that the person chooses.
 * @returns Its name; null when none was chosen.
 * @throws BridgeError
 */
export async function exportAll(format: "jsonl" | "csv"): Promise<string | null> {
  const answer = await invoke("window:exportAll", { format });
  if (answer !== null && answer.status >= 400) throw failureIn(answer.body, failureWith);
  return answer?.savedAs ?? null;
}

/** @returns How to stop listening. */
export function listen<C extends EventChannel>(
  channel: C,
  listener: (event: Event<C>) => void,
): () => void {
  return window.desk.on(channel, listener);
}
