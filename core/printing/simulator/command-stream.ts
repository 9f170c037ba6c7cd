/**
 * The stream of a printer that takes one command after the other, and prints at a command of its
 * own: TSPL and EPL.
 */
import {
  LARGEST_LABEL,
  type CommandLanguage,
  type PrinterEvent,
  type PrinterStream,
} from "./printer-stream.ts";

/**
 * A label is all the bytes since the label before it. A print that follows a print gives the same
 * label again.
 *
 * @returns A reader of one connection, before its first byte.
 */
export function createCommandStream(language: CommandLanguage): PrinterStream {
  let pending: Buffer = Buffer.alloc(0);
  let label: Buffer[] = [];
  let isPrinted = false;
  let bytesInLabel = 0;
  let [garbage, garbageBefore] = [0, 0];

  function keep(bytes: Buffer): void {
    if (isPrinted) [label, isPrinted] = [[], false];
    label.push(bytes);
    bytesInLabel += bytes.length;
    if (bytesInLabel > LARGEST_LABEL) throw new Error("a label does not end");
  }

  return {
    get bytesInLabel() {
      return bytesInLabel + pending.length;
    },
    get garbageBytes() {
      return garbage;
    },
    feed(bytes) {
      pending = Buffer.concat([pending, bytes]);
      const events: PrinterEvent[] = [];
      while (pending.length > 0) {
        const command = language.read(pending);
        if (command === "more") break;
        const own = pending.subarray(0, command.bytes);
        pending = pending.subarray(command.bytes);
        switch (command.kind) {
          case "question":
            if (command.question !== undefined)
              events.push({ kind: "question", question: command.question });
            break;
          case "garbage":
            garbage += own.length;
            break;
          case "blank":
            if (!isPrinted && label.length > 0) keep(own);
            break;
          case "known":
            keep(own);
            break;
          case "print":
            if (isPrinted) label.pop();
            label.push(own);
            events.push({
              kind: "label",
              bytes: new Uint8Array(Buffer.concat(label)),
              copies: command.copies ?? 1,
              garbageBytes: garbage - garbageBefore,
            });
            [isPrinted, bytesInLabel, garbageBefore] = [true, 0, garbage];
            break;
        }
      }
      if (pending.length > LARGEST_LABEL) throw new Error("a label does not end");
      return events;
    },
  };
}

/** @returns The commands of a whole label. */
export function* commandsOf(
  language: CommandLanguage,
  label: Uint8Array,
): Generator<Exclude<ReturnType<CommandLanguage["read"]>, "more">> {
  let rest = Buffer.from(label.buffer, label.byteOffset, label.byteLength);
  while (rest.length > 0) {
    const command = language.read(rest);
    if (command === "more") return;
    yield command;
    rest = rest.subarray(command.bytes);
  }
}
