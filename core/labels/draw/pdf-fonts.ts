/**
 * Fonts of one PDF: each is embedded once, with only the glyphs in use. Each code represents a
 * whole letter. An Arabic letter, for example, consists of a shared body and separate dots; these
 * glyphs are merged into one, so that searching and copying in the PDF find the letter.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFHexString, PDFName, PDFRawStream, type PDFContext, type PDFRef } from "pdf-lib";
import type { FontFace, FontID, LabelFonts } from "../text/glyphs.ts";
import { cutFont, readFontSource, type CutGlyph, type FontSource } from "./cut-font.ts";

/** A glyph code in a font of the document. */
export type PdfCode = {
  /** Four hexadecimal digits, as in a text operator. */
  readonly hex: string;
  /** Fraction of an em. */
  readonly advance: number;
};

export type PdfFont = {
  /** Name of the font among a page's resources. */
  readonly name: string;
  /**
   * Returns the code of a letter, assigning one at its first use.
   *
   * @param glyph One glyph, or the glyphs of which a letter consists.
   * @param text Text that PDF readers find when they search.
   */
  code(glyph: CutGlyph, text: string): PdfCode;
  /** Font units. */
  advance(glyphID: number): number;
  readonly unitsPerEm: number;
};

export type PdfFonts = {
  font(id: FontID): PdfFont;
  /**
   * Writes the fonts into the document; call once, after the last code.
   * @returns Names and references of all fonts in use.
   */
  embed(): readonly (readonly [string, PDFRef])[];
};

const NAMES: Readonly<Record<FontID, string>> = {
  sans: "NotoSans-Regular",
  "sans-bold": "NotoSans-Bold",
  arabic: "NotoSansArabic-Regular",
  "arabic-bold": "NotoSansArabic-Bold",
  hebrew: "NotoSansHebrew-Regular",
  "hebrew-bold": "NotoSansHebrew-Bold",
  han: "NotoSansSC-Regular",
};

const SYMBOLIC = 4;
/** Maximum number of entries per block of a ToUnicode map. */
const ENTRIES_PER_BLOCK = 100;

const SUBSET_TAGS = 1_024;

/**
 * Size of zlib's output buffer, bytes. A page has 1 to 2 kB, so most of the default buffer of 16 kB
 * would be garbage.
 */
const DEFLATE_CHUNK = 4_096;

/** Parsed once per font. */
const sources = new WeakMap<FontFace, FontSource>();

type Codes = {
  readonly font: PdfFont;
  readonly face: FontFace;
  readonly glyphs: CutGlyph[];
  readonly texts: string[];
};

/**
 * Creates the fonts of one document. Glyphs are numbered in order of use, and the subset fonts are
 * embedded at the end.
 */
export function createPdfFonts(context: PDFContext, fonts: LabelFonts): PdfFonts {
  const used = new Map<FontID, Codes>();
  return {
    font(id) {
      let codes = used.get(id);
      if (codes === undefined) used.set(id, (codes = createCodes(fonts.face(id), `F${used.size}`)));
      return codes.font;
    },
    embed: () =>
      [...used.values()].map((codes) => [codes.font.name, embedFont(context, codes)] as const),
  };
}

function createCodes(face: FontFace, name: string): Codes {
  const glyphs: CutGlyph[] = [];
  const texts: string[] = [];
  /** First part → its codes; nearly always one. */
  const known = new Map<
    number,
    { readonly glyph: CutGlyph; readonly text: string; readonly code: PdfCode }[]
  >();
  const code: PdfFont["code"] = (glyph, text) => {
    const first = glyph.parts[0]?.id ?? 0;
    let candidates = known.get(first);
    if (candidates === undefined) known.set(first, (candidates = []));
    for (const candidate of candidates)
      if (candidate.text === text && isSame(candidate.glyph, glyph)) return candidate.code;
    const made = { hex: hex4(glyphs.length), advance: glyph.advance / face.unitsPerEm };
    candidates.push({ glyph, text, code: made });
    glyphs.push(glyph);
    texts.push(text);
    return made;
  };
  const advances = new Map<number, number>();
  const advance = (glyphID: number): number => {
    let units = advances.get(glyphID);
    if (units === undefined)
      advances.set(glyphID, (units = Math.round(face.advance(glyphID) * face.unitsPerEm)));
    return units;
  };
  code({ advance: advance(0), parts: [{ id: 0, dx: 0, dy: 0 }] }, "");
  return { font: { name, code, advance, unitsPerEm: face.unitsPerEm }, face, glyphs, texts };
}

