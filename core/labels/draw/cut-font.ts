/**
 * Subsets a TrueType font to some of its glyphs, renumbered in the given order, for embedding in a
 * PDF. Only tables that PDF readers need are written; characters are mapped by the PDF itself.
 */

/** Parts of a font file that subsetting needs, parsed once per font. */
export type FontSource = {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  /** xMin, yMin, xMax, yMax of all glyphs, font units. */
  readonly bounds: readonly [number, number, number, number];
  readonly bytes: Buffer;
  readonly tables: ReadonlyMap<string, { readonly offset: number; readonly length: number }>;
  readonly isLongLoca: boolean;
};

/**
 * A glyph of the font, or several positioned glyphs that are merged to one, such as a letter whose
 * dots are separate glyphs.
 */
export type CutGlyph = {
  /** Font units. */
  readonly advance: number;
  /** Offsets are in font units. */
  readonly parts: readonly { readonly id: number; readonly dx: number; readonly dy: number }[];
};

/** Flags of a composite glyph's parts. */
const ARGUMENTS_ARE_WORDS = 0x0001;
const ARGUMENTS_ARE_OFFSETS = 0x0002;
const HAS_SCALE = 0x0008;
const MORE_PARTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;

const CHECKSUM_BASE = 0xb1b0afba;

/**
 * Parses the tables of a TrueType font that subsetting needs.
 *
 * @throws Error when the bytes are not a TrueType font.
 */
export function readFontSource(font: Uint8Array): FontSource {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map<string, { offset: number; length: number }>();
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    tables.set(bytes.toString("latin1", at, at + 4), {
      offset: bytes.readUInt32BE(at + 8),
      length: bytes.readUInt32BE(at + 12),
    });
  }
  const at = (tag: string): number => tableOf({ tables }, tag).offset;
  const head = at("head");
  const hhea = at("hhea");
  return {
    bytes,
    tables,
    unitsPerEm: bytes.readUInt16BE(head + 18),
    bounds: [
      bytes.readInt16BE(head + 36),
      bytes.readInt16BE(head + 38),
      bytes.readInt16BE(head + 40),
      bytes.readInt16BE(head + 42),
    ],
    isLongLoca: bytes.readInt16BE(head + 50) === 1,
    ascender: bytes.readInt16BE(hhea + 4),
    descender: bytes.readInt16BE(hhea + 6),
  };
}

/**
 * Writes a font file with some glyphs. Parts of composite glyphs are numbered after the given
 * glyphs.
 *
 * @param glyphs In the order of their new numbers; the first must be glyph 0, the missing-glyph
 * symbol. A glyph may occur twice.
 */
export function cutFont(source: FontSource, glyphs: readonly CutGlyph[]): Uint8Array {
  const order: CutGlyph[] = [...glyphs];
  const numbers = new Map<number, number>();
  order.forEach(
    ({ parts }, number) =>
      isComposed(parts) || numbers.has(parts[0]?.id ?? 0) || numbers.set(parts[0]?.id ?? 0, number),
  );
  const numberOf = (id: number): number => {
    let number = numbers.get(id);
    if (number === undefined) {
      number = order.push({ advance: 0, parts: [{ id, dx: 0, dy: 0 }] }) - 1;
      numbers.set(id, number);
    }
    return number;
  };

  const outlines: Buffer[] = [];
  const offsets: number[] = [0];
  let length = 0;
  // The array grows during the loop when composite glyphs name their parts.
  for (let i = 0; i < order.length; i++) {
    const { parts } = order[i] ?? { parts: [] };
    const outline = isComposed(parts)
      ? compose(source, parts, numberOf)
      : renumberParts(outlineOf(source, parts[0]?.id ?? 0), numberOf);
    outlines.push(outline, Buffer.alloc(-outline.length & 3));
    length += (outline.length + 3) & ~3;
    offsets.push(length);
  }
  const loca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, i) => loca.writeUInt32BE(offset, i * 4));

  const head = copyOf(source, "head");
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = copyOf(source, "hhea");
  hhea.writeUInt16BE(order.length, 34);
  const maxp = copyOf(source, "maxp");
  maxp.writeUInt16BE(order.length, 4);
  maxp.writeUInt16BE(
    Math.max(maxp.readUInt16BE(28), ...glyphs.map(({ parts }) => parts.length)),
    28,
  );
  maxp.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30);
  return writeFont([
    ["glyf", Buffer.concat(outlines, length)],
    ["head", head],
    ["hhea", hhea],
    ["hmtx", widthsOf(order, outlines)],
    ["loca", loca],
    ["maxp", maxp],
  ]);
}

/**
 * Writes the table of advances and side bearings.
 *
 * @param outlines Outlines of the glyphs, each followed by its padding.
 */
