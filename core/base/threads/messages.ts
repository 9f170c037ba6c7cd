/**
 * Messages between the core and its worker threads. Values are cloned: data only, no functions, no
 * classes.
 */
import { AppError, isAppError, type ErrorCode } from "../errors.ts";

/**
 * The operations of a thread, by name. Each operation takes one value and returns one value or a
 * promise.
 */
export type Operations<O> = { readonly [N in keyof O]: (input: never) => unknown };
export type InputOf<O extends Operations<O>, N extends keyof O> = Parameters<O[N]>[0];
export type OutputOf<O extends Operations<O>, N extends keyof O> = Awaited<ReturnType<O[N]>>;

/**
 * `unwanted`: an Int32Array over this buffer has one cell: the id of the aborted call, or
 * ALL_CALLS.
 */
export type ThreadStart = { readonly unwanted: SharedArrayBuffer; readonly data: unknown };
export const ALL_CALLS = -1;

export type CallMessage = {
  readonly id: number;
  readonly operation: string;
  readonly input: unknown;
};

export type ThreadMessage =
  /** The thread's file has been run; its operations are available. */
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly output: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: SentError };

/**
 * An error as data. An AppError keeps its code and details; other errors keep the message, the code
 * (SQLite's, the system's) and the stack.
 */
export type SentError =
  | {
      readonly kind: "application";
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: AppError["details"];
    }
  | {
      readonly kind: "other";
      readonly code: string | undefined;
      readonly message: string;
      readonly stack: string | undefined;
    };

/**
 * Converts an error to data that can be sent between threads.
 *
 * @param error Anything that was thrown.
 */
export function packError(error: unknown): SentError {
  if (isAppError(error))
    return {
      kind: "application",
      code: error.code,
      message: error.message,
      details: error.details,
    };
  if (!(error instanceof Error))
    return { kind: "other", code: undefined, message: String(error), stack: undefined };
  return {
    kind: "other",
    code: "code" in error ? String(error.code) : undefined,
    message: error.message,
    stack: error.stack,
  };
}

/** Makes an error of this thread from data of `packError`. */
export function unpackError(sent: SentError): Error {
  if (sent.kind === "application") return new AppError(sent.code, sent.message, sent.details);
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return sent.code === undefined ? error : Object.assign(error, { code: sent.code });
}
