/**
 * Loads PDFium at its first use, with a memory limit: a page of a few kB can request gigabytes, and
 * WebAssembly never releases memory.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const FUNCTIONS = [
  "_FPDF_LoadMemDocument",
  "_FPDF_CloseDocument",
  "_FPDF_GetPageCount",
  "_FPDF_LoadPage",
  "_FPDF_ClosePage",
  "_FPDF_GetPageWidthF",
  "_FPDF_GetPageHeightF",
  "_FPDFPage_GetRotation",
  "_FPDFPage_Flatten",
  "_FPDFText_LoadPage",
  "_FPDFText_ClosePage",
  "_FPDFText_CountChars",
  "_FPDFText_GetCharAngle",
  "_FPDFText_GetUnicode",
  "_FPDFText_GetTextObject",
  "_FPDFTextObj_GetFont",
  "_FPDFFont_GetIsEmbedded",
  "_FPDFFont_GetBaseFontName",
  "_FPDFBitmap_CreateEx",
  "_FPDFBitmap_FillRect",
  "_FPDFBitmap_GetBuffer",
  "_FPDFBitmap_GetStride",
  "_FPDFBitmap_Destroy",
  "_FPDF_RenderPageBitmapWithMatrix",
] as const;

export type Engine = Readonly<Record<(typeof FUNCTIONS)[number], (...args: number[]) => number>> & {
  /** The engine's memory; a new object after each growth. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
};

/** Memory limit, bytes. A colour page of A4 as a picture at 600 dpi needs half of it. */
export const MAX_ENGINE_BYTES = 256 * 1024 * 1024;

/**
 * `ranOut`: whether the engine requested more memory than the limit. If so, its drawings may have
 * gaps.
 */
type LoadedEngine = { readonly engine: Engine; readonly ranOut: () => boolean };

/** Provided by Node, but missing from its types. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => object;
};

const require = createRequire(import.meta.url);
let engineLoad: Promise<LoadedEngine> | undefined;

/** Returns the engine; the same engine until `resetPdfEngine` is called. */
export function loadPdfEngine(): Promise<LoadedEngine> {
  engineLoad ??= load();
  return engineLoad;
}

/** Discards the engine; the next document loads a new engine. */
export function resetPdfEngine(): void {
  engineLoad = undefined;
}

async function load(): Promise<LoadedEngine> {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const wasm = new WebAssembly.Module(readFileSync(require.resolve("@hyzyla/pdfium/pdfium.wasm")));
  let hasRunOut = false;
  const library = await PDFiumLibrary.init({
    instantiateWasm(
      imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
      ready: (instance: object) => void,
    ) {
      const { env } = imports;
      const grow = env?.["emscripten_resize_heap"];
      if (env === undefined || typeof grow !== "function")
        throw new Error("the PDF engine has no function for limiting its memory");
      const limited = (bytes: number): unknown => {
        if (bytes >>> 0 <= MAX_ENGINE_BYTES) return grow(bytes);
        hasRunOut = true;
        return 0; // growth rejected
      };
      ready(
        new WebAssembly.Instance(wasm, {
          ...imports,
          env: { ...env, emscripten_resize_heap: limited },
        }),
      );
      return {}; // the result is not used
    },
  });
  const engine: unknown = Reflect.get(library, "module");
  if (!isEngine(engine)) throw new Error("the PDF engine lacks required functions");
  return { engine, ranOut: () => hasRunOut };
}

function isEngine(value: unknown): value is Engine {
  return (
    typeof value === "object" &&
    value !== null &&
    "HEAPU8" in value &&
    "wasmExports" in value &&
    FUNCTIONS.every((name) => typeof Reflect.get(value, name) === "function")
  );
}
