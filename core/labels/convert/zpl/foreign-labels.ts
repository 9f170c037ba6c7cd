/**
 * Splits a foreign ZPL document into its labels, each as its fields only: printer setup is left
 * out, stored graphics and formats are inserted where they are recalled, and shifts are added to
 * the fields' positions. The resulting commands print once and do not change the printer.
 */
import { errors } from "../../../base/errors.ts";
import {
  createStoredZpl,
  recallGraphic,
  storeFormat,
  storeGraphic,
  withFormats,
  type StoredZpl,
} from "./stored-zpl.ts";
import { bitmapData, bitmapTooLarge } from "./zpl-bitmap.ts";
import { readCommands, type Command } from "./zpl-commands.ts";
import { parametersOf, placedField, toInteger } from "./zpl-parameters.ts";
import { INKED, isLeftOut, SENT, SENT_UNDRAWABLE } from "./zpl-rules.ts";

export type ForeignLabel = {
  /** ZPL commands, printable ASCII. */
  readonly fields: readonly string[];
  /** ZPL that the engine must store before it draws the fields; "" for none. */
  readonly stored: string;
  /** Size that the label requests, dots; undefined: the paper's size. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Whether the fields mean the same on every printer; otherwise the label is drawn here. */
  readonly isSendable: boolean;
  /** Commands that the engine here cannot draw. */
  readonly undrawable: readonly string[];
};

/** Maximum number of labels in one document, because each label takes about 200 ms to draw. */
const MAX_LABELS = 20;
/**
 * Maximum number of commands in a document. A foreign label has about a hundred commands; drawing
 * ten thousand boxes takes a second.
 */
const MAX_COMMANDS = 10_000;
/**
 * Largest size of one label's fields, and of the dots of its bitmaps, in bytes. A bitmap that is
 * recalled several times is written several times.
 */
const MAX_BYTES = 8 * 1024 * 1024;
/** Settings that also apply to later labels. */
const STICKY: ReadonlySet<string> = new Set(
  "^BY ^CF ^CI ^CW ^FW ^LH ^LL ^LR ^LS ^LT ^PW".split(" "),
);

/**
 * Returns the labels that print something; never empty.
 *
 * @throws AppError E2029 with the cause, such as no label, a label without its end, too many labels
 *   or commands, more than one copy, an unreadable bitmap, or an unknown command.
 */
export function foreignLabels(zpl: Uint8Array): readonly ForeignLabel[] {
  const commands = readCommands(zpl);
  rejectMoreThan(MAX_COMMANDS, commands.length);
  const stored = createStoredZpl();
  const sticky = new Map<string, Command>();
  const fonts: Command[] = [];
  const labels: ForeignLabel[] = [];
  let open: Command[] | undefined;
  for (const command of commands) {
    rejectOtherPrefixes(command);
    if (command.name === "^XA") {
      if (open !== undefined && open.length > 0)
        throw errors.fileUnreadable(
          "The ZPL is damaged: a label starts (^XA) before the previous label has ended (^XZ).",
        );
      open = [];
    } else if (["~DG", "~DY"].includes(command.name)) storeGraphic(stored, command);
    else if (command.name === "~DU") fonts.push(command);
    else if (command.name === "^XZ" && open !== undefined) {
      const format = open.find(({ name }) => name === "^DF");
      if (format !== undefined) storeFormat(stored, format.data, open);
      else {
        const whole = withFormats(stored, open);
        rejectMoreThan(MAX_COMMANDS, whole.length);
        labels.push(...labelOf([...sticky.values(), ...whole], { stored, fonts }));
        for (const setting of whole)
          if (STICKY.has(setting.name)) sticky.set(setting.name, setting);
      }
      open = undefined;
    } else if (command.name.startsWith("~") && open === undefined) leaveOut(command);
    else open?.push(command);
  }
  if (open !== undefined && open.length > 0)
    throw errors.fileUnreadable("The ZPL is damaged: its last label has no end (^XZ).");
  if (labels.length === 0)
    throw errors.fileUnreadable(
      `The ZPL prints nothing: none of its ${commands.length} commands is a field inside a label (^XA to ^XZ).`,
    );
  if (labels.length > MAX_LABELS)
    throw errors.fileUnreadable(
      `The document has ${labels.length} labels; at most ${MAX_LABELS} are printed at once.`,
    );
  return labels;
}

function rejectMoreThan(most: number, count: number): void {
  if (count > most)
    throw errors.fileUnreadable(
      `The ZPL has ${count} commands; at most ${most} can be printed at once.`,
    );
}

function rejectOtherPrefixes({ name, data }: Command): void {
  if (/^[\^~]C[CDT]$/.test(name) && !isLeftOut(name, data))
    throw errors.fileUnreadable(
      `The ZPL changes its command prefixes (${name}${data.slice(0, 1)}), which this station does not support. Export the label as PDF and print that.`,
    );
}

/**
 * Checks a command that is not written to the label.
 * @throws AppError E2029 when leaving it out could change the label.
 */
function leaveOut({ name, data }: Command): void {
  if (!isLeftOut(name, data))
    throw errors.fileUnreadable(
      `The ZPL has the command ${name.replace(/[^\x20-\x7e]/g, "?")}${data.slice(0, 12).replace(/[^\x20-\x7e]/g, "?")}, which this station does not know. Export the label as PDF and print that.`,
    );
}

