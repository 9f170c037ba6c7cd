/**
 * Draws a label from its model: arranges it on its paper by its layout, then writes it in one of
 * the formats.
 */
import { errors } from "../../base/errors.ts";
import type { DrawnLabel, DrawOrder, LabelFormat, TestLabelOrder } from "../label-renderer.ts";
import { arrangeLabel } from "../layout/arrange-label.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import { layoutKey, type Layouts } from "../layout/layouts.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { drawDots } from "./draw-dots.ts";
import { drawPng } from "./draw-png.ts";
import { drawZpl } from "./draw-zpl.ts";
import { arrangeTestLabel } from "./test-label.ts";

/** Objects that a drawing thread keeps between labels. */
export type DrawingContext = {
  readonly fonts: LabelFonts;
  readonly glyphs: GlyphDots;
  readonly layouts: Layouts;
};

type Written = Pick<DrawnLabel, "bytes" | "rasterHash">;
/** `title`, `createdAt`: for PDF. */
type WriteOrder = Pick<DrawOrder, "media" | "dpi" | "settings"> & {
  readonly title: string;
  readonly createdAt: string;
};

/**
 * One writer per format. A format without a writer is a type error, because bytes of another format
 * would be printed as they are.
 */
const WRITERS: Readonly<
  Record<
    LabelFormat,
    (label: ArrangedLabel, order: WriteOrder, context: DrawingContext) => Written | Promise<Written>
  >
> = {
  pdf: async (label, { title, createdAt }, { fonts }) => {
    // Loaded when the first PDF is drawn: its library takes 15 MB, and most desks with label
    // printers draw no PDF.
    const { writePdf } = await import("./draw-pdf.ts");
    return {
      bytes: await writePdf([label], fonts, { title, createdAt: dateOf(createdAt) }),
      rasterHash: "",
    };
  },
  zpl: (label, { settings }, { glyphs }) => drawZpl(label, glyphs, settings),
  tspl: (label, order, { glyphs }) => drawDots("TSPL", label, order, glyphs),
  epl: (label, order, { glyphs }) => drawDots("EPL", label, order, glyphs),
  png: (label, _, { glyphs }) => ({ bytes: drawPng(label, glyphs), rasterHash: "" }),
};

/**
 * Draws a label in the ordered format.
 *
 * @throws AppError E1072, E2057 when the label does not fit on the paper; E2058 for a layout that
 * this version does not have.
 */
export async function drawLabel(order: DrawOrder, context: DrawingContext): Promise<DrawnLabel> {
  const label = arrange(order, context);
  const { barcode: title, createdAt } = order.model;
  return {
    ...(await WRITERS[order.format](label, { ...order, title, createdAt }, context)),
    omitted: label.omitted,
    transliterated: label.transliterated,
  };
}

/** Returns a printer's test label in one of the formats. */
export async function drawTestLabel(
  order: TestLabelOrder,
  context: DrawingContext,
): Promise<Written> {
  return WRITERS[order.format](
    arrangeTestLabel(order, context.fonts),
    { ...order, createdAt: "" },
    context,
  );
}

/**
 * Arranges a label with the layout that its model names.
 *
 * @throws AppError E1072, E2057, E2058
 */
export function arrange(
  { model, media, dpi }: Pick<DrawOrder, "model" | "media" | "dpi">,
  { layouts, fonts }: DrawingContext,
): ArrangedLabel {
  const layout = layouts.get(layoutKey(model.layout));
  if (layout === undefined)
    throw errors.layoutUnknown(
      `This version of Packbench does not have the label layout ${layoutKey(model.layout)}. Install the version that the label was bought with, or a newer version.`,
    );
  return arrangeLabel(model, layout, fonts, { media, dpi });
}

function dateOf(instant: string): Date {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
