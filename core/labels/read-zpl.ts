/**
 * Reads a foreign label as a printer would: renders ZPL to a picture and decodes the symbols in it.
 * The engine is WebAssembly, works offline, holds about 60 MB and is loaded at first use.
 */
import { createRequire } from "node:module";
import type { ZplApi } from "zpl-renderer-js";
import type { Media } from "../db/documents/media.schema.ts";
import type { LabelFonts } from "./text/glyphs.ts";
import type { Dpi } from "./labels.schema.ts";
import { readPicture } from "./read-symbols.ts";
import { dotsPerMmOf, mediaDots } from "./dots.ts";

type ZplEngine = Pick<ZplApi, "zplToBase64Async">;

const require = createRequire(import.meta.url);
/** Errors of the ZPL engine quote its 9 MB of code, so they are shortened. */
const LONGEST_ERROR = 300;

/**
 * Draws ZPL as a PNG.
 *
 * @throws Error with a short message when the ZPL cannot be drawn.
 */
export async function renderZpl(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<Uint8Array> {
  const engine = await zplEngine();
  try {
    // The engine only supports integer dots per millimetre, so it gets the size that has as many
    // dots as the printer's label.
    const [dotsPerMm, label] = [Math.round(dotsPerMmOf(dpi)), mediaDots(size, dpi)];
    const png = await engine.zplToBase64Async(
      Buffer.from(zpl).toString("utf8"),
      label.width / dotsPerMm,
      label.height / dotsPerMm,
      dotsPerMm,
    );
    return new Uint8Array(Buffer.from(png, "base64"));
  } catch (error) {
    throw new Error(
      `the ZPL could not be drawn: ${String(error instanceof Error ? error.message : error).slice(0, LONGEST_ERROR)}`,
    );
  }
}

/** Returns the texts of the symbols, top to bottom, then left to right. */
export async function readZpl(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<readonly string[]> {
  return readPicture(await renderZpl(zpl, dpi, size));
}

/**
 * Adds our font to a foreign label whose text uses the printer's resident font, because the
 * engine's substitute for that font lacks Ğ, ğ and ₺. Other labels, such as our own, are returned
 * unchanged.
 */
export function withPreviewFont(zpl: Uint8Array, fonts: LabelFonts): Uint8Array {
  const text = Buffer.from(zpl).toString("utf8");
  const start = text.indexOf("^XA");
  if (start < 0 || !/\^(?:A|CF)[0@]/.test(text)) return zpl;
  const font = Buffer.from(fonts.face("sans-bold").bytes);
  const after = start + "^XA".length;
  return Buffer.from(
    `${text.slice(0, start)}~DUR:PB.TTF,${font.length},${font.toString("hex").toUpperCase()}\n^XA^CW0,R:PB.TTF${text.slice(after)}`,
  );
}

let zplEngineLoad: Promise<ZplEngine> | undefined;

function zplEngine(): Promise<ZplEngine> {
  // The package's ES build is not marked as an ES module, so Node 20 rejects it; the CommonJS build
  // loads everywhere.
  const load = (): typeof import("zpl-renderer-js") => require("zpl-renderer-js");
  zplEngineLoad ??= load().ready.then(({ api }) => api);
  return zplEngineLoad;
}
