/**
 * Pages of a PDF, drawn by PDFium. Its package only draws whole pages in sizes of whole dots, so
 * the engine is called directly: scaling a symbol's modules to whole dots needs any scale and any
 * offset.
 */
import { AppError, errors } from "../../base/errors.ts";
import { createInk, type Ink } from "./ink.ts";
import { resetPdfEngine, loadPdfEngine, MAX_ENGINE_BYTES, type Engine } from "./pdf-engine.ts";
import { lacksLetters } from "./missing-letters.ts";
import { TURNS, type Page, type Turn, type View } from "./page.ts";

const POINTS_PER_MM = 72 / 25.4;
const GREY = 1;
const WHITE = 0xffffffff;
/** Flags for drawing with annotations, in grey. */
const FLAGS = 0x01 | 0x08;
/** FLAT_PRINT and FLATTEN_SUCCESS of PDFium's fpdf_flatten.h. */
const FOR_PRINT = 1;
const FLATTENED = 1;
/** Limits of a page's sides, mm; ISO A0 is 1,189 mm long. */
const SHORTEST_MM = 5;
const LONGEST_MM = 1_500;
/** Maximum number of pages of a document; carriers send one label per page. */
const MAX_PAGES = 50;
/** Number of characters whose direction is checked. */
const ASKED_CHARACTERS = 500;

/**
 * Opens a PDF while `use` runs.
 *
 * @throws AppError E2029 when the PDF is damaged, requires a password, has no page, more than fifty
 *   pages or a page of an impossible size, or needs more memory than the engine's limit. An
 *   AppError of `use` is thrown unchanged; any other error of `use` becomes E2029.
 */
export async function withPdfPages<T>(
  bytes: Uint8Array,
  use: (pages: readonly Page[]) => Promise<T>,
): Promise<T> {
  const { engine, ranOut } = await loadPdfEngine();
  try {
    const outcome = await withPages(engine, bytes, use);
    if (!ranOut()) return outcome; // otherwise a picture may be missing
  } catch (error) {
    if (!ranOut()) {
      // the engine's memory is in an unknown state
      if (error instanceof Error && error.name === "RuntimeError") resetPdfEngine();
      throw error instanceof AppError
        ? error
        : errors.fileUnreadable("The PDF could not be read: it is damaged.");
    }
  }
  resetPdfEngine();
  throw errors.fileUnreadable(
    `The PDF needs more than ${MAX_ENGINE_BYTES / 1024 / 1024} MB of memory to be drawn: it has very large pictures, or drawings within drawings. Ask for the label as a PNG or a simpler PDF, and upload that.`,
  );
}

async function withPages<T>(
  engine: Engine,
  bytes: Uint8Array,
  use: (pages: readonly Page[]) => Promise<T>,
): Promise<T> {
  const memory = engine.wasmExports.malloc(bytes.length);
  engine.HEAPU8.set(bytes, memory);
  const document = engine._FPDF_LoadMemDocument(memory, bytes.length, 0);
  try {
    if (document === 0)
      throw errors.fileUnreadable(
        "The PDF could not be opened: it is damaged or protected by a password.",
      );
    const count = engine._FPDF_GetPageCount(document);
    if (count < 1 || count > MAX_PAGES)
      throw errors.fileUnreadable(
        `The PDF has ${count} pages; one to ${MAX_PAGES} can be printed as labels.`,
      );
    const pages = Array.from({ length: count }, (_, i) => loadPage(engine, document, i));
    try {
      if (pages.includes(0)) throw errors.fileUnreadable("A page of the PDF could not be read.");
      const open = pages.map((page) => pageOf(engine, page));
      if (open.some(({ widthMm, heightMm }) => !isPaper(widthMm) || !isPaper(heightMm)))
        throw errors.fileUnreadable(
          `A page of the PDF is narrower than ${SHORTEST_MM} mm or longer than ${LONGEST_MM} mm.`,
        );
      return await use(open);
    } finally {
      for (const page of pages) if (page !== 0) engine._FPDF_ClosePage(page);
    }
  } finally {
    if (document !== 0) engine._FPDF_CloseDocument(document);
    engine.wasmExports.free(memory);
  }
}

/**
 * Loads a page with its form fields merged into its content, because the engine does not draw form
 * fields.
 *
 * @returns 0 when the page cannot be read.
 */
