/** Parses foreign ZPL into its commands, as a printer does. */

/**
 * `name`: with its prefix, in upper case, such as `^FO` and `~DG`. `data`: the text after the name,
 * one character per byte, without control characters.
 */
export type Command = { readonly name: string; readonly data: string };

/** Single bytes that printers read as commands. */
const SUBSTITUTES = [
  ["\x02", "^XA"],
  ["\x03", "^XZ"],
  ["\x0f", "^FS"],
] as const;
const BEGINS = /[\^~]/g;
/**
 * Blanks and line ends may come between parameters; the binary data starts right after the last
 * comma.
 */
const BINARY_GRAPHIC =
  /\^GF[\0- ]*B[\0- ]*,[\0- ]*(\d{1,12})[\0- ]*,[\0- ]*(\d{1,12})[\0- ]*,[\0- ]*(\d{1,12})[\0- ]*,/iy;
const HAS_BINARY = /\^GF[\0- ]*B/i;
const NEW_SIGN = /^[\^~]C[CDT]$/i;
const CONTROL = /[^ -~\x80-\xff]/g;
/** Commands whose spaces are significant. */
const TEXTS: readonly string[] = ["^FD", "^FV", "^SN"];

/**
 * Returns the commands in order. Bytes before the first command, and prefixes without a command,
 * are ignored. A binary bitmap is converted to the equivalent in hex.
 */
export function readCommands(zpl: Uint8Array): readonly Command[] {
  const text = withoutSubstitutes(
    Buffer.from(zpl.buffer, zpl.byteOffset, zpl.byteLength).toString("latin1"),
  );
  const commands: Command[] = [];
  for (let at = nextCommand(text, 0); at < text.length;) {
    BINARY_GRAPHIC.lastIndex = at;
    const binary = BINARY_GRAPHIC.exec(text);
    if (binary !== null) {
      const [head, sent = "", total = "", perRow = ""] = binary;
      const from = at + head.length;
      const bytes = Buffer.from(text.slice(from, from + Number(sent)), "latin1");
      commands.push({
        name: "^GF",
        data: `A,${sent},${total},${perRow},${bytes.toString("hex").toUpperCase()}`,
      });
      at = nextCommand(text, from + bytes.length);
      continue;
    }
    // The character after ~CC is the new prefix, and may be a current prefix: ~CC^
    const end = NEW_SIGN.test(text.slice(at, at + 3))
      ? nextCommand(text, at + 4)
      : nextCommand(text, at + 1);
    const command = commandOf(text.slice(at, end));
    if (command.name.length > 1) commands.push(command);
    at = end;
  }
  return commands;
}

/**
 * Replaces single-byte commands, unless the document has binary bitmaps, in which the same bytes
 * are dots.
 */
function withoutSubstitutes(text: string): string {
  return HAS_BINARY.test(text)
    ? text
    : SUBSTITUTES.reduce((whole, [byte, command]) => whole.replaceAll(byte, command), text);
}

function nextCommand(text: string, from: number): number {
  BEGINS.lastIndex = from;
  return BEGINS.exec(text)?.index ?? text.length;
}

function commandOf(text: string): Command {
  const length = /^\^A/i.test(text) ? 2 : 3; // the font is a parameter: ^A0N
  const name = text.slice(0, length).toUpperCase();
  const data = text.slice(length).replace(CONTROL, "");
  return { name, data: TEXTS.includes(name) ? data : data.trim() };
}
