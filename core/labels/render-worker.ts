/**
 * The renderer's thread: draws and checks labels, one after the other. Started by
 * `worker-renderer.ts`.
 */
import { z } from "zod";
import { openThread } from "../base/threads/serve-calls.ts";
import { checkLabel } from "./check/check-label.ts";
import { arrange, drawLabel, drawTestLabel, type DrawingContext } from "./draw/draw-label.ts";
import { drawPreview } from "./draw/draw-preview.ts";
import { encodeQr } from "./layout/label-symbols.ts";
import { layoutFacts, loadLayouts } from "./layout/layouts.ts";
import { createPapers } from "./papers/paper-sessions.ts";
import { warmSymbolReader } from "./read-symbols.ts";
import type { RenderOperations } from "./render-protocol.ts";
import { createGlyphDots } from "./text/glyph-dots.ts";
import { loadLabelFonts } from "./text/label-fonts.ts";
import { keepWarm } from "./warm-up.ts";

/** Size of the cache of letters as dots, bytes. A day's labels in three paper sizes need less. */
const GLYPH_BYTES = 8 * 1024 * 1024;

const thread = openThread<RenderOperations, { resourcesDir: string }>(
  z.object({ resourcesDir: z.string() }),
);
const { resourcesDir } = thread.data;
const fonts = await loadLabelFonts(resourcesDir);
const context: DrawingContext = {
  fonts,
  glyphs: createGlyphDots(fonts, GLYPH_BYTES),
  layouts: loadLayouts(resourcesDir),
};
const used = keepWarm(context);

thread.serve({
  ...createPapers(context),
  draw: (order) => {
    used();
    return drawLabel(order, context);
  },
  drawTest: (order) => drawTestLabel(order, context),
  measure: async (order) => {
    const { omitted, transliterated } = arrange(order, context);
    return { omitted, transliterated };
  },
  check: ({ label, printer, expected }) => checkLabel(label, printer, expected),
  preview: async (order) => drawPreview(order, context),
  qrCode: async (text) => encodeQr(text),
  layouts: async () => layoutFacts(context.layouts),
});
// If the reader cannot be loaded, the call that needs it fails; drawing works without it.
warmSymbolReader().catch(() => undefined);
