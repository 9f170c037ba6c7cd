/** One connection to the simulated printer: labels and queries are handled in order of arrival. */
import type { Socket } from "node:net";
import type { Dpi } from "../../labels/labels.schema.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Odometer } from "./odometer.ts";
import { answerTo } from "./printer-answers.ts";
import type { PrintHead } from "./print-head.ts";
import type { PrinterEvent, PrinterStream, SimulatorLanguage } from "./printer-stream.ts";
import { createPrinterStream, sizeOfLabel } from "./simulator-languages.ts";

export type SimulatedPrinter = {
  behaviour(): Behaviour;
  language(): SimulatorLanguage;
  odometer(): Odometer;
  /** Called with the number of bytes that are not part of the language. */
  onGarbage(bytes: number): void;
  readonly head: PrintHead;
  readonly dpi: Dpi;
  readonly labelLengthDots: number;
};

/** Interval at which bytes of a slow line are passed on, in ms. */
const TICK_MS = 20;

/** One connection while it is served. */
type ServedConnection = {
  readonly socket: Socket;
  readonly printer: SimulatedPrinter;
  readonly peer: string;
  readonly language: SimulatorLanguage;
  readonly stream: PrinterStream;
  /** Resolves when all earlier events of the connection were handled. */
  turn: Promise<void>;
};

/**
 * Serves a connection until it closes. A label that exceeds the size limit closes the connection.
 */
export function serveConnection(socket: Socket, printer: SimulatedPrinter): void {
  const language = printer.language();
  const connection: ServedConnection = {
    socket,
    printer,
    peer: `${socket.remoteAddress ?? ""}:${socket.remotePort ?? 0}`,
    language,
    stream: createPrinterStream(language),
    turn: Promise.resolve(),
  };
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    atLineSpeed(socket, chunk, printer, (piece) => {
      try {
        take(connection, piece);
      } catch {
        socket.destroy();
      }
    });
  });
  socket.on("end", () => {
    if (printer.behaviour().ending !== "keep open")
      connection.turn = connection.turn.then(() => void socket.end());
  });
}

function take(connection: ServedConnection, chunk: Uint8Array): void {
  const { socket, printer, stream } = connection;
  const before = stream.garbageBytes;
  const events = stream.feed(chunk);
  printer.onGarbage(stream.garbageBytes - before);
  const isPartial = stream.bytesInLabel > 0;
  for (const event of events) {
    if (event.kind === "label" && cutIfDue(connection, event.bytes.length)) return;
    connection.turn = connection.turn.then(() => handle(connection, event, isPartial));
  }
  if (cutIfDue(connection, stream.bytesInLabel)) return;
  // A label that cannot be written to disk was not printed, so it must not be confirmed to the
  // sender.
  connection.turn = connection.turn.catch(() => void socket.destroy());
}

/**
 * Cuts the connection when the simulator is set to cut it after this many bytes of a label. The
 * label is lost.
 *
 * @returns Whether the connection was cut.
 */
function cutIfDue({ socket, printer }: ServedConnection, labelBytes: number): boolean {
  const { mode, cutAfterBytes } = printer.behaviour();
  if (mode !== "cut off" || labelBytes < cutAfterBytes) return false;
  socket.resetAndDestroy();
  return true;
}

async function handle(
  connection: ServedConnection,
  event: PrinterEvent,
  isPartial: boolean,
): Promise<void> {
  const { socket, printer, peer, language } = connection;
  if (event.kind === "label") {
    const { bytes, copies, garbageBytes } = event;
    const { heightMm } = sizeOfLabel(language, bytes, printer.dpi);
    await printer.head.take({ bytes, copies, garbageBytes, peer, language, lengthMm: heightMm });
    endAfterLabel(connection);
    return;
  }
  const behaviour = printer.behaviour();
  if (behaviour.mode === "silent" || socket.destroyed || socket.writableEnded) return;
  const { labelLengthDots, dpi } = printer;
  const answer = answerTo(event.query, {
    behaviour,
    waiting: printer.head.waiting,
    isPartial,
    labelLengthDots,
    dpi,
    odometer: printer.odometer(),
  });
  socket.write(Buffer.from(answer, "latin1"));
}

function endAfterLabel({ socket, printer }: ServedConnection): void {
  const { ending } = printer.behaviour();
  if (ending === "half-close") socket.end();
  if (ending === "close") socket.destroySoon();
}

/**
 * Passes a chunk on in pieces, at the configured speed, like a serial line behind a print server.
 * The socket is paused until the whole chunk has passed.
 */
function atLineSpeed(
  socket: Socket,
  chunk: Uint8Array,
  { behaviour }: Pick<SimulatedPrinter, "behaviour">,
  passOn: (piece: Uint8Array) => void,
): void {
  if (behaviour().bytesPerSecond === null) return passOn(chunk);
  socket.pause();
  let at = 0;
  let startedAt = performance.now();
  const pass = (): void => {
    if (socket.destroyed) return;
    const { bytesPerSecond } = behaviour();
    const elapsedMs = performance.now() - startedAt;
    const bytes =
      bytesPerSecond === null ? chunk.length : Math.floor((elapsedMs * bytesPerSecond) / 1_000);
    if (bytes > 0) {
      passOn(chunk.subarray(at, at + bytes));
      at += bytes;
      startedAt += bytesPerSecond === null ? elapsedMs : (bytes * 1_000) / bytesPerSecond;
    }
    if (at >= chunk.length) socket.resume();
    else setTimeout(pass, TICK_MS);
  };
  setTimeout(pass, TICK_MS);
}
