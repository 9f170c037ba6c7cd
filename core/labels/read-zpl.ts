/**
 * Seeing a label as the printer would: ZPL to a picture, and the symbols in that picture back to text. Both engines
 * are WebAssembly, run offline, and are loaded at first use.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ZplApi } from "zpl-renderer-js";
import type { ReaderOptions } from "zxing-wasm/reader";
import type { Media } from "../documents/media.schema.ts";
import type { LabelFonts } from "./text/glyphs.ts";
import type { Dpi } from "./labels.schema.ts";
import { dotsPerMm, mediaDots } from "./zpl.ts";

type ZplEngine = Pick<ZplApi, "zplToBase64Async">;

const require = createRequire(import.meta.url);
/** An error of the ZPL engine quotes its own 9 MB of code. */
const LONGEST_ERROR = 300;

/** The kinds of symbols carriers print. The picture is straight and clean, so nothing is tried twice for a poor photo. */
const READER: ReaderOptions = {
  formats: ["Code128", "Code39", "ITF", "EAN13", "QRCode", "DataMatrix", "PDF417", "Aztec"],
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
};

/** @throws Error with a short message when the ZPL cannot be drawn. */
export async function renderZpl(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<Uint8Array> {
  const engine = await zplEngine();
  try {
    // The engine knows whole dots a millimetre only: it is given the size that has as many dots as the printer's label.
    const [dots, label] = [Math.round(dotsPerMm(dpi)), mediaDots(size, dpi)];
    const png = await engine.zplToBase64Async(Buffer.from(zpl).toString("utf8"), label.width / dots, label.height / dots, dots);
    return new Uint8Array(Buffer.from(png, "base64"));
  } catch (error) {
    throw new Error(`the ZPL could not be drawn: ${String(error instanceof Error ? error.message : error).slice(0, LONGEST_ERROR)}`);
  }
}

/** @returns The texts of the symbols, from the top, then from the left. */
export async function readZpl(zpl: Uint8Array, dpi: Dpi, size: Media): Promise<readonly string[]> {
  return readPicture(await renderZpl(zpl, dpi, size));
}

/** @param png Any picture the reader knows. */
export async function readPicture(png: Uint8Array): Promise<readonly string[]> {
  const reader = await symbolReader();
  const found = await reader.readBarcodes(png, READER);
  return found
    .toSorted((a, b) => a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x)
    .map((symbol) => symbol.text);
}

/**
 * For labels of others: their text is set in the printer's own font, and the engine's substitute for it lacks Ğ, ğ and ₺.
 * Ours is loaded in its place first. Our own labels have no such text and come back as they are.
 */
export function withPreviewFont(zpl: Uint8Array, fonts: LabelFonts): Uint8Array {
  const text = Buffer.from(zpl).toString("utf8");
  const start = text.indexOf("^XA");
  if (start < 0 || !/\^A[0@]/.test(text)) return zpl;
  const font = Buffer.from(fonts.face("sans-bold").bytes);
  const after = start + "^XA".length;
  return Buffer.from(`${text.slice(0, start)}~DUR:PB.TTF,${font.length},${font.toString("hex").toUpperCase()}\n^XA^CW0,R:PB.TTF${text.slice(after)}`);
}

let zplEngineLoad: Promise<ZplEngine> | undefined;

function zplEngine(): Promise<ZplEngine> {
  // Its ES build is not marked as one, which Node 20 refuses; the CommonJS build loads everywhere.
  const load = (): typeof import("zpl-renderer-js") => require("zpl-renderer-js");
  zplEngineLoad ??= load().ready.then(({ api }) => api);
  return zplEngineLoad;
}

let symbolReaderLoad: Promise<typeof import("zxing-wasm/reader")> | undefined;

function symbolReader(): Promise<typeof import("zxing-wasm/reader")> {
  symbolReaderLoad ??= (async () => {
    const reader = await import("zxing-wasm/reader");
    // Left alone it would fetch its code from a server.
    const wasm = new Uint8Array(readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")));
    await reader.prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
    return reader;
  })();
  return symbolReaderLoad;
}

/** Loads both engines before the first label needs them. */
export async function warmEngines(): Promise<void> {
  await Promise.all([zplEngine(), symbolReader()]);
}
