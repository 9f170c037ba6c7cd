/** Decodes symbols in a picture, by zxing as WebAssembly: offline, loaded at first use. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ReaderOptions, ReadResult } from "zxing-wasm/reader";

const require = createRequire(import.meta.url);

/**
 * Symbologies that carriers print. The picture is straight and clean, so retries for poor photos
 * are off.
 */
const READER: ReaderOptions = {
  formats: ["Code128", "Code39", "ITF", "EAN13", "QRCode", "DataMatrix", "PDF417", "Aztec"],
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
};

/**
 * Returns the texts of the symbols, top to bottom, then left to right.
 *
 * @param picture Any picture file that the reader accepts.
 */
export async function readPicture(picture: Uint8Array): Promise<readonly string[]> {
  return (await readSymbols(picture, READER)).map((symbol) => symbol.text);
}

/** Returns the symbols with their positions, top to bottom, then left to right. */
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
    // By default the library would fetch its code from a server.
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
