/**
 * Writes a workbook as a stream, compressed off this thread while its rows are read, so that a file
 * of a million lines neither fills the memory nor blocks other work.
 */
import type { Readable } from "node:stream";
import type { CsvNumber } from "./csv.ts";
import { STYLE_DEFINITIONS, styleIndex, type SheetStyle } from "./xlsx-styles.ts";
import { zipStream, type ZipEntry } from "./zip.ts";

/** A text, or a number that the spreadsheet program can calculate with. */
export type SheetCell = string | CsvNumber;

export type StyledCell =
  | SheetCell
  | { readonly text: string; readonly style: SheetStyle }
  | (CsvNumber & { readonly style: SheetStyle });

export type SheetOptions = {
  /** Maximum number of lines per sheet, including its head. */
  readonly mostLines?: number;
  /** Widths of the columns, in characters. Default: the spreadsheet program decides. */
  readonly widths?: readonly number[];
  /** Whether the workbook is printed on A4 in landscape. */
  readonly isLandscape?: boolean;
};

const TYPES = "http://schemas.openxmlformats.org";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/**
 * Maximum number of lines per sheet with its head. Source: Microsoft, Excel specifications and
 * limits.
 */
const MOST_LINES = 1_048_576;

type Rows = readonly (readonly StyledCell[])[];

/**
 * Makes the workbook's bytes.
 *
 * @param name Name of the first sheet, at most 27 characters. Further sheets, which only very many
 *   rows need, add their number to it.
 * @param rows Batches of rows; each batch is written at once. The first row is the head of every
 *   sheet.
 * @throws Errors of `rows`, inside the stream.
 */
export function xlsxStream(
  name: string,
  rows: AsyncIterable<Rows>,
  options: SheetOptions = {},
): Readable {
  return zipStream(partsOf(name, rows, options));
}

/**
 * Yields the sheets, then the parts that list them, because the number of sheets is known only
 * then.
 */
async function* partsOf(
  name: string,
  rows: AsyncIterable<Rows>,
  options: SheetOptions,
): AsyncGenerator<ZipEntry> {
  let sheets = 0;
  for await (const sheet of cut(rows, options.mostLines ?? MOST_LINES))
    yield { path: `xl/worksheets/sheet${(sheets += 1)}.xml`, text: sheetOf(sheet, options) };
  const each = (part: (no: number) => string): string =>
    Array.from({ length: sheets }, (_, i) => part(i + 1)).join("");
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${TYPES}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const xml: Readonly<Record<string, string>> = {
    "xl/workbook.xml": `<workbook xmlns="${TYPES}/spreadsheetml/2006/main" xmlns:r="${TYPES}/officeDocument/2006/relationships"><sheets>${each((no) => `<sheet name="${escaped(no === 1 ? name : `${name} ${no}`)}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${TYPES}/package/2006/relationships">${each((no) => relation(`rId${no}`, "worksheet", `worksheets/sheet${no}.xml`))}${relation("styles", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${TYPES}/spreadsheetml/2006/main">${STYLE_DEFINITIONS}</styleSheet>`,
    "_rels/.rels": `<Relationships xmlns="${TYPES}/package/2006/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "[Content_Types].xml": `<Types xmlns="${TYPES}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook", "sheet.main")}${override("styles", "styles")}${each((no) => override(`worksheets/sheet${no}`, "worksheet"))}</Types>`,
  };
  for (const [path, text] of Object.entries(xml)) yield { path, text: only(HEAD + text) };
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * Splits the rows into sheets of at most `mostLines`. Each sheet must be read to its end before the
 * next. Each sheet starts with the first row, the head.
 */
async function* cut(
  rows: AsyncIterable<Rows>,
  mostLines: number,
): AsyncGenerator<AsyncGenerator<Rows>> {
  let head: Rows = [];
  let left: Rows = [];
  const turns = rows[Symbol.asyncIterator]();
  let isOver = false;
  const more = async (): Promise<void> => {
    while (left.length === 0 && !isOver) {
      const turn = await turns.next();
      if (turn.done === true) isOver = true;
      else left = turn.value;
    }
  };
  const piece = async function* (): AsyncGenerator<Rows> {
    let lines = head.length;
    yield head;
    for (; left.length > 0 && lines < mostLines; await more()) {
      const some = left.slice(0, mostLines - lines);
      left = left.slice(some.length);
      lines += some.length;
      yield some;
    }
  };
  try {
    await more();
    head = left.slice(0, 1);
    left = left.slice(1);
    await more();
    do yield piece();
    while (left.length > 0);
  } finally {
    await turns.return?.(); // This also runs when the caller stops reading the file.
  }
}

async function* sheetOf(
  rows: AsyncIterable<Rows>,
  { widths = [], isLandscape = false }: SheetOptions,
): AsyncGenerator<string> {
  const columns = widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  // The head stays visible when scrolling.
  yield `${HEAD}<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns === "" ? "" : `<cols>${columns}</cols>`}<sheetData>`;
  let line = 0;
  for await (const some of rows) {
    yield some
      .map((cells) => {
        line += 1;
        return `<row r="${line}">${cells.map((cell, i) => cellOf(cell, `${columnOf(i)}${line}`)).join("")}</row>`;
      })
      .join("");
  }
  yield `</sheetData>${isLandscape ? '<pageSetup paperSize="9" orientation="landscape"/>' : ""}</worksheet>`;
}

/** Names a column: 0 is "A", 26 is "AA". */
function columnOf(i: number): string {
  return (i < 26 ? "" : columnOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));
}

function cellOf(cell: StyledCell, at: string): string {
  if (typeof cell === "string")
    return cell === "" ? "" : `<c r="${at}" t="inlineStr">${inlineText(cell)}</c>`;
  const style = "style" in cell ? ` s="${styleIndex(cell.style)}"` : "";
  return "number" in cell
    ? `<c r="${at}"${style}><v>${escaped(cell.number)}</v></c>`
    : `<c r="${at}"${style} t="inlineStr">${inlineText(cell.text)}</c>`;
}

function inlineText(text: string): string {
  return `<is><t xml:space="preserve">${escaped(text)}</t></is>`;
}

// oxlint-disable-next-line no-control-regex -- these characters are removed
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML, and omits characters that XML cannot contain. */
function escaped(text: string): string {
  return text.replace(NO_XML, "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
