/**
 * The thread for documents of others, one after the other: what they cost is not known before, so
 * no label of this station waits behind them. Started by `document-thread.ts`. The engines are
 * loaded by the first document that needs them.
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