function loadPage(engine: Engine, document: number, index: number): number {
  const page = engine._FPDF_LoadPage(document, index);
  if (page === 0 || engine._FPDFPage_Flatten(page, FOR_PRINT) !== FLATTENED) return page;
  engine._FPDF_ClosePage(page);
  return engine._FPDF_LoadPage(document, index); // the merged fields are drawn only after loading again
}

function isPaper(lengthMm: number): boolean {
  return lengthMm >= SHORTEST_MM && lengthMm <= LONGEST_MM;
}

function pageOf(engine: Engine, page: number): Page {
  const width = engine._FPDF_GetPageWidthF(page);
  const height = engine._FPDF_GetPageHeightF(page);
  return {
    widthMm: width / POINTS_PER_MM,
    heightMm: height / POINTS_PER_MM,
    textTurn: textTurnOf(engine, page),
    get lacksLetters() {
      return lacksLetters(engine, page);
    },
    render: (view) => render(engine, page, { width, height }, view),
  };
}

/**
 * Returns the turn after which most of the first 500 characters are upright; undefined when the
 * direction of none of them is known.
 */
function textTurnOf(engine: Engine, page: number): Turn | undefined {
  const text = engine._FPDFText_LoadPage(page);
  if (text === 0) return undefined;
  const counts = TURNS.map(() => 0);
  const rotation = engine._FPDFPage_GetRotation(page);
  for (let i = 0; i < Math.min(ASKED_CHARACTERS, engine._FPDFText_CountChars(text)); i += 1) {
    const angle = engine._FPDFText_GetCharAngle(text, i); // clockwise, radians; -1: unknown
    if (angle < 0) continue;
    const clockwise = Math.round(angle / (Math.PI / 2)) + rotation;
    const turn = (((4 - clockwise) % 4) + 4) % 4;
    counts[turn] = (counts[turn] ?? 0) + 1;
  }
  engine._FPDFText_ClosePage(text);
  const most = Math.max(...counts);
  return most === 0 ? undefined : TURNS[counts.indexOf(most)];
}

function render(
  engine: Engine,
  page: number,
  points: { readonly width: number; readonly height: number },
  view: View,
): Ink {
  const { width, height } = view;
  const bitmap = engine._FPDFBitmap_CreateEx(width, height, GREY, 0, 0);
  if (bitmap === 0) throw new Error(`no memory for a picture of ${width} × ${height} dots`);
  const numbers = engine.wasmExports.malloc(40);
  try {
    engine._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const memory = new DataView(engine.HEAPU8.buffer);
    [...matrixOf(points, view), 0, 0, width, height].forEach((value, i) =>
      memory.setFloat32(numbers + 4 * i, value, true),
    );
    engine._FPDF_RenderPageBitmapWithMatrix(bitmap, page, numbers, numbers + 24, FLAGS);
    const canvas = createInk(width, height);
    const [from, stride] = [
      engine._FPDFBitmap_GetBuffer(bitmap),
      engine._FPDFBitmap_GetStride(bitmap),
    ];
    const grey = engine.HEAPU8;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        canvas.ink[y * width + x] = 255 - (grey[from + y * stride + x] ?? 255);
    return canvas;
  } finally {
    engine._FPDFBitmap_Destroy(bitmap);
    engine.wasmExports.free(numbers);
  }
}

/**
 * Returns the matrix from the engine's page to the canvas: x' = a·x + c·y + e, y' = b·x + d·y + f.
 * The engine first maps the page to as many dots as it has whole points, with its upper left corner
 * at 0, 0.
 */
function matrixOf(
  points: { readonly width: number; readonly height: number },
  { turn, scale, left, top }: View,
): readonly number[] {
  const s = scale / POINTS_PER_MM;
  const sx = (s * points.width) / Math.floor(points.width);
  const sy = (s * points.height) / Math.floor(points.height);
  const [w, h] = [points.width * s, points.height * s];
  switch (turn) {
    case 0:
      return [sx, 0, 0, sy, left, top];
    case 1:
      return [0, sx, -sy, 0, left + h, top];
    case 2:
      return [-sx, 0, 0, -sy, left + w, top + h];
    case 3:
      return [0, -sx, sy, 0, left, top + w];
  }
}
