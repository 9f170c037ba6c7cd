/**
 * Graphics and formats that a document stores in the printer's memory and recalls later: they are
 * kept here, and inserted where they are recalled.
 */
import { errors } from "../../../base/errors.ts";
import { writeBitmap } from "./zpl-bitmap.ts";
import type { Command } from "./zpl-commands.ts";

/**
 * Maximum number of commands in a label after its formats are inserted, because a few bytes could
 * recall a large format a thousand times.
 */
const MAX_RECALLED = 10_000;

/** Graphics and formats that a document has stored so far, by name. */
export type StoredZpl = {
  readonly graphics: Map<string, string>;
  readonly formats: Map<string, readonly Command[]>;
};

/** Returns an empty store. */
export function createStoredZpl(): StoredZpl {
  return { graphics: new Map(), formats: new Map() };
}

/**
 * Normalises a name to upper case without memory device and extension, which are ignored because a
 * document recalls only what it stored itself.
 */
function nameOf(parameter: string): string {
  return parameter
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]:/, "")
    .replace(/\..*$/, "");
}

/**
 * Stores the bitmap of a `~DG` or `~DY`.
 *
 * @throws AppError E2029 for a file that is not a complete bitmap in hex or Base64.
 */
export function storeGraphic({ graphics }: StoredZpl, { name, data }: Command): void {
  const dg = /^([^,]*),([^,]*),([^,]*),(.*)$/s.exec(data);
  const dy = /^([^,]*),\s*[AP]\s*,\s*G?\s*,([^,]*),([^,]*),(.*)$/is.exec(data);
  const parts = name === "~DG" ? dg : dy;
  if (parts === null)
    throw errors.fileUnreadable(
      `The ZPL stores data in the printer (${name}), and the data is not a bitmap that this station can read. Export the label as PDF and print that.`,
    );
  const [, graphic = "", total = "", perRow = "", bits = ""] = parts;
  graphics.set(nameOf(graphic), writeBitmap({ total, perRow, bits }));
}

/**
 * Finds the graphic that a command recalls, as the data of a `^GF`; undefined when the graphic is
 * magnified and must be drawn here.
 *
 * @param data Parameters of `^XG` or `^IM`: name and magnification.
 * @throws AppError E2029 when the document has no such graphic.
 */
export function recallGraphic({ graphics }: StoredZpl, data: string): string | undefined {
  const [name = "", across = "1", down = "1"] = data.split(",").map((part) => part.trim());
  const graphic = graphics.get(nameOf(name));
  if (graphic === undefined)
    throw errors.fileUnreadable(
      `The label shows the graphic ${name}, which is not in the document. Export the label as PDF and print that.`,
    );
  return ["", "1"].includes(across) && ["", "1"].includes(down) ? graphic : undefined;
}

/**
 * Stores a format.
 * @param commands All commands of the label, including `^DF`.
 */
export function storeFormat(
  { formats }: StoredZpl,
  name: string,
  commands: readonly Command[],
): void {
  formats.set(
    nameOf(name),
    commands.filter((command) => command.name !== "^DF"),
  );
}

/**
 * Inserts recalled formats.
 *
 * @param commands The commands of a label, which may recall formats (`^XF`) and supply data for
 *   their numbered fields (`^FN`).
 * @returns The label with each format inserted.
 * @throws AppError E2029 when the document has no such format, or the label would have too many
 *   commands.
 */
export function withFormats(
  { formats }: StoredZpl,
  commands: readonly Command[],
): readonly Command[] {
  if (!commands.some(({ name }) => name === "^XF")) return commands;
  const values = new Map<string, readonly Command[]>();
  const rest: Command[] = [];
  // A value is "^FNn", optionally "^FH", and "^FD", up to "^FS".
  for (let i = 0; i < commands.length; i += 1) {
    const command = commands[i];
    if (command === undefined) continue;
    const end = commands.findIndex(({ name }, at) => at > i && name === "^FS");
    if (command.name !== "^FN" || end < 0) rest.push(command);
    else {
      values.set(numberOf(command), commands.slice(i + 1, end));
      i = end;
    }
  }
  let count = rest.length;
  return rest.flatMap((command) => {
    if (command.name !== "^XF") return [command];
    const format = formats.get(nameOf(command.data));
    if (format === undefined)
      throw errors.fileUnreadable(
        `The label recalls the format ${command.data}, which is not in the document. Export the label as PDF and print that.`,
      );
    count += format.length;
    if (count > MAX_RECALLED)
      throw errors.fileUnreadable(
        `The label recalls formats of more than ${MAX_RECALLED} commands.`,
      );
    return format.flatMap((own) =>
      own.name === "^FN" ? (values.get(numberOf(own)) ?? []) : [own],
    );
  });
}

function numberOf({ data }: Command): string {
  return String(Number.parseInt(data, 10));
}
