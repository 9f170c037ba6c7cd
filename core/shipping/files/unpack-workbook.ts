/**
 * Unpacks a workbook's parts within limits before its reader gets them, because some kilobytes can
 * unpack to gigabytes, and one cell in a far corner makes the reader create all rows and columns
 * before that cell.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { AppError, errors } from "../../base/errors.ts";

/**
 * Limits of a workbook. `mostMiB`: all parts together. `mostCells`: rows × columns of a sheet up to
 * its farthest cell, including empty cells. `dropsEmpty`: whether cells and rows without a value,
 * which have only a format, are removed first.
 */
export type WorkbookLimits = {
  readonly mostMiB: number;
  readonly mostCells: number;
  readonly dropsEmpty: boolean;
};

/** 50,000 rows of long addresses need a quarter of these. */
const LIMITS: WorkbookLimits = { mostMiB: 128, mostCells: 10_000_000, dropsEmpty: false };
const MOST_PARTS = 2_000;
/**
 * Highest number of bytes between two tags; a cell has at most 32,767 characters. The reader's time
 * grows with the square of this length.
 */
const LONGEST_TEXT = 256 * 1024;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

export type WorkbookPart = { readonly name: Buffer; readonly bytes: Buffer };

/**
 * Unpacks the text parts of a workbook.
 *
 * @throws AppError E2029 when the file is not a workbook, unpacks to more than the limit, or has
 * too many parts, too long a text, or a cell too far away.
 */
export function unpackParts(file: Buffer, limits: WorkbookLimits = LIMITS): WorkbookPart[] {
  return partsOf(file, limits.mostMiB).map((part) => {
    checkTexts(part.bytes);
    if (!/^xl\/worksheets\//i.test(part.name.toString())) return part;
    const all = part.bytes.toString("latin1");
    const sheet = limits.dropsEmpty ? all.replace(EMPTY_CELLS, "").replace(EMPTY_ROWS, "") : all;
    checkReach(sheet, limits.mostCells);
    return sheet.length === all.length ? part : { ...part, bytes: Buffer.from(sheet, "latin1") };
  });
}

const EMPTY_CELLS = /<(?:[\w-]+:)?c\s[^<>]*\/>/g;
const EMPTY_ROWS = /<(?:[\w-]+:)?row\s[^<>]*(?:\/>|>\s*<\/(?:[\w-]+:)?row>)/g;

function unreadable(): AppError {
  return errors.fileUnreadable(
    "The workbook could not be read. Save it again as .xlsx, or as CSV. Nothing was imported.",
    { reason: "workbook" },
  );
}

function partsOf(file: Buffer, mostMiB: number): WorkbookPart[] {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end === -1 || end + 22 > file.length || file.readUInt32LE(end) !== END) throw unreadable();
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_PARTS) throw unreadable();
  const parts: WorkbookPart[] = [];
  let left = mostMiB * 1024 * 1024;
  for (let i = 0, at = file.readUInt32LE(end + 16); i < count; i += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) throw unreadable();
    const name = file.subarray(at + 46, at + 46 + file.readUInt16LE(at + 28));
    if (/\.(xml|rels)$/i.test(name.toString())) {
      const bytes = unpackedAt(file, at, left, mostMiB);
      left -= bytes.length;
      parts.push({ name, bytes });
    }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/** Unpacks one entry of the directory, without trusting the size that it states. */
function unpackedAt(file: Buffer, entry: number, most: number, mostMiB: number): Buffer {
  const [method, size, local] = [
    file.readUInt16LE(entry + 10),
    file.readUInt32LE(entry + 20),
    file.readUInt32LE(entry + 42),
  ];
  if (
    local + 30 > file.length ||
    file.readUInt32LE(local) !== LOCAL ||
    (method !== STORED && method !== DEFLATED)
  )
    throw unreadable();
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const bytes = file.subarray(from, from + size);
  if (method === STORED ? bytes.length > most : most === 0) throw tooLarge(mostMiB);
  if (method === STORED) return bytes;
  try {
    return inflateRawSync(bytes, { maxOutputLength: most });
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(mostMiB)
      : unreadable();
  }
}

function tooLarge(mostMiB: number): AppError {
  return errors.fileUnreadable(
    `The workbook unpacks to more than ${mostMiB} MiB. Save the sheet alone, or as CSV. Nothing was imported.`,
    { reason: "unpacked", most: mostMiB },
  );
}

/**
 * Checks the lengths of texts and tags.
 *
 * @throws AppError E2029 when a text or tag is too long.
 */
function checkTexts(xml: Buffer): void {
  for (let from = 0; from < xml.length;) {
    const next = xml.indexOf("<", from);
    const to = next === -1 ? xml.length : next;
    if (to - from > LONGEST_TEXT)
      throw errors.fileUnreadable(
        "A cell of the workbook has too long a text. Shorten it and import the file again. Nothing was imported.",
        { reason: "longText" },
      );
    from = to + 1;
  }
}

/** Address of a cell or number of a row, in its tag. */
const PLACES = /<(?:[\w-]+:)?(?:c|row)\s(?:[^<>]*?\s)?r\s*=\s*["']([^"'<>]*)["']/g;

/**
 * Checks the size of a sheet. @throws AppError E2029 when its farthest row and column span too many
 * cells.
 */
function checkReach(sheet: string, mostCells: number): void {
  let [rows, columns] = [1, 1];
  for (const [, place = ""] of sheet.matchAll(PLACES)) {
    const [, letters, digits] = /^([A-Za-z]{0,3})(\d{1,7})$/.exec(place) ?? [];
    if (letters === undefined) throw unreadable();
    rows = Math.max(rows, Number(digits));
    columns = Math.max(
      columns,
      [...letters.toUpperCase()].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0),
    );
    if (rows * columns > mostCells)
      throw errors.fileUnreadable(
        `The sheet has a cell as far away as row ${rows}, column ${columns}. Delete the empty rows and columns, or save it as CSV. Nothing was imported.`,
        { reason: "farCell", row: rows, column: columns },
      );
  }
}

/** Packs parts without compression, since the workbook is read and discarded immediately. */
export function packParts(parts: readonly WorkbookPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of parts) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    files.push(signed(LOCAL), common, name, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(signed(ENTRY), Buffer.from([20, 0]), common, place, name);
    at += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    8,
  );
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, ...directory, signed(END), end]);
}

function signed(sign: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sign);
  return bytes;
}
