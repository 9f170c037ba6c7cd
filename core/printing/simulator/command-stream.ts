/**
 * Parser of the bytes that a printer receives, for languages whose labels end with a print command:
 * TSPL and EPL.
 */
import {
  LARGEST_LABEL,
  type CommandLanguage,
  type PrinterEvent,
  type PrinterStream,
} from "./printer-stream.ts";

/**
 * Creates the parser of one connection. A label consists of the known commands since the previous
 * label. A print command that directly follows another prints the same label again.
 */
export function createCommandStream(language: CommandLanguage): PrinterStream {
  let pending: Buffer = Buffer.alloc(0);
  const label = createLabelBytes();
  let [garbage, garbageBefore] = [0, 0];

  return {
    get bytesInLabel() {
      return label.length + pending.length;
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
          case "query":
            if (command.query !== undefined) events.push({ kind: "query", query: command.query });
            break;
          case "garbage":
            garbage += own.length;
            break;
          case "blank":
            label.addBlank(own);
            break;
          case "known":
            label.add(own);
            break;
          case "print":
            events.push({
              kind: "label",
              bytes: label.print(own),
              copies: command.copies ?? 1,
              garbageBytes: garbage - garbageBefore,
            });
            garbageBefore = garbage;
            break;
        }
      }
      if (pending.length > LARGEST_LABEL) throw new Error("a label exceeds the size limit");
      return events;
    },
  };
}

type LabelBytes = {
  /** Number of bytes since the last print. */
  readonly length: number;
  /**
   * Adds bytes of the label.
   *
   * @throws Error when the label exceeds the size limit.
   */
  add(bytes: Buffer): void;
  /** Adds blanks, unless they come before the label. */
  addBlank(bytes: Buffer): void;
  /** Ends the label, and returns all its bytes, including the print command. */
  print(command: Buffer): Uint8Array;
};

function createLabelBytes(): LabelBytes {
  let parts: Buffer[] = [];
  let isPrinted = false;
  let length = 0;

  function add(bytes: Buffer): void {
    if (isPrinted) [parts, isPrinted] = [[], false];
    parts.push(bytes);
    length += bytes.length;
    if (length > LARGEST_LABEL) throw new Error("a label exceeds the size limit");
  }

  return {
    get length() {
      return length;
    },
    add,
    addBlank(bytes) {
      if (!isPrinted && parts.length > 0) add(bytes);
    },
    print(command) {
      if (isPrinted) parts.pop();
      parts.push(command);
      [isPrinted, length] = [true, 0];
      return new Uint8Array(Buffer.concat(parts));
    },
  };
}

/** Parses the commands of a whole label. */
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
