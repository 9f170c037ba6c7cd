/**
 * State of one connection: received bytes, the end of the printer's side, and the connection's
 * failure.
 */
import type { Socket } from "node:net";
import type { PrintFailure } from "../printing.schema.ts";

type Failure = { readonly reason: PrintFailure; readonly message: string };

export type SocketState = {
  /** Received text in Latin-1; callers clear it before a query. */
  received: string;
  readonly failure: Failure | undefined;
  /** Whether the printer has ended its side; the printer may still read. */
  readonly hasEnded: boolean;
  /** Checks again whether the awaited condition holds. */
  changed(): void;
  /**
   * Waits until `isDone` holds or the connection fails. One caller at a time.
   * @returns false when the time is over.
   */
  until(isDone: () => boolean, timeoutMs: number): Promise<boolean>;
  /** Replaces the signal that aborts the connection. */
  obey(signal: AbortSignal | undefined): void;
  close(): void;
};

/**
 * Longest answer, in characters; of a longer one, only the end is kept. A status has about 80, an
 * odometer answer 200.
 */
const LONGEST_ANSWER = 16_384;

/**
 * Follows the state of a socket.
 *
 * @param name The printer's name, for failure messages.
 */
export function watchSocket(socket: Socket, name: string): SocketState {
  let onChange: (() => void) | undefined;
  let failure: Failure | undefined;
  let hasEnded = false;
  let obeyed: AbortSignal | undefined;
  const fail = (reason: PrintFailure, message: string): void => {
    failure ??= { reason, message };
    state.changed();
  };
  const onAbort = (): void => {
    fail("cancelled", "Printing was cancelled.");
    socket.destroy();
  };
  const state: SocketState = {
    received: "",
    get failure() {
      return failure;
    },
    get hasEnded() {
      return hasEnded;
    },
    changed: () => onChange?.(),
    until(isDone, timeoutMs) {
      return new Promise((resolve) => {
        const settle = (done: boolean): void => {
          clearTimeout(timer);
          onChange = undefined;
          resolve(done);
        };
        const timer = setTimeout(() => settle(false), timeoutMs);
        onChange = () => {
          if (failure !== undefined || isDone()) settle(true);
        };
        onChange();
      });
    },
    obey(signal) {
      obeyed?.removeEventListener("abort", onAbort);
      obeyed = signal;
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    },
    close() {
      state.obey(undefined);
      socket.destroy();
    },
  };
  socket.on("data", (chunk) => {
    state.received = (state.received + chunk.toString("latin1")).slice(-LONGEST_ANSWER);
    state.changed();
  });
  socket.on("end", () => {
    hasEnded = true;
    state.changed();
  });
  socket.on("error", () => fail("connection lost", `The connection to ${name} was lost.`));
  socket.on("close", () => fail("connection lost", `${name} closed the connection.`));
  return state;
}
