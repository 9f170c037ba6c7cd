/**
 * One connection to a raw TCP printer: every step is bounded, and every failure states on which side of the document's first
 * byte it happened.
 */
import { connect, type Socket } from "node:net";
import type { PrinterStatus, StatusQuestion } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import type { PrintFailure } from "../printing.schema.ts";
import { PrinterError } from "./transport.ts";

export type PrinterConnection = {
  /** @returns undefined when no whole answer came in time. */
  ask(question: StatusQuestion, timeoutMs: number): Promise<PrinterStatus | undefined>;
  /** Resolves when the last byte is with the operating system. From its call on, failures are `maybe`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the sending side, and waits at most a second for the printer to end its side. */
  finish(): Promise<void>;
  pause(ms: number): Promise<void>;
  close(): void;
};

type Bounds = { readonly connectMs: number; readonly stallMs: number };

/** An answer is some 80 bytes; what is longer is no printer. */
const LONGEST_ANSWER = 16_384;
/** Labels are sent in pieces, so that a slow printer can be distinguished from one that hangs. */
const PIECE_BYTES = 16_384;
/** For a printer to end its side of the connection; some never do. */
const FINISH_MS = 1_000;

/** @throws PrinterError `nothing` */
export function openPrinterConnection(printer: TcpPrinter, bounds: Bounds, signal?: AbortSignal): Promise<PrinterConnection> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return void reject(cancelled("nothing"));
    const socket = connect({ host: printer.host, port: printer.port });
    socket.setNoDelay(true);
    const give = (error: PrinterError): void => {
      stop();
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => give(unreachable(printer, "ETIMEDOUT")), bounds.connectMs);
    const onError = (error: NodeJS.ErrnoException): void => give(unreachable(printer, error.code ?? error.message));
    const onAbort = (): void => give(cancelled("nothing"));
    const stop = (): void => {
      clearTimeout(timer);
      socket.off("error", onError);
      signal?.removeEventListener("abort", onAbort);
      // A destroyed socket may still emit errors; the job is settled by then.
      socket.on("error", () => undefined);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError);
    socket.once("connect", () => {
      stop();
      resolve(converse(socket, printer, bounds, signal));
    });
  });
}

type Failure = { readonly reason: PrintFailure; readonly message: string };

/** The bytes received on the connection, and its error. */
type Line = {
  received: string;
  readonly failure: Failure | undefined;
  /** Looks again whether what is waited for has happened. */
  changed(): void;
  /** Until `isDone` or a failure. @returns false when the time is over. */
  until(isDone: () => boolean, timeoutMs: number): Promise<boolean>;
  release(): void;
};

function watch(socket: Socket, printer: TcpPrinter, signal: AbortSignal | undefined): Line {
  let onChange: (() => void) | undefined;
  let failure: Failure | undefined;
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
    release: () => signal?.removeEventListener("abort", onAbort),
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  socket.on("data", (chunk) => {
    line.received = (line.received + chunk.toString("latin1")).slice(-LONGEST_ANSWER);
    line.changed();
  });
  socket.on("error", () => fail("connection lost", `The connection to ${printer.name} was lost.`));
  socket.on("close", () => fail("connection lost", `${printer.name} closed the connection.`));
  return line;
}

function converse(socket: Socket, printer: TcpPrinter, bounds: Bounds, signal: AbortSignal | undefined): PrinterConnection {
  const line = watch(socket, printer, signal);
  let sent: "nothing" | "maybe" = "nothing";

  function check(): void {
    if (line.failure === undefined) return;
    const advice = sent === "maybe" ? "Look whether the label came out." : "The label waits.";
    throw new PrinterError(sent, line.failure.reason, `${line.failure.message} ${advice}`);
  }

  return {
    async ask({ query, parse }, timeoutMs) {
      check();
      line.received = "";
      socket.write(query);
      await line.until(() => parse(line.received) !== undefined, timeoutMs);
      check();
      return parse(line.received);
    },
    async write(bytes) {
      check();
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        let isTaken = false;
        sent = "maybe";
        socket.write(bytes.subarray(at, at + PIECE_BYTES), () => {
          isTaken = true;
          line.changed();
        });
        const inTime = await line.until(() => isTaken, bounds.stallMs);
        check();
        if (!inTime) throw new PrinterError("maybe", "timeout", `${printer.name} stopped taking the label. Look whether it came out.`);
      }
    },
    async finish() {
      let hasEnded = false;
      socket.once("end", () => {
        hasEnded = true;
        line.changed();
      });
      socket.end();
      await line.until(() => hasEnded, FINISH_MS);
      // The printer closing now is its agreement; an error is not.
      if (socket.errored !== null || line.failure?.reason === "cancelled") check();
    },
    async pause(ms) {
      await line.until(() => false, ms);
      check();
    },
    close() {
      line.release();
      socket.destroy();
    },
  };
}

function unreachable(printer: TcpPrinter, code: string): PrinterError {
  const where = `${printer.name} (${printer.host}:${printer.port})`;
  if (code === "ECONNREFUSED") return new PrinterError("nothing", "refused", `${where} refuses the connection. Switch it on or check its port. The label waits.`);
  if (code === "ETIMEDOUT") return new PrinterError("nothing", "timeout", `${where} does not answer. Check its network cable and address. The label waits.`);
  return new PrinterError("nothing", "unreachable", `${where} cannot be reached (${code}). Check its address and the network. The label waits.`);
}

function cancelled(sent: "nothing" | "maybe"): PrinterError {
  return new PrinterError(sent, "cancelled", "Printing was cancelled.");
}
