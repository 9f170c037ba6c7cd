/**
 * TSPL and EPL2 labels, sent only as dots, so that they need no font or symbol of the printer and
 * equal the picture in every other format. Their commands are in `tspl.ts` and `epl.ts`; shared
 * code is here. In both languages a 0 bit is black.
 */
import type { DotsLanguage } from "../db/documents/documents.schema.ts";
import type { DotsGrammar, DotsPrinter } from "./dots-grammar.ts";
import { createBitmap, type Bitmap } from "./draw/canvas.ts";
import { inkPieces, putPiece, shifted } from "./draw/ink-pieces.ts";
import { mediaDots } from "./dots.ts";
import { epl } from "./epl.ts";
import { PLAIN_SETTINGS } from "./print-settings.ts";
import { tspl } from "./tspl.ts";

const GRAMMARS: Readonly<Record<DotsLanguage, DotsGrammar>> = { TSPL: tspl, EPL: epl };
/** Maximum number of pieces that are read; a label never has more pieces than rows. */
const MAX_PIECES = 20_000;

/**
 * Returns one label, printed once.
 *
 * @param bitmap The printer's whole paper.
 */
export function writeDots(
  language: DotsLanguage,
  bitmap: Bitmap,
  { media, dpi, settings = PLAIN_SETTINGS }: DotsPrinter,
): Uint8Array {
  const { head, piece, pieceEnd, tail } = GRAMMARS[language];
  const parts: Uint8Array[] = [Buffer.from(head({ media, dpi, settings }), "latin1")];
  for (const one of inkPieces(shifted(bitmap, settings.offset)))
    parts.push(
      Buffer.from(piece(one), "latin1"),
      inverted(one.rows),
      Buffer.from(pieceEnd, "latin1"),
    );
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(tail, "latin1")]));
}

/**
 * Reads exactly the output of `writeDots` for this printer; anything else ends the reading.
 *
 * @returns The label's dots before the printer's offset; or the part that could not be read.
 * `head`: made for another paper or other settings than the printer's.
 */
export function readDots(
  language: DotsLanguage,
  bytes: Uint8Array,
  { media, dpi, settings = PLAIN_SETTINGS }: DotsPrinter,
): { readonly bitmap: Bitmap } | { readonly unread: "head" | "piece" } {
  const { head, pieceEnd, piecePattern, tail } = GRAMMARS[language];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const before = head({ media, dpi, settings });
  if (!text.startsWith(before)) return { unread: "head" };
  const bitmap = createBitmap(mediaDots(media, dpi));
  let at = before.length;
  for (let count = 0; count < MAX_PIECES && text.slice(at) !== tail; count += 1) {
    piecePattern.lastIndex = at;
    const [whole, x = -1, y = -1, bytesPerRow = 0, height = 0] =
      piecePattern.exec(text)?.map((part, i) => (i === 0 ? part.length : Number(part))) ?? [];
    if (whole === undefined) return { unread: "piece" };
    const [from, until] = [at + whole, at + whole + bytesPerRow * height];
    if (
      until > text.length ||
      !putPiece(bitmap, {
        x,
        y,
        bytesPerRow,
        height,
        rows: inverted(bytes.subarray(from, until)),
      }) ||
      !text.startsWith(pieceEnd, until)
    )
      return { unread: "piece" };
    at = until + pieceEnd.length;
  }
  return text.slice(at) === tail
    ? { bitmap: shifted(bitmap, { x: -settings.offset.x + 0, y: -settings.offset.y + 0 }) }
    : { unread: "piece" };
}

/** Returns the bits of a bitmap with black and white exchanged. */
function inverted(rows: Uint8Array): Uint8Array {
  return rows.map((byte) => byte ^ 0xff);
}
