/**
 * A workbook of one sheet as a stream: it is compressed while its rows are read, so that a file of a million lines neither fills
 * the memory nor holds up other work. The compression runs beside this thread.
 */
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import type { CsvNumber } from "./csv.ts";

/** A text, or a number that the program can calculate with. */
export type SheetCell = string | CsvNumber;

const TYPES = "http://schemas.openxmlformats.org";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PARTS: readonly (readonly [name: string, xml: string])[] = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${TYPES}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  ["_rels/.rels", `<Relationships xmlns="${TYPES}/package/2006/relationships"><Relationship Id="rId1" Type="${TYPES}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`],
  ["xl/_rels/workbook.xml.rels", `<Relationships xmlns="${TYPES}/package/2006/relationships"><Relationship Id="rId1" Type="${TYPES}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`],
];

/** The file as bytes. @param name Of the sheet, at most 31 characters. @param rows In turns: rows that come together are written together. @throws what `rows` throws, inside the stream. */
export function xlsxStream(name: string, rows: AsyncIterable<readonly (readonly SheetCell[])[]>): Readable {
  const workbook = `<workbook xmlns="${TYPES}/spreadsheetml/2006/main" xmlns:r="${TYPES}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return Readable.from(
    zipOf([...PARTS.map(([path, xml]) => ({ path, text: only(HEAD + xml) })), { path: "xl/workbook.xml", text: only(HEAD + workbook) }, { path: "xl/worksheets/sheet1.xml", text: sheetOf(rows) }]),
    { objectMode: false },
  );
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheetOf(rows: AsyncIterable<readonly (readonly SheetCell[])[]>): AsyncGenerator<string> {
  // The head stays in sight.
  yield `${HEAD}<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  let line = 0;
  for await (const some of rows) {
    yield some
      .map((cells) => {
        line += 1;
        return `<row r="${line}">${cells.map((cell, i) => cellOf(cell, `${columnOf(i)}${line}`)).join("")}</row>`;
      })
      .join("");
  }
  yield "</sheetData></worksheet>";
}

/** 0 → "A", 26 → "AA". */
function columnOf(i: number): string {
  return (i < 26 ? "" : columnOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));
}

function cellOf(cell: SheetCell, at: string): string {
  if (typeof cell !== "string") return `<c r="${at}"><v>${escaped(cell.number)}</v></c>`;
  return cell === "" ? "" : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

type Entry = { readonly path: string; readonly text: AsyncIterable<string> };

/** Sizes and sums follow each part, since they are known only then. */
async function* zipOf(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, text } of entries) {
    const name = Buffer.from(path);
    const local = Buffer.concat([fields([0x04034b50, 4], [20, 2], [0x0808, 2], [8, 2], [0, 2], [0x21, 2], [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name]);
    yield local;
    let [sum, size, packed] = [0, 0, 0];
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const part of text) {
        const bytes = Buffer.from(part);
        sum = crc32(bytes, sum);
        size += bytes.length;
        yield bytes;
      }
    };
    const source = Readable.from(counted());
    const deflate = createDeflateRaw({ level: 3 });
    source.on("error", (error) => deflate.destroy(error));
    for await (const bytes of source.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += bytes.length;
      yield bytes;
    }
    yield fields([0x08074b50, 4], [sum, 4], [packed, 4], [size, 4]);
    directory.push(fields([0x02014b50, 4], [20, 2], [20, 2], [0x0808, 2], [8, 2], [0, 2], [0x21, 2], [sum, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    at += local.length + packed + 16;
  }
  const length = directory.reduce((all, part) => all + part.length, 0);
  yield Buffer.concat([...directory, fields([0x06054b50, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [length, 4], [at, 4], [0, 2])]);
}

/** Numbers of so many bytes each, the lowest byte first. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
