/**
 * One connection to a raw TCP printer: every step is bounded, and every failure says on which side of the label's first
 * byte it happened.
 */
import { connect, type Socket } from "node:net";
import { PrinterError, type PrintFailure } from "./driver.ts";
import { HOST_STATUS_QUERY, parseHostStatus, type HostStatus } from "./host-status.ts";
import type { Printer } from "./printing.schema.ts";

export type PrinterConnection = {
  /** @returns undefined when no whole answer came in time. */
  ask(timeoutMs: number): Promise<HostStatus | undefined>;
  /** Resolves when the last byte is with the operating system. From its call on, failures are `maybe`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Says that no more comes, and waits a little for the printer to agree. */
  finish(): Promise<void>;
  pause(ms: number): Promise<void>;
  close(): void;
};

type Bounds = { readonly connectMs: number; readonly stallMs: number };

/** An answer is some 80 bytes; what is longer is no printer. */
const LONGEST_ANSWER = 16_384;
/** Labels go out in pieces, so that a printer that still takes them is told from one that hangs. */
const PIECE_BYTES = 16_384;
const FINISH_MS = 2_000;

/** @throws PrinterError `nothing` */
export function openPrinterConnection(printer: Printer, bounds: Bounds, signal?: AbortSignal): Promise<PrinterConnection> {
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
      // A destroyed socket may still report; nobody is left to care.
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

function converse(socket: Socket, printer: Printer, bounds: Bounds, signal: AbortSignal | undefined): PrinterConnection {
  let sent: "nothing" | "maybe" = "nothing";
  let received = "";
  let failure: { readonly reason: PrintFailure; readonly message: string } | undefined;
  let onChange = (): void => undefined;

  const fail = (reason: PrintFailure, message: string): void => {
    failure ??= { reason, message };
    onChange();
  };
  const onAbort = (): void => {
    fail("cancelled", cancelled(sent).message);
    socket.destroy();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  socket.on("data", (chunk) => {
    received = (received + chunk.toString("latin1")).slice(-LONGEST_ANSWER);
    onChange();
  });
  socket.on("error", () => fail("connection lost", `The connection to ${printer.name} was lost.`));
  socket.on("close", () => fail("connection lost", `${printer.name} closed the connection.`));

  function check(): void {
    if (failure === undefined) return;
    const advice = sent === "maybe" ? "Look whether the label came out." : "The label waits.";
    throw new PrinterError(sent, failure.reason, `${failure.message} ${advice}`);
  }

  /** Until `isDone` or a failure. @returns false when the time is over. */
  function until(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (done: boolean): void => {
        clearTimeout(timer);
        onChange = () => undefined;
        resolve(done);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      onChange = () => {
        if (failure !== undefined || isDone()) settle(true);
      };
      onChange();
    });
  }

  return {
    async ask(timeoutMs) {
      check();
      received = "";
      socket.write(HOST_STATUS_QUERY);
      await until(() => parseHostStatus(received) !== undefined, timeoutMs);
      check();
      return parseHostStatus(received);
    },
    async write(bytes) {
      check();
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        let isTaken = false;
        sent = "maybe";
        socket.write(bytes.subarray(at, at + PIECE_BYTES), () => {
          isTaken = true;
          onChange();
        });
        const inTime = await until(() => isTaken, bounds.stallMs);
        check();
        if (!inTime) throw new PrinterError("maybe", "timeout", `${printer.name} stopped taking the label. Look whether it came out.`);
      }
    },
    async finish() {
      socket.end();
      let hasEnded = false;
      socket.once("end", () => {
        hasEnded = true;
        onChange();
      });
      await until(() => hasEnded, FINISH_MS);
      // The printer closing now is its agreement; an error is not.
      if (failure !== undefined && (socket.errored !== null || failure.reason === "cancelled")) check();
    },
    async pause(ms) {
      await until(() => false, ms);
      check();
    },
    close() {
      signal?.removeEventListener("abort", onAbort);
      socket.destroy();
    },
  };
}

function unreachable(printer: Printer, code: string): PrinterError {
  const where = `${printer.name} (${printer.host}:${printer.port})`;
  if (code === "ECONNREFUSED") return new PrinterError("nothing", "refused", `${where} refuses the connection. Switch it on or check its port. The label waits.`);
  if (code === "ETIMEDOUT") return new PrinterError("nothing", "timeout", `${where} does not answer. Check its network cable and address. The label waits.`);
  return new PrinterError("nothing", "unreachable", `${where} cannot be reached (${code}). Check its address and the network. The label waits.`);
}

function cancelled(sent: "nothing" | "maybe"): PrinterError {
  return new PrinterError(sent, "cancelled", "Printing was cancelled.");
}
