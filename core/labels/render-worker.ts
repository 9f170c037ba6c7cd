/** The renderer's other side: a thread that draws, renders and reads labels, one after the other. Started by `worker-renderer.ts`. */
import { z } from "zod";
import { openThread } from "../threads/serve-calls.ts";
import { drawPdf } from "./draw-pdf.ts";
import { drawPng } from "./draw-png.ts";
import { drawZpl } from "./draw-zpl.ts";
import { loadLabelFonts } from "./label-fonts.ts";
import { readZpl, renderZpl, warmEngines, withPreviewFont } from "./read-zpl.ts";
import type { RenderOperations } from "./render-protocol.ts";

const thread = openThread<RenderOperations, { resourcesDir: string }>(z.object({ resourcesDir: z.string() }));
const fonts = loadLabelFonts(thread.data.resourcesDir);

thread.serve({
  async draw({ model, format, dpi }) {
    if (format === "pdf") return drawPdf(model, fonts);
    return format === "zpl" ? drawZpl(model, fonts, dpi) : drawPng(model, fonts, dpi);
  },
  read: ({ zpl, dpi, size }) => readZpl(zpl, dpi, size),
  picture: async ({ zpl, dpi, size }) => renderZpl(withPreviewFont(zpl, fonts), dpi, size),
});
// An engine that cannot be loaded fails the call that needs it; drawing needs none.
warmEngines().catch(() => undefined);
