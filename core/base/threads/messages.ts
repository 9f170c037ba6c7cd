/**
 * What the core and its worker threads send each other. Values are cloned on their way: data only,
 * no functions, no classes.
 */
import { AppError, isAppError, type ErrorCode } from "../errors.ts";

/**
 * The operations of a thread, by name. Each takes one value and gives one, or the promise of one.
 */
export type Operations<O> = { readonly [N in keyof O]: (input: never) => unknown };
export type InputOf<O extends Operations<O>, N extends keyof O> = Parameters<O[N]>[0];
export type OutputOf<O extends Operations<O>, N extends keyof O> = Awaited<ReturnType<O[N]>>;

/**
 * `unwanted`: an Int32Array over it has one cell, the id of the call that is no longer wanted, or
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
  /** Its file has been run; its operations are served. */
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly output: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: SentError };

/**
 * An error on its way. An AppError arrives as one; of others the message, the code (SQLite's, the
 * system's) and the stack.
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

/** @param error Anything that was thrown. @returns It as data. */
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

/** @returns What `packError` was given, as an error of this thread. */
export function unpackError(sent: SentError): Error {
  if (sent.kind === "application") return new AppError(sent.code, sent.message, sent.details);
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return sent.code === undefined ? error : Object.assign(error, { code: sent.code });
}