function isSame(a: CutGlyph, b: CutGlyph): boolean {
  return (
    a.advance === b.advance &&
    a.parts.length === b.parts.length &&
    a.parts.every(
      ({ id, dx, dy }, i) => b.parts[i]?.id === id && b.parts[i].dx === dx && b.parts[i].dy === dy,
    )
  );
}

function embedFont(context: PDFContext, { face, glyphs, texts }: Codes): PDFRef {
  let source = sources.get(face);
  if (source === undefined) sources.set(face, (source = readFontSource(face.bytes)));
  const file = cutFont(source, glyphs);
  const scale = (units: number): number => Math.round((units * 1000) / face.unitsPerEm);
  const name = PDFName.of(`${subsetTag(file)}+${NAMES[face.id]}`);
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: SYMBOLIC,
      FontBBox: source.bounds.map(scale),
      ItalicAngle: 0,
      Ascent: scale(source.ascender),
      Descent: scale(source.descender),
      CapHeight: scale(source.ascender),
      StemV: Math.round(face.stem * 1000),
      FontFile2: context.register(deflated(context, file, { Length1: file.length })),
    }),
  );
  const descendant = context.obj({
    Type: "Font",
    Subtype: "CIDFontType2",
    BaseFont: name,
    CIDSystemInfo: {
      Registry: PDFHexString.of(ascii("Adobe")),
      Ordering: PDFHexString.of(ascii("Identity")),
      Supplement: 0,
    },
    FontDescriptor: descriptor,
    W: [0, glyphs.map(({ advance }) => scale(advance))],
    CIDToGIDMap: "Identity",
  });
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(deflated(context, Buffer.from(unicodeMap(texts), "latin1"))),
    }),
  );
}

/**
 * Creates a deflated stream.
 *
 * @param entries Entries of the stream's dictionary in addition to length and filter.
 */
export function deflated(
  context: PDFContext,
  bytes: Uint8Array,
  entries: Record<string, number | string | number[] | boolean> = {},
): PDFRawStream {
  // Copied, because zlib's result may be the start of a larger buffer, which many pages would keep
  // in memory.
  const contents = new Uint8Array(deflateSync(bytes, { chunkSize: DEFLATE_CHUNK }));
  const dictionary = context.obj({ ...entries, Filter: "FlateDecode", Length: contents.length });
  return PDFRawStream.of(dictionary, contents);
}

/**
 * Returns a prefix of capitals that nearly always differs when the glyphs differ, since printers
 * cache fonts by name. It uses only part of the hash, because pdf-lib keeps every name until the
 * process ends.
 */
function subsetTag(file: Uint8Array): string {
  const number = createHash("sha256").update(file).digest().readUInt16BE(0) % SUBSET_TAGS;
  return `PB${Array.from({ length: 4 }, (_, i) => String.fromCharCode(65 + (Math.floor(number / 26 ** i) % 26))).join("")}`;
}

function unicodeMap(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) =>
    text === ""
      ? []
      : [
          `<${hex4(code)}> <${Array.from({ length: text.length }, (_, i) => hex4(text.charCodeAt(i))).join("")}>`,
        ],
  );
  const blocks: string[] = [];
  for (let i = 0; i < entries.length; i += ENTRIES_PER_BLOCK) {
    const block = entries.slice(i, i + ENTRIES_PER_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange",
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}

function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

function ascii(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}
