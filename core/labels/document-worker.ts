/**
 * The thread for foreign documents, which are handled one after the other. Their cost is not known
 * in advance, so none of this station's labels waits behind them. Started by `document-thread.ts`.
 * Each engine is loaded by the first document that needs it.
 */
import { z } from "zod";
import { openThread } from "../base/threads/serve-calls.ts";
import type { DocumentOperations } from "./document-protocol.ts";
import { readZpl, renderZpl, withPreviewFont } from "./read-zpl.ts";
import { loadLabelFonts } from "./text/label-fonts.ts";

const thread = openThread<DocumentOperations, { resourcesDir: string }>(
  z.object({ resourcesDir: z.string() }),
);
const fonts = await loadLabelFonts(thread.data.resourcesDir);
const withFont = (zpl: Uint8Array): Uint8Array => withPreviewFont(zpl, fonts);

thread.serve({
  convertPart: async ({ original, target, part }) =>
    (await import("./convert/convert-document.ts")).convertPart(original, target, part, withFont),
  makeLogo: async (png) => (await import("./logo/make-logo.ts")).makeLogo(png),
  read: ({ zpl, dpi, size }) => readZpl(zpl, dpi, size),
  picture: ({ zpl, dpi, size }) => renderZpl(withFont(zpl), dpi, size),
  heldBytes: () => process.memoryUsage().external,
});