function widthsOf(order: readonly CutGlyph[], outlines: readonly Buffer[]): Buffer {
  const hmtx = Buffer.alloc(order.length * 4);
  order.forEach(({ advance }, i) => {
    hmtx.writeUInt16BE(Math.max(0, advance), i * 4);
    // The side bearing is where the ink starts.
    const outline = outlines[i * 2];
    if (outline !== undefined && outline.length > 0)
      hmtx.writeInt16BE(outline.readInt16BE(2), i * 4 + 2);
  });
  return hmtx;
}

function tableOf(
  { tables }: Pick<FontSource, "tables">,
  tag: string,
): { readonly offset: number; readonly length: number } {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`the font has no table ${tag}`);
  return table;
}

function copyOf(source: FontSource, tag: string): Buffer {
  const { offset, length } = tableOf(source, tag);
  return Buffer.from(source.bytes.subarray(offset, offset + length));
}

function outlineOf(source: FontSource, id: number): Buffer {
  const loca = tableOf(source, "loca").offset;
  const glyf = tableOf(source, "glyf").offset;
  const at = (i: number): number =>
    source.isLongLoca
      ? source.bytes.readUInt32BE(loca + i * 4)
      : source.bytes.readUInt16BE(loca + i * 2) * 2;
  return source.bytes.subarray(glyf + at(id), glyf + at(id + 1));
}

/** Rewrites the numbers of the glyphs that a composite glyph refers to. */
function renumberParts(outline: Buffer, numberOf: (id: number) => number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const copy = Buffer.from(outline);
  for (let at = 10; ;) {
    const flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(numberOf(copy.readUInt16BE(at + 2)), at + 2);
    at += 4 + ((flags & ARGUMENTS_ARE_WORDS) === 0 ? 2 : 4);
    if ((flags & HAS_SCALE) !== 0) at += 2;
    else if ((flags & HAS_TWO_SCALES) !== 0) at += 4;
    else if ((flags & HAS_MATRIX) !== 0) at += 8;
    if ((flags & MORE_PARTS) === 0) return copy;
  }
}

function isComposed(parts: CutGlyph["parts"]): boolean {
  return parts.length > 1 || parts[0]?.dx !== 0 || parts[0].dy !== 0;
}

/** Creates a composite glyph from the glyphs that have ink. */
function compose(
  source: FontSource,
  parts: CutGlyph["parts"],
  numberOf: (id: number) => number,
): Buffer {
  const inked = parts.filter(({ id }) => outlineOf(source, id).length > 0);
  if (inked.length === 0) return Buffer.alloc(0);
  const glyph = Buffer.alloc(10 + inked.length * 8);
  glyph.writeInt16BE(-1, 0);
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  inked.forEach(({ id, dx, dy }, i) => {
    const outline = outlineOf(source, id);
    bounds[0] = Math.min(bounds[0], outline.readInt16BE(2) + dx);
    bounds[1] = Math.min(bounds[1], outline.readInt16BE(4) + dy);
    bounds[2] = Math.max(bounds[2], outline.readInt16BE(6) + dx);
    bounds[3] = Math.max(bounds[3], outline.readInt16BE(8) + dy);
    const at = 10 + i * 8;
    glyph.writeUInt16BE(
      ARGUMENTS_ARE_WORDS | ARGUMENTS_ARE_OFFSETS | (i === inked.length - 1 ? 0 : MORE_PARTS),
      at,
    );
    glyph.writeUInt16BE(numberOf(id), at + 2);
    glyph.writeInt16BE(dx, at + 4);
    glyph.writeInt16BE(dy, at + 6);
  });
  bounds.forEach((bound, i) => glyph.writeInt16BE(bound, 2 + i * 2));
  return glyph;
}

function writeFont(tables: readonly (readonly [string, Buffer])[]): Uint8Array {
  const directory = 12 + tables.length * 16;
  const font = Buffer.alloc(
    tables.reduce((sum, [, table]) => sum + ((table.length + 3) & ~3), directory),
  );
  const power = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(0x00010000, 0);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(16 << power, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(tables.length * 16 - (16 << power), 10);
  let offset = directory;
  let head = 0;
  tables.forEach(([tag, table], i) => {
    if (tag === "head") head = offset;
    table.copy(font, offset);
    const at = 12 + i * 16;
    font.write(tag, at, "latin1");
    font.writeUInt32BE(checksum(font, offset, table.length), at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(table.length, at + 12);
    offset += (table.length + 3) & ~3;
  });
  font.writeUInt32BE((CHECKSUM_BASE - checksum(font, 0, font.length)) >>> 0, head + 8);
  return font;
}

function checksum(font: Buffer, offset: number, length: number): number {
  let sum = 0;
  for (let at = offset; at < offset + length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  return sum;
}
