/**
 * The fonts of one PDF: each is embedded once, with the glyphs that were written. A code stands for a letter: Arabic letters are drawn by a common body
 * and points of their own, so the glyphs of a letter become one, and a reader that searches or copies gets the letters back.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFHexString, PDFName, PDFRawStream, type PDFContext, type PDFRef } from "pdf-lib";
import type { FontFace, FontID, LabelFonts } from "../text/glyphs.ts";
import { cutFont, readFontSource, type CutGlyph, type FontSource } from "./cut-font.ts";

/** A glyph of a font of the document. */
export type PdfCode = {
  /** Four hexadecimal digits, as a text operator writes it. */
  readonly hex: string;
  /** Fraction of an em. */
  readonly advance: number;
};

export type PdfFont = {
  /** Of the font among the resources of a page. */
  readonly name: string;
  /**
   * @param parts One glyph, or those that a letter is put together from, offsets in font units; the first gives the advance.
   * @param text  What a reader finds when it searches.
   */
  code(parts: CutGlyph["parts"], text: string): PdfCode;
  /** Fraction of an em. */
  advance(glyphID: number): number;
  readonly unitsPerEm: number;
};

export type PdfFonts = {
  font(id: FontID): PdfFont;
  /** Writes the fonts into the document; to be called once, after the last code. Names and references of all that were used. */
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
/** A ToUnicode map takes at most so many entries at a time. */
const ENTRIES_PER_BLOCK = 100;

/** Parsed once for each font and kept with it. */
const sources = new WeakMap<FontFace, FontSource>();

type Codes = { readonly font: PdfFont; readonly face: FontFace; readonly glyphs: CutGlyph[]; readonly texts: string[]; readonly advances: number[] };

export function createPdfFonts(context: PDFContext, fonts: LabelFonts): PdfFonts {
  const used = new Map<FontID, Codes>();
  return {
    font(id) {
      let codes = used.get(id);
      if (codes === undefined) used.set(id, (codes = createCodes(fonts.face(id), `F${used.size}`)));
      return codes.font;
    },
    embed: () => [...used.values()].map((codes) => [codes.font.name, embedFont(context, codes)] as const),
  };
}

function createCodes(face: FontFace, name: string): Codes {
  const glyphs: CutGlyph[] = [{ parts: [{ id: 0, dx: 0, dy: 0 }] }];
  const texts = [""];
  const advances = [face.advance(0)];
  /** First glyph → its uses; nearly always one. */
  const known = new Map<number, { readonly parts: CutGlyph["parts"]; readonly text: string; readonly code: PdfCode }[]>();
  const code: PdfFont["code"] = (parts, text) => {
    const first = parts[0]?.id ?? 0;
    let candidates = known.get(first);
    if (candidates === undefined) known.set(first, (candidates = []));
    for (const candidate of candidates) if (candidate.text === text && isSame(candidate.parts, parts)) return candidate.code;
    const advance = face.advance(first);
    const made = { hex: hex4(glyphs.length), advance };
    candidates.push({ parts, text, code: made });
    glyphs.push({ parts });
    texts.push(text);
    advances.push(advance);
    return made;
  };
  return { font: { name, code, advance: face.advance, unitsPerEm: face.unitsPerEm }, face, glyphs, texts, advances };
}

function isSame(a: CutGlyph["parts"], b: CutGlyph["parts"]): boolean {
  return a.length === b.length && a.every(({ id, dx, dy }, i) => b[i]?.id === id && b[i].dx === dx && b[i].dy === dy);
}

function embedFont(context: PDFContext, { face, glyphs, texts, advances }: Codes): PDFRef {
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
    CIDSystemInfo: { Registry: PDFHexString.of(ascii("Adobe")), Ordering: PDFHexString.of(ascii("Identity")), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, advances.map((advance) => Math.round(advance * 1000))],
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

/** @param entries Of the stream's dictionary beside its length and filter. */
export function deflated(context: PDFContext, bytes: Uint8Array, entries: Record<string, number | string | number[] | boolean> = {}): PDFRawStream {
  const contents = deflateSync(bytes);
  const dictionary = context.obj({ ...entries, Filter: "FlateDecode", Length: contents.length });
  return PDFRawStream.of(dictionary, contents);
}

/** Six capitals that differ where the glyphs differ. */
function subsetTag(file: Uint8Array): string {
  return Array.from(createHash("sha256").update(file).digest().subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

function unicodeMap(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === "" ? [] : [`<${hex4(code)}> <${Array.from({ length: text.length }, (_, i) => hex4(text.charCodeAt(i))).join("")}>`]));
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
