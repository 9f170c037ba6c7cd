/**
 * One connection to a raw TCP printer. Every step has a time limit, and every failure says whether
 * it happened before or after the document's first byte.
 *
 * The printer may end its side of the connection and still read, so bytes are written until the
 * connection fails.
 */
import { connect, type Socket } from "node:net";
import type { Question } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import { watchLine, type Line } from "./tcp-line.ts";
import { PrinterError } from "./transport.ts";

export type PrinterConnection = {
  /**
   * Starts another document or query. Until `write` is called, a failure means that nothing of it
   * was sent.
   *
   * @param signal Aborts it.
   */
  begin(signal?: AbortSignal): void;
  /**
   * @returns undefined when no complete answer arrives in time, or the printer has ended its side.
   */
  ask<T>(question: Question<T>, timeoutMs: number): Promise<T | undefined>;
  /**
   * Resolves when the operating system has taken the last byte. Failures after this call are
   * `maybe`.
   *
   * @param stallMs Longest time without a byte being taken, given how many bytes the operating
   * system has taken.
   */
  write(bytes: Uint8Array, stallMs: (accepted: number) => number): Promise<void>;
  /** Ends the sending side, and waits up to a second for the printer to end its side. */
  finish(): Promise<void>;
  /**
   * Waits until the printer ends its side, up to the given time.
   *
   * @throws PrinterError when the connection fails in the meantime.
   */
  settle(ms: number): Promise<void>;
  /**
   * Waits.
   * @throws PrinterError when the connection fails in the meantime.
   */
  pause(ms: number): Promise<void>;
  /** Whether the printer has ended its side, so that it cannot answer. */
  readonly hasEnded: boolean;
  /**
   * Whether the connection can carry another document or query: both sides are open, and every
   * query was answered.
   */
  readonly isReusable: boolean;
  close(): void;
};

/** Labels are sent in pieces, to distinguish a slow printer from one that hangs. */
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

/** A connection in use. */
type Talk = {
  readonly socket: Socket;
  readonly printer: TcpPrinter;
  readonly line: Line;
  /** Whether bytes of the document may have reached the printer. */
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
      // A close by the printer is expected here; an error is not.
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

/** Recognises a web server by its answer: it takes a label or a query for an invalid request. */
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