/** Returns the label that the commands print, or none when they print nothing. */
function labelOf(
  commands: readonly Command[],
  { stored, fonts }: { readonly stored: StoredZpl; readonly fonts: readonly Command[] },
): readonly ForeignLabel[] {
  if (!commands.some(({ name }) => INKED.has(name) || name === "^IM" || name === "^SN")) {
    for (const command of commands) requireOneCopy(command);
    return [];
  }
  const writing: LabelInProgress = {
    stored,
    fields: [],
    undrawable: [],
    bitmapBytes: 0,
    isSendable: fonts.length === 0,
    keepsGraphics: false,
    home: { x: 0, y: 0 },
    shift: { x: 0, y: 0 },
  };
  for (const command of commands) {
    requireOneCopy(command);
    write(writing, command);
  }
  const { fields, undrawable, isSendable, keepsGraphics } = writing;
  if (fields.reduce((sum, field) => sum + field.length, 0) > MAX_BYTES) throw bitmapTooLarge();
  const graphics = keepsGraphics
    ? [...stored.graphics].map(
        ([name, data]) => `~DGR:${name}.GRF,${data.replace(/^A,\d+,/, "")}\n`,
      )
    : [];
  const side = (name: string): number | undefined =>
    toInteger(commands.findLast((command) => command.name === name)?.data ?? "") || undefined;
  return [
    {
      fields: inAscii(fields),
      stored: [...fonts.map(({ data }) => `~DU${data}\n`), ...graphics].join(""),
      width: side("^PW"),
      height: side("^LL"),
      isSendable,
      undrawable: [...new Set(undrawable)],
    },
  ];
}

/** State of one label while its fields are written. */
type LabelInProgress = {
  readonly stored: StoredZpl;
  readonly fields: string[];
  readonly undrawable: string[];
  bitmapBytes: number;
  isSendable: boolean;
  /** Whether a field recalls a graphic by its name. */
  keepsGraphics: boolean;
  home: { readonly x: number; readonly y: number };
  shift: { readonly x: number; readonly y: number };
};

function write(label: LabelInProgress, command: Command): void {
  const { name, data } = command;
  const { fields, home, shift } = label;
  if (name === "^LH")
    label.home = { x: toInteger(data.split(",")[0]), y: toInteger(data.split(",")[1]) };
  else if (name === "^LS") label.shift = { ...shift, x: -toInteger(data) };
  else if (name === "^LT") label.shift = { ...shift, y: toInteger(data) };
  else if (name === "^FO" || name === "^FT")
    fields.push(placedField(command, { x: home.x + shift.x, y: home.y + shift.y }));
  else if (name === "^SN") fields.push(`^FD${data.replace(/,.*$/s, "")}`);
  else if (name === "^XG" || name === "^IM") writeRecalled(label, command);
  else if (name === "^LR" || name === "^CW") {
    if (name === "^LR" && !/^Y/i.test(data)) return;
    label.isSendable = false;
    fields.push(`${name}${data}`);
  } else if (["^PQ", "^PW", "^LL"].includes(name)) return;
  else if (name === "^FS" && (fields.at(-1) ?? "^FS") === "^FS") return; // this ^FS ends a field that was left out
  else if (name === "^GF") writeBitmap(label, bitmapData(data));
  else if (SENT.has(name) || SENT_UNDRAWABLE.has(name)) {
    if (name === "^A" && data.startsWith("@")) label.isSendable = false; // the font exists on one printer only
    if (SENT_UNDRAWABLE.has(name) && !(name === "^FP" && /^H?$/i.test(data)))
      label.undrawable.push(name);
    fields.push(`${name}${parametersOf(command)}`);
  } else leaveOut(command);
}

function writeRecalled(label: LabelInProgress, { name, data }: Command): void {
  const graphic = recallGraphic(label.stored, data);
  if (graphic !== undefined) return writeBitmap(label, graphic);
  [label.isSendable, label.keepsGraphics] = [false, true];
  label.fields.push(`${name}${data}`);
}

/**
 * Adds a bitmap to the label's fields.
 *
 * @throws AppError E2029 when the label's bitmaps are larger than any paper.
 */
function writeBitmap(label: LabelInProgress, data: string): void {
  label.bitmapBytes += bytesOf(data);
  if (label.bitmapBytes > MAX_BYTES) throw bitmapTooLarge();
  label.fields.push(`^GF${data}`);
}

function requireOneCopy({ name, data }: Command): void {
  const copies = name === "^PQ" ? toInteger(data) : 1;
  if (copies > 1)
    throw errors.fileUnreadable(
      `The label asks for ${copies} copies (^PQ${copies}). A document is printed once. Remove ^PQ from it, and print it as often as you need.`,
    );
}

/** Returns the number of bytes of dots that the data of a `^GF` states. */
function bytesOf(graphic: string): number {
  return toInteger(graphic.split(",", 2)[1]);
}

/** Encodes non-ASCII letters as hex bytes; the label's `^CI` decides which letters they are. */
function inAscii(fields: readonly string[]): readonly string[] {
  let hexSign: string | undefined;
  return fields.flatMap((field) => {
    const name = field.slice(0, 3);
    if (name === "^FH") hexSign = field.slice(3, 4) || "_";
    if (name === "^FS") hexSign = undefined;
    if (!/[\x80-\xff]/.test(field)) return [field];
    if (name !== "^FD" && name !== "^FV")
      throw errors.fileUnreadable(
        `The ZPL is damaged: its command ${name} has characters that are not ASCII.`,
      );
    const sign = hexSign ?? "_";
    const data = hexSign === undefined ? field.slice(3).replaceAll("_", "_5F") : field.slice(3);
    const hex = data.replace(
      /[\x80-\xff]/g,
      (letter) => sign + letter.charCodeAt(0).toString(16).toUpperCase(),
    );
    return hexSign === undefined ? [`^FH_`, `${name}${hex}`] : [`${name}${hex}`];
  });
}
