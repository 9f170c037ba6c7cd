/**
 * Paints a TSPL or EPL label as dots: black and white pictures, each at its position on the label.
 */
import { createCanvas, type Canvas } from "../../labels/draw/canvas.ts";

/** Drawing commands, lengths in dots. In pictures a 0 bit is black, in TSPL as in EPL. */
export type Drawing =
  | {
      readonly does: "size";
      readonly width?: number | undefined;
      readonly height?: number | undefined;
    }
  | {
      readonly does: "size in mm";
      readonly widthMm: number;
      readonly heightMm?: number | undefined;
    }
  | { readonly does: "clear" }
  | { readonly does: "origin"; readonly x: number; readonly y: number }
  | {
      readonly does: "picture";
      readonly x: number;
      readonly y: number;
      readonly bytesPerRow: number;
      readonly rows: Uint8Array;
      readonly mode: "overwrite" | "or" | "xor";
    };

type Picture = Extract<Drawing, { does: "picture" }>;

/**
 * Paints a label with its pictures.
 *
 * @param size Size of the label, in dots.
 */
export function paintDrawings(
  drawings: Iterable<Drawing>,
  size: { readonly width: number; readonly height: number },
): Canvas {
  const canvas = createCanvas(size.width, size.height);
  let origin = { x: 0, y: 0 };
  for (const drawing of drawings) {
    if (drawing.does === "clear") canvas.ink.fill(0);
    if (drawing.does === "origin") origin = { x: drawing.x, y: drawing.y };
    if (drawing.does === "picture")
      paintPicture(canvas, { ...drawing, x: drawing.x + origin.x, y: drawing.y + origin.y });
  }
  return canvas;
}

/** Paints a picture; parts outside the label are cut off. */
function paintPicture(canvas: Canvas, { x, y, bytesPerRow, rows, mode }: Picture): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = y + Math.floor(at / bytesPerRow);
    if (row < 0 || row >= canvas.height) continue;
    for (let bit = 0; bit < 8; bit += 1) {
      const column = x + (at % bytesPerRow) * 8 + bit;
      if (column < 0 || column >= canvas.width) continue;
      const dot = row * canvas.stride + column;
      const isBlack = ((rows[at] ?? 0xff) & (0x80 >> bit)) === 0;
      const wasBlack = canvas.ink[dot] !== 0;
      canvas.ink[dot] = isInked(mode, isBlack, wasBlack) ? 255 : 0;
    }
  }
}

function isInked(mode: Picture["mode"], isBlack: boolean, wasBlack: boolean): boolean {
  if (mode === "overwrite") return isBlack;
  return mode === "or" ? isBlack || wasBlack : isBlack !== wasBlack;
}
