/** One connection to the simulated printer: labels and questions are dealt with in the order they come. */
import type { Socket } from "node:net";
import { hostStatusAnswer, type Behaviour } from "./behaviour.ts";
import type { PrintHead } from "./print-head.ts";
import { createZplStream, type ZplEvent } from "./zpl-stream.ts";

export type PrinterSide = { behaviour(): Behaviour; readonly head: PrintHead; readonly labelLengthDots: number };

/** Answers until the socket is closed; a label that is too long for the simulator closes it. */
export function serveConnection(socket: Socket, printer: PrinterSide): void {
  const peer = `${socket.remoteAddress ?? ""}:${socket.remotePort ?? 0}`;
  const stream = createZplStream();
  let labelBytes = 0;
  let turn: Promise<void> = Promise.resolve();

  async function handle(event: ZplEvent, isPartial: boolean): Promise<void> {
    if (event.kind === "label") return printer.head.take(event.bytes, peer);
    if (printer.behaviour().mode === "silent" || socket.destroyed) return;
    socket.write(Buffer.from(hostStatusAnswer(printer.behaviour(), printer.head.waiting, isPartial, printer.labelLengthDots), "latin1"));
  }

  /** @returns Whether the connection was cut: nothing of the label it happened in is kept. */
  function isCutOff(chunk: Uint8Array): boolean {
    const behaviour = printer.behaviour();
    if (behaviour.mode !== "cut off") return false;
    if (stream.isInLabel || Buffer.from(chunk).includes("^XA")) labelBytes += chunk.length;
    if (labelBytes < behaviour.cutAfterBytes) return false;
    socket.resetAndDestroy();
    return true;
  }

  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    if (isCutOff(chunk)) return;
    let events: readonly ZplEvent[];
    try {
      events = stream.feed(chunk);
    } catch {
      socket.destroy();
      return;
    }
    const isPartial = stream.isInLabel;
    for (const event of events) turn = turn.then(() => handle(event, isPartial));
    // A label that cannot be written to disk was not printed, and must not be confirmed to the sender.
    turn = turn.catch(() => void socket.destroy());
  });
}
