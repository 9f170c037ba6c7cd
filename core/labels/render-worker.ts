/** The renderer's other side: a thread that draws, renders and reads labels, one after the other. Started by `worker-renderer.ts`. */
import { z } from "zod";
import { openThread } from "../threads/serve-calls.ts";
import { checkLabel } from "./check/check-label.ts";
import { drawPdf } from "./draw-pdf.ts";
import { drawPng } from "./draw-png.ts";
import { drawZpl } from "./draw-zpl.ts";
import { loadLabelFonts } from "./label-fonts.ts";
import type { LabelFormat } from "./label-renderer.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import { warmSymbolReader } from "./read-symbols.ts";
import { readZpl, renderZpl, withPreviewFont } from "./read-zpl.ts";
import type { RenderOperations } from "./render-protocol.ts";

const thread = openThread<RenderOperations, { resourcesDir: string }>(z.object({ resourcesDir: z.string() }));
const fonts = loadLabelFonts(thread.data.resourcesDir);

/** Without an entry a new format is an error of the types: bytes of another format would be printed as they are. */
const DRAWINGS: Readonly<Record<LabelFormat, (model: LabelModel, dpi: Dpi) => Uint8Array | Promise<Uint8Array>>> = {
  pdf: (model) => drawPdf(model, fonts),
  zpl: (model, dpi) => drawZpl(model, fonts, dpi),
  png: (model, dpi) => drawPng(model, fonts, dpi),
};

thread.serve({
  draw: async ({ model, format, dpi }) => DRAWINGS[format](model, dpi),
  check: ({ zpl, printer, expected }) => checkLabel(zpl, printer, expected),
  read: ({ zpl, dpi, size }) => readZpl(zpl, dpi, size),
  picture: async ({ zpl, dpi, size }) => renderZpl(withPreviewFont(zpl, fonts), dpi, size),
});
// A reader that cannot be loaded fails the call that needs it; drawing needs none.
warmSymbolReader().catch(() => undefined);
