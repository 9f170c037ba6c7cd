/**
 * One connection to a raw TCP printer. Every step has a time limit, and every failure says whether
 * it happened before or after the document's first byte.
 *
 * The printer may end its side of the connection and still read, so bytes are written until the
 * connection fails.
 */
import { connect, type Socket } from "node:net";
import type { Query } from "../languages/language.ts";
import type { TcpPrinter } from "../printer.ts";
import { watchSocket, type SocketState } from "./tcp-line.ts";
import { PrinterError } from "./transport.ts";

export type PrinterConnection = {
  /**
   * Starts another document or query. Until `write` is called, a failure means that nothing of the
   * document was sent.
   *
   * @param signal Aborts the document or query.
   */
  begin(signal?: AbortSignal): void;
  /**
   * Sends a query, and returns the answer; undefined when no complete answer arrives in time, or
   * the printer has ended its side.
   */
  ask<T>(query: Query<T>, timeoutMs: number): Promise<T | undefined>;
  /**
   * Resolves when the operating system has taken the last byte. Failures from this call on are
   * `maybe`, unless a web server answers instead of a printer.
   *
   * @param stallMs Returns the time limit for the next piece, from the number of bytes that the
   *   operating system has taken.
   */
  write(bytes: Uint8Array, stallMs: (accepted: number) => number): Promise<void>;
  /**
   * Ends the sending side, and waits up to a second for the printer to end its side.
   *
   * @throws PrinterError when the connection breaks with an error, or a web server answers.
   */
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

/**
 * Size of the pieces in which labels are sent, in bytes. Small pieces distinguish a slow printer
 * from a hanging printer.
 */
const PIECE_BYTES = 4_096;
/** Time for a printer to end its side of the connection, in ms; some printers never end it. */
const FINISH_MS = 1_000;

/**
 * Opens a connection.
 *
 * @throws PrinterError `nothing` when the printer cannot be reached, or `signal` aborts.
 */
export function openPrinterConnection(
  printer: TcpPrinter,
  { connectMs }: { readonly connectMs: number },
  signal?: AbortSignal,
): Promise<PrinterConnection> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return void reject(cancelled());
    const socket = connect({ host: printer.host, port: printer.port, allowHalfOpen: true });
    socket.setNoDelay(true);
    const fail = (error: PrinterError): void => {
      cleanUp();
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(unreachable(printer, "ETIMEDOUT")), connectMs);
    const onError = (error: NodeJS.ErrnoException): void =>
      fail(unreachable(printer, error.code ?? error.message));
    const onAbort = (): void => fail(cancelled());
    const cleanUp = (): void => {
      clearTimeout(timer);
      socket.off("error", onError);
      signal?.removeEventListener("abort", onAbort);
      // A destroyed socket may still emit errors; the job is settled by then.
      socket.on("error", () => undefined);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError);
    socket.once("connect", () => {
      cleanUp();
      resolve(createConnection(socket, printer));
    });
  });
}

/** A connection in use. */
type OpenConnection = {
  readonly socket: Socket;
  readonly printer: TcpPrinter;
  readonly state: SocketState;
  /** Whether bytes of the document may have reached the printer. */
  sent: "nothing" | "maybe";
  isAnswerOpen: boolean;
};

function createConnection(socket: Socket, printer: TcpPrinter): PrinterConnection {
  const state = watchSocket(socket, printer.name);
  const connection: OpenConnection = {
    socket,
    printer,
    state,
    sent: "nothing",
    isAnswerOpen: false,
  };
  return {
    get hasEnded() {
      return state.hasEnded;
    },
    get isReusable() {
      return (
        state.failure === undefined &&
        !isWebServer(connection) &&
        !state.hasEnded &&
        !connection.isAnswerOpen &&
        !socket.writableEnded
      );
    },
    begin(signal) {
      connection.sent = "nothing";
      state.received = "";
      state.obey(signal);
      check(connection);
    },
    async ask({ command, parse }, timeoutMs) {
      check(connection);
      state.received = "";
      socket.write(command);
      await state.until(() => parse(state.received) !== undefined || state.hasEnded, timeoutMs);
      check(connection);
      const answer = parse(state.received);
      connection.isAnswerOpen = answer === undefined;
      return answer;
    },
    write: (bytes, stallMs) => write(connection, bytes, stallMs),
    async finish() {
      socket.end();
      await state.until(() => state.hasEnded, FINISH_MS);
      checkIsPrinter(connection);
      // A close by the printer is expected here; an error is not.
      if (socket.errored !== null || state.failure?.reason === "cancelled") check(connection);
    },
    async settle(ms) {
      await state.until(() => state.hasEnded, ms);
      check(connection);
    },
    async pause(ms) {
      await state.until(() => false, ms);
      check(connection);
    },
    close: () => state.close(),
  };
}

/**
 * Checks that the connection is usable.
 *
 * @throws PrinterError when the connection has failed.
 */
function check(connection: OpenConnection): void {
  checkIsPrinter(connection);
  const { sent, state } = connection;
  if (state.failure === undefined) return;
  const advice = sent === "maybe" ? "Check whether the label was printed." : "The label waits.";
  throw new PrinterError(sent, state.failure.reason, `${state.failure.message} ${advice}`);
}

/**
 * Returns whether a web server answers instead of a printer. A web server answers a label or a
 * query with an HTTP error.
 */
function isWebServer({ state }: OpenConnection): boolean {
  return state.received.startsWith("HTTP/");
}

function checkIsPrinter(connection: OpenConnection): void {
  const { printer } = connection;
  if (isWebServer(connection))
    throw new PrinterError(
      "nothing",
      "unreachable",
      `At ${printer.host}:${printer.port} a web server answers instead of a printer. Check the port of ${printer.name}; most printers accept labels at port 9100. The label waits.`,
    );
}

async function write(
  connection: OpenConnection,
  bytes: Uint8Array,
  stallMs: (accepted: number) => number,
): Promise<void> {
  const { socket, printer, state } = connection;
  check(connection);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    let isAccepted = false;
    connection.sent = "maybe";
    socket.write(bytes.subarray(at, at + PIECE_BYTES), () => {
      isAccepted = true;
      state.changed();
    });
    const inTime = await state.until(() => isAccepted, stallMs(at));
    check(connection);
    if (!inTime)
      throw new PrinterError(
        "maybe",
        "timeout",
        `${printer.name} stopped accepting the label. Check whether it was printed.`,
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
