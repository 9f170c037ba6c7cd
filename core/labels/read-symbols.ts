/** Symbols in a picture back to text, by zxing as WebAssembly: offline, loaded at first use. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ReaderOptions, ReadResult } from "zxing-wasm/reader";

const require = createRequire(import.meta.url);

/**
 * The kinds of symbols carriers print. The picture is straight and clean, so nothing is tried twice
 * for a poor photo.
 */
const READER: ReaderOptions = {
  formats: ["Code128", "Code39", "ITF", "EAN13", "QRCode", "DataMatrix", "PDF417", "Aztec"],
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
};

/**
 * @param picture Any picture file the reader knows.
 * @returns The texts of the symbols, from the top, then from the left.
 */
export async function readPicture(picture: Uint8Array): Promise<readonly string[]> {
  return (await readSymbols(picture, READER)).map((symbol) => symbol.text);
}

/** @returns The symbols with their places, from the top, then from the left. */
export async function readSymbols(
  picture: Uint8Array,
  options: ReaderOptions,
): Promise<readonly ReadResult[]> {
  const reader = await symbolReader();
  const found = await reader.readBarcodes(picture, options);
  return found.toSorted(
    (a, b) =>
      a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x,
  );
}

let symbolReaderLoad: Promise<typeof import("zxing-wasm/reader")> | undefined;

/** Loads the reader before the first label needs it. */
export function warmSymbolReader(): Promise<unknown> {
  return symbolReader();
}

function symbolReader(): Promise<typeof import("zxing-wasm/reader")> {
  symbolReaderLoad ??= (async () => {
    const reader = await import("zxing-wasm/reader");
    // Left alone it would fetch its code from a server.
    const wasm = new Uint8Array(
      readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")),
    );
    await reader.prepareZXingModule({
      overrides: { wasmBinary: wasm.buffer },
      fireImmediately: true,
    });
    return reader;
  })();
  return symbolReaderLoad;
}
