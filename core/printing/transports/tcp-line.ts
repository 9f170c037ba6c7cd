/**
 * What happens on one connection: the bytes that have arrived, the end of the printer's side, and
 * the failure of the connection.
 */
import type { Socket } from "node:net";
import type { PrintFailure } from "../printing.schema.ts";

type Failure = { readonly reason: PrintFailure; readonly message: string };

export type Line = {
  /** In Latin-1; its user empties it before a question. */
  received: string;
  readonly failure: Failure | undefined;
  /** Whether the printer has ended its side. It may read on. */
  readonly hasEnded: boolean;
  /** Looks again whether what is waited for has happened. */
  changed(): void;
  /** Until `isDone` or a failure. One caller at a time. @returns false when the time is over. */
  until(isDone: () => boolean, timeoutMs: number): Promise<boolean>;
  /** Breaks off when this signal is aborted, and at no earlier one's. */
  obey(signal: AbortSignal | undefined): void;
  close(): void;
};

/** An answer is some 80 bytes, one about its odometer 200; what is longer is no printer. */
const LONGEST_ANSWER = 16_384;

/** @param name Of the printer, for its failures. */
export function watchLine(socket: Socket, name: string): Line {
  let onChange: (() => void) | undefined;
  let failure: Failure | undefined;
  let hasEnded = false;
  let obeyed: AbortSignal | undefined;
  const fail = (reason: PrintFailure, message: string): void => {
    failure ??= { reason, message };
    line.changed();
  };
  const onAbort = (): void => {
    fail("cancelled", "Printing was cancelled.");
    socket.destroy();
  };
  const line: Line = {
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
      line.obey(undefined);
      socket.destroy();
    },
  };
  socket.on("data", (chunk) => {
    line.received = (line.received + chunk.toString("latin1")).slice(-LONGEST_ANSWER);
    line.changed();
  });
  socket.on("end", () => {
    hasEnded = true;
    line.changed();
  });
  socket.on("error", () => fail("connection lost", `The connection to ${name} was lost.`));
  socket.on("close", () => fail("connection lost", `${name} closed the connection.`));
  return line;
}
