/**
 * One connection to the simulated printer: labels and questions are dealt with in the order they
 * come.
 */
import type { Socket } from "node:net";
import type { Dpi } from "../../labels/labels.schema.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Odometer } from "./odometer.ts";
import { answerTo } from "./printer-answers.ts";
import type { PrintHead } from "./print-head.ts";
import type { PrinterEvent, SimulatorLanguage } from "./printer-stream.ts";
import { createPrinterStream, sizeOfLabel } from "./simulator-languages.ts";

export type PrinterSide = {
  behaviour(): Behaviour;
  language(): SimulatorLanguage;
  odometer(): Odometer;
  /** Bytes that are no part of the language. */
  onGarbage(bytes: number): void;
  readonly head: PrintHead;
  readonly dpi: Dpi;
  readonly labelLengthDots: number;
};

/** A slow line is read in pieces this far apart. */
const TICK_MS = 20;

/** Answers until the socket is closed; a label that is too long for the simulator closes it. */
export function serveConnection(socket: Socket, printer: PrinterSide): void {
  const peer = `${socket.remoteAddress ?? ""}:${socket.remotePort ?? 0}`;
  const language = printer.language();
  const stream = createPrinterStream(language);
  let turn: Promise<void> = Promise.resolve();

  async function handle(event: PrinterEvent, isPartial: boolean): Promise<void> {
    if (event.kind === "label") {
      const { bytes, copies, garbageBytes } = event;
      await printer.head.take({
        bytes,
        copies,
        garbageBytes,
        peer,
        language,
        lengthMm: sizeOfLabel(language, bytes, printer.dpi).heightMm,
      });
      endAfterLabel();
      return;
    }
    const behaviour = printer.behaviour();
    if (behaviour.mode === "silent" || socket.destroyed || socket.writableEnded) return;
    const { labelLengthDots, dpi } = printer;
    socket.write(
      Buffer.from(
        answerTo(event.question, {
          behaviour,
          waiting: printer.head.waiting,
          isPartial,
          labelLengthDots,
          dpi,
          odometer: printer.odometer(),
        }),
        "latin1",
      ),
    );
  }

  function endAfterLabel(): void {
    const { ending } = printer.behaviour();
    if (ending === "half-close") socket.end();
    if (ending === "close") socket.destroySoon();
  }

  function take(chunk: Uint8Array): void {
    const before = stream.garbageBytes;
    const events = stream.feed(chunk);
    printer.onGarbage(stream.garbageBytes - before);
    const isPartial = stream.bytesInLabel > 0;
    for (const event of events) {
      if (event.kind === "label" && isCutIn(event.bytes.length)) return;
      turn = turn.then(() => handle(event, isPartial));
    }
    if (isCutIn(stream.bytesInLabel)) return;
    // A label that cannot be written to disk was not printed, and must not be confirmed to the
    // sender.
    turn = turn.catch(() => void socket.destroy());
  }

  /** @returns Whether the connection was cut: nothing of the label it happened in is kept. */
  function isCutIn(labelBytes: number): boolean {
    const { mode, cutAfterBytes } = printer.behaviour();
    if (mode !== "cut off" || labelBytes < cutAfterBytes) return false;
    socket.resetAndDestroy();
    return true;
  }

  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    atLineSpeed(socket, chunk, printer, (piece) => {
      try {
        take(piece);
      } catch {
        socket.destroy();
      }
    });
  });
  socket.on("end", () => {
    if (printer.behaviour().ending !== "keep open") turn = turn.then(() => void socket.end());
  });
}

/**
 * Reads no more from the socket until the piece has passed, as a serial line behind a print server
 * does.
 */
function atLineSpeed(
  socket: Socket,
  chunk: Uint8Array,
  { behaviour }: Pick<PrinterSide, "behaviour">,
  take: (piece: Uint8Array) => void,
): void {
  if (behaviour().bytesPerSecond === null) return take(chunk);
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
      take(chunk.subarray(at, at + bytes));
      at += bytes;
      startedAt += bytesPerSecond === null ? elapsedMs : (bytes * 1_000) / bytesPerSecond;
    }
    if (at >= chunk.length) socket.resume();
    else setTimeout(pass, TICK_MS);
  };
  setTimeout(pass, TICK_MS);
}
