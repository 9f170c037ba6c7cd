/**
 * A workbook as a stream: it is compressed while its rows are read, so that a file of a million lines neither fills
 * the memory nor holds up other work. The compression runs beside this thread.
 */
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import type { CsvNumber } from "./csv.ts";

/** A text, or a number that the program can calculate with. */
export type SheetCell = string | CsvNumber;

const TYPES = "http://schemas.openxmlformats.org";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** Lines that a sheet can have, its head among them. Source: Microsoft, Excel specifications and limits. */
const MOST_LINES = 1_048_576;

type Rows = readonly (readonly SheetCell[])[];

/**
 * The file as bytes.
 *
 * @param name Of the first sheet, at most 27 characters; those after it, which only very many rows need, have their number behind it.
 * @param rows In turns: rows that come together are written together. The first row is the head of every sheet.
 * @throws what `rows` throws, inside the stream.
 */
export function xlsxStream(name: string, rows: AsyncIterable<Rows>, mostLines = MOST_LINES): Readable {
  return Readable.from(zipOf(partsOf(name, rows, mostLines)), { objectMode: false });
}

/** The sheets, then the parts that name them: how many there are is known only then. */
async function* partsOf(name: string, rows: AsyncIterable<Rows>, mostLines: number): AsyncGenerator<Entry> {
  let sheets = 0;
  for await (const sheet of cut(rows, mostLines)) yield { path: `xl/worksheets/sheet${(sheets += 1)}.xml`, text: sheetOf(sheet) };
  const each = (part: (no: number) => string): string => Array.from({ length: sheets }, (_, i) => part(i + 1)).join("");
  const relation = (id: string, type: string, target: string): string => `<Relationship Id="${id}" Type="${TYPES}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const override = (part: string, type: string): string => `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const xml: Readonly<Record<string, string>> = {
    "xl/workbook.xml": `<workbook xmlns="${TYPES}/spreadsheetml/2006/main" xmlns:r="${TYPES}/officeDocument/2006/relationships"><sheets>${each((no) => `<sheet name="${escaped(no === 1 ? name : `${name} ${no}`)}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${TYPES}/package/2006/relationships">${each((no) => relation(`rId${no}`, "worksheet", `worksheets/sheet${no}.xml`))}</Relationships>`,
    "_rels/.rels": `<Relationships xmlns="${TYPES}/package/2006/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "[Content_Types].xml": `<Types xmlns="${TYPES}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook", "sheet.main")}${each((no) => override(`worksheets/sheet${no}`, "worksheet"))}</Types>`,
  };
  for (const [path, text] of Object.entries(xml)) yield { path, text: only(HEAD + text) };
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** The rows in pieces of so many, each of which is read to its end before the next one; the head is the first row of each. */
async function* cut(rows: AsyncIterable<Rows>, mostLines: number): AsyncGenerator<AsyncGenerator<Rows>> {
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
    await turns.return?.(); // also where the file is given up
  }
}

async function* sheetOf(rows: AsyncIterable<Rows>): AsyncGenerator<string> {
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
async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let [at, count] = [0, 0];
  for await (const { path, text } of entries) {
    count += 1;
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
  yield Buffer.concat([...directory, fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2])]);
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
