/**
 * One connection to a raw TCP printer: every step is bounded, and every failure states on which
 * side of the document's first byte it happened.
 *
 * The printer may end its side and still read: bytes are written until the connection fails.
 */
import { connect, type Socket } from "node:net";
import type { Question } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import { watchLine, type Line } from "./tcp-line.ts";
import { PrinterError } from "./transport.ts";

export type PrinterConnection = {
  /**
   * Another document or question begins: what fails from now on until `write` has sent nothing of
   * it.
   * @param signal Breaks it off.
   */
  begin(signal?: AbortSignal): void;
  /**
   * @returns undefined when no whole answer came in time, or none can come since the printer ended
   *   its side.
   */
  ask<T>(question: Question<T>, timeoutMs: number): Promise<T | undefined>;
  /**
   * Resolves when the last byte is with the operating system. From its call on, failures are
   * `maybe`.
   *
   * @param stallMs How long the printer may take no byte, when so many bytes are with the operating
   *   system already.
   */
  write(bytes: Uint8Array, stallMs: (accepted: number) => number): Promise<void>;
  /** Ends the sending side, and waits at most a second for the printer to end its side. */
  finish(): Promise<void>;
  /**
   * Waits until the printer ends its side, at most so long.
   * @throws PrinterError when the connection fails meanwhile.
   */
  settle(ms: number): Promise<void>;
  /** Waits. @throws PrinterError when the connection fails meanwhile. */
  pause(ms: number): Promise<void>;
  /** Whether the printer has ended its side: it answers nothing more. */
  readonly hasEnded: boolean;
  /**
   * Whether another document or question may go over it: both sides are open, and every question
   * was answered.
   */
  readonly isReusable: boolean;
  close(): void;
};

/** Labels are sent in pieces, so that a slow printer can be distinguished from one that hangs. */
const PIECE_BYTES = 4_096;
/** For a printer to end its side of the connection; some never do. */
const FINISH_MS = 1_000;

/** @throws PrinterError `nothing` */
export function openPrinterConnection(
  printer: TcpPrinter,
  { connectMs }: { readonly connectMs: number },
  signal?: AbortSignal,
): Promise<PrinterConnection> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return void reject(cancelled());
    const socket = connect({ host: printer.host, port: printer.port, allowHalfOpen: true });
    socket.setNoDelay(true);
    const give = (error: PrinterError): void => {
      stop();
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => give(unreachable(printer, "ETIMEDOUT")), connectMs);
    const onError = (error: NodeJS.ErrnoException): void =>
      give(unreachable(printer, error.code ?? error.message));
    const onAbort = (): void => give(cancelled());
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
      resolve(converse(socket, printer));
    });
  });
}

/** A connection while it is used. */
type Talk = {
  readonly socket: Socket;
  readonly printer: TcpPrinter;
  readonly line: Line;
  /** What of the document may be with the printer. */
  sent: "nothing" | "maybe";
  isAnswerOpen: boolean;
};

function converse(socket: Socket, printer: TcpPrinter): PrinterConnection {
  const line = watchLine(socket, printer.name);
  const talk: Talk = { socket, printer, line, sent: "nothing", isAnswerOpen: false };
  return {
    get hasEnded() {
      return line.hasEnded;
    },
    get isReusable() {
      return (
        line.failure === undefined &&
        !isWebServer(talk) &&
        !line.hasEnded &&
        !talk.isAnswerOpen &&
        !socket.writableEnded
      );
    },
    begin(signal) {
      talk.sent = "nothing";
      line.received = "";
      line.obey(signal);
      check(talk);
    },
    async ask({ query, parse }, timeoutMs) {
      check(talk);
      line.received = "";
      socket.write(query);
      await line.until(() => parse(line.received) !== undefined || line.hasEnded, timeoutMs);
      check(talk);
      const answer = parse(line.received);
      talk.isAnswerOpen = answer === undefined;
      return answer;
    },
    write: (bytes, stallMs) => write(talk, bytes, stallMs),
    async finish() {
      socket.end();
      await line.until(() => line.hasEnded, FINISH_MS);
      checkIsPrinter(talk);
      // The printer closing now is its agreement; an error is not.
      if (socket.errored !== null || line.failure?.reason === "cancelled") check(talk);
    },
    async settle(ms) {
      await line.until(() => line.hasEnded, ms);
      check(talk);
    },
    async pause(ms) {
      await line.until(() => false, ms);
      check(talk);
    },
    close: () => line.close(),
  };
}

/** @throws PrinterError when the connection has failed. */
function check(talk: Talk): void {
  checkIsPrinter(talk);
  const { sent, line } = talk;
  if (line.failure === undefined) return;
  const advice = sent === "maybe" ? "Look whether the label came out." : "The label waits.";
  throw new PrinterError(sent, line.failure.reason, `${line.failure.message} ${advice}`);
}

/** It takes a label, or a question, for a damaged request, and answers that. */
function isWebServer({ line }: Talk): boolean {
  return line.received.startsWith("HTTP/");
}

function checkIsPrinter(talk: Talk): void {
  const { printer } = talk;
  if (isWebServer(talk))
    throw new PrinterError(
      "nothing",
      "unreachable",
      `At ${printer.host}:${printer.port} a web server answers, and no printer. Check the port of ${printer.name}; most take labels at 9100. The label waits.`,
    );
}

async function write(
  talk: Talk,
  bytes: Uint8Array,
  stallMs: (accepted: number) => number,
): Promise<void> {
  const { socket, printer, line } = talk;
  check(talk);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    let isTaken = false;
    talk.sent = "maybe";
    socket.write(bytes.subarray(at, at + PIECE_BYTES), () => {
      isTaken = true;
      line.changed();
    });
    const inTime = await line.until(() => isTaken, stallMs(at));
    check(talk);
    if (!inTime)
      throw new PrinterError(
        "maybe",
        "timeout",
        `${printer.name} stopped taking the label. Look whether it came out.`,
      );
  }
}

function unreachable(printer: TcpPrinter, code: string): PrinterError {
  const where = `${printer.name} (${printer.host}:${printer.port})`;
  if (code === "ECONNREFUSED")
    return new PrinterError(
      "nothing",
      "refused",
      `${where} refuses the connection. Switch it on or check its port. The label waits.`,
    );
  if (code === "ETIMEDOUT")
    return new PrinterError(
      "nothing",
      "timeout",
      `${where} does not answer. Check its network cable and address. The label waits.`,
    );
  return new PrinterError(
    "nothing",
    "unreachable",
    `${where} cannot be reached (${code}). Check its address and the network. The label waits.`,
  );
}

function cancelled(): PrinterError {
  return new PrinterError("nothing", "cancelled", "Printing was cancelled.");
}
