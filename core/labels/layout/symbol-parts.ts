/** Barcodes, 2-D codes and pictures of a layout, on whole dots. */
import type { Box } from "./items.ts";
import {
  barModuleDots,
  encodeCode128,
  encodeMatrix,
  isEncodable,
  MATRIX_QUIET_MODULES,
  matrixModuleDots,
  MAX_MATRIX_MODULE_MM,
  MAX_MODULE_MM,
  MAX_SECOND_MODULE_MM,
} from "./label-symbols.ts";
import type { BarsNode, MatrixNode, PictureNode } from "./layout.schema.ts";
import { isKept, type Part, type Sheet } from "./part.ts";
import { cellOf } from "./text-parts.ts";

/** Smallest height of the parcel's barcode; a tilted scanner needs height. */
const MIN_HEIGHT_MM = 15;
const MIN_HEIGHT_OF_LENGTH = 0.15;
const MIN_SECOND_HEIGHT_MM = 8;

/**
 * Builds a barcode; undefined when its text is empty or cannot be encoded, or the barcode is
 * omitted. The height is infinite while the barcode is too long for its cell.
 */
export function barsPart(sheet: Sheet, node: BarsNode): Part | undefined {
  const text =
    sheet.model.barcode !== "" && node.field === "barcode"
      ? sheet.model.barcode
      : sheet.texts[node.field].join(" ");
  const name = `${node.field}.bars`;
  // letters such as Ş cannot be encoded; the part counts as omitted
  if (!isEncodable(text) && text !== "" && node.rank > 0) sheet.impossible.add(name);
  if (!isEncodable(text) || !isKept(sheet, name, node.rank)) return undefined;
  const symbol = encodeCode128(text);
  const contentWidth = sheet.paper.widthMm - 2 * sheet.margin;
  // Nothing is next to the parcel's barcode, so its quiet zones may reach the edge of the paper.
  const room = (width: number): number =>
    node.isPrimary && width > contentWidth - 0.01 ? sheet.paper.widthMm : width;
  const moduleDots = (width: number): number => {
    const dots = barModuleDots(
      symbol.modules,
      room(width),
      sheet.dpi,
      (node.isPrimary ? MAX_MODULE_MM : MAX_SECOND_MODULE_MM) * sheet.growth,
    );
    if (dots === 0 && node.rank > 0) sheet.impossible.add(name);
    return dots;
  };
  const lengthOf = (width: number): number =>
    (symbol.modules * moduleDots(width)) / sheet.dotsPerMm;
  const least = (width: number): number => leastHeightOf(node, lengthOf(width), sheet.dotsPerMm);
  const height = (width: number): number =>
    least(width) + Math.max(0, node.height[1] - least(width)) * sheet.scale * 0.5;
  return {
    cell: cellOf(node),
    height,
    stretch: (width) => Math.max(0, node.height[1] - height(width)),
    place(box) {
      const dots = moduleDots(box.w);
      const wide = (symbol.modules * dots) / sheet.dotsPerMm;
      const left = box.x + (box.w - wide) / 2;
      const y = Math.ceil(box.y * sheet.dotsPerMm) / sheet.dotsPerMm;
      const h =
        Math.floor(
          (Math.min(box.h, Math.max(node.height[1], least(box.w))) - (y - box.y)) * sheet.dotsPerMm,
        ) / sheet.dotsPerMm;
      sheet.items.push({
        kind: "code128",
        field: node.field,
        x: Math.round(left * sheet.dotsPerMm) / sheet.dotsPerMm,
        y,
        w: wide,
        h,
        text,
        moduleDots: dots,
        bars: symbol.bars,
      });
    },
  };
}

/**
 * Returns the smallest height of a barcode's box, mm: whole dots plus one, because the box is
 * aligned to the next whole dot.
 *
 * @param length Length of the bars, mm; 0 when they do not fit.
 */
function leastHeightOf(node: BarsNode, length: number, dotsPerMm: number): number {
  if (length === 0) return Infinity; // other cells in the row get narrower or are omitted
  const mm = Math.max(
    node.height[0],
    node.isPrimary ? Math.max(MIN_HEIGHT_MM, MIN_HEIGHT_OF_LENGTH * length) : MIN_SECOND_HEIGHT_MM,
  );
  return (Math.ceil(mm * dotsPerMm - 1e-6) + 1 + 1e-6) / dotsPerMm;
}

/**
 * Builds a 2-D code; undefined when its text is empty or cannot be encoded, or the code is omitted.
 */
export function matrixPart(sheet: Sheet, node: MatrixNode): Part | undefined {
  const text = sheet.model.barcode;
  const name = `${node.field}.matrix`;
  if (!isEncodable(text) || !isKept(sheet, name, node.rank)) return undefined;
  const { columns, cells } = encodeMatrix(text);
  const moduleDots = (width: number): number => {
    const dots = matrixModuleDots(columns, width, sheet.dpi, MAX_MATRIX_MODULE_MM * sheet.growth);
    if (dots === 0) sheet.impossible.add(name);
    return Math.max(1, dots);
  };
  const side = (width: number): number =>
    ((columns + 2 * MATRIX_QUIET_MODULES) * moduleDots(width)) / sheet.dotsPerMm;
  return {
    cell: cellOf(node),
    height: side,
    stretch: () => 0,
    place(box) {
      const dots = moduleDots(box.w);
      const wide = (columns * dots) / sheet.dotsPerMm;
      const quiet = (MATRIX_QUIET_MODULES * dots) / sheet.dotsPerMm;
      const corner: Pick<Box, "x" | "y"> = { x: box.x + box.w - wide - quiet, y: box.y + quiet };
      const onDot = (mm: number): number => Math.round(mm * sheet.dotsPerMm) / sheet.dotsPerMm;
      sheet.items.push({
        kind: "matrix",
        field: node.field,
        x: onDot(corner.x),
        y: onDot(corner.y),
        w: wide,
        h: wide,
        text,
        moduleDots: dots,
        columns,
        cells,
      });
    },
  };
}

/**
 * Builds the sender's logo, as large as the node's height and its cell allow.
 * @returns Undefined when the label has no logo, or omits it.
 */
export function picturePart(sheet: Sheet, node: PictureNode): Part | undefined {
  const { logo } = sheet.model;
  if (logo === null || !isKept(sheet, node.field, node.rank)) return undefined;
  const bits = new Uint8Array(Buffer.from(logo.bits, "base64"));
  const size = (width: number): { readonly w: number; readonly h: number } => {
    const h = node.height[0] + (node.height[1] - node.height[0]) * sheet.scale;
    const k = Math.min(width / logo.columns, h / logo.rows);
    return { w: logo.columns * k, h: logo.rows * k };
  };
  return {
    cell: cellOf(node),
    height: (width) => size(width).h,
    stretch: () => 0,
    place: (box) =>
      void sheet.items.push({
        kind: "picture",
        x: box.x,
        y: box.y,
        ...size(box.w),
        columns: logo.columns,
        rows: logo.rows,
        bits,
      }),
  };
}
