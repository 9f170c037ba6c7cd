/** Draws a label of foreign ZPL as dots. */
import { errors } from "../../../base/errors.ts";
import type { Dpi } from "../../labels.schema.ts";
import { renderZpl } from "../../read-zpl.ts";
import { dotsPerMmOf } from "../../dots.ts";
import { createInk, type Ink } from "../ink.ts";
import { readPng } from "../read-png.ts";
import type { ForeignLabel } from "./foreign-labels.ts";

/**
 * Settings of a printer after power-on; another program's label may have left different settings.
 */
export const POWER_ON = "^CFA,9,5^BY2,3,10";
/** Distance beyond the label's edges within which ink is searched, mm. */
const BEYOND_MM = 30;

export type DrawnZpl = {
  readonly canvas: Ink;
  /** Whether the label has ink beyond its right or lower edge. */
  readonly isCut: boolean;
};

/**
 * Draws one label.
 *
 * @param size Size of the label, dots.
 * @param withFont Adds the font for printer-resident text to ZPL.
 * @throws AppError E2029 when the label cannot be drawn, or has commands that the engine cannot
 *   draw.
 */
export async function drawZpl(
  { fields, stored, undrawable }: ForeignLabel,
  size: { readonly width: number; readonly height: number },
  dpi: Dpi,
  withFont: (zpl: Uint8Array) => Uint8Array,
): Promise<DrawnZpl> {
  if (undrawable.length > 0)
    throw errors.fileUnreadable(
      `The label has ${undrawable.join(", ")}, which only a ZPL printer with the label's density and paper can print. Export the label as PDF and print that.`,
    );
  const zpl = Buffer.from(`${stored}^XA^CI28${POWER_ON}${fields.join("")}^XZ`, "latin1");
  const dotsPerMm = dotsPerMmOf(dpi);
  const beyond = Math.round(BEYOND_MM * dotsPerMm);
  try {
    const png = await renderZpl(withFont(zpl), dpi, {
      widthMm: (size.width + beyond) / dotsPerMm,
      heightMm: (size.height + beyond) / dotsPerMm,
    });
    return cut(readPng(png).canvas, size);
  } catch (error) {
    throw errors.fileUnreadable(
      error instanceof Error ? `The label could not be converted: ${error.message}.` : undefined,
    );
  }
}

/** Returns the upper left part of a canvas, and whether there is ink outside of it. */
export function cut(
  from: Ink,
  { width, height }: { readonly width: number; readonly height: number },
): DrawnZpl {
  const canvas = createInk(width, height);
  let isCut = false;
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < from.width; x += 1) {
      const ink = from.ink[y * from.width + x] ?? 0;
      if (ink === 0) continue;
      if (x < width && y < height) canvas.ink[y * width + x] = ink;
      else isCut = true;
    }
  }
  return { canvas, isCut };
}
