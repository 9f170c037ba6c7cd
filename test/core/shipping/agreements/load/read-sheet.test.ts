/** Files that are not one plain table are refused with what to do; others keep their places. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../../core/base/errors.ts";
import { loadPriceList } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import { readSheet } from "../../../../../core/shipping/agreements/load/read-sheet.ts";
import { bookParts, TYPES, workbookOf, xlsxOf } from "../../../../helpers/workbooks.ts";
import { findingsOf, optionsOf } from "./lists.ts";

const sheetXml = (cells: string, after = ""): string =>
  `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData>${cells}</sheetData>${after}</worksheet>`;
const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADINGS = `<row r="1">${textCell("A1", "Desi")}${textCell("B1", "Fiyat")}</row>`;
const bookWith = (cells: string, after = "", more: Readonly<Record<string, string>> = {}): Buffer =>
  workbookOf({ ...bookParts("a"), "xl/worksheets/sheet1.xml": sheetXml(cells, after), ...more });

/** Styles of cells: 0 plain, 1 a date, 2 euro, 3 dollar by its sign, 4 lira. */
const STYLES = `<styleSheet xmlns="${TYPES}/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-41F]"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="166" formatCode="[$₺-41F]#,##0.00;[Red]0"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

async function refusalOf(bytes: Uint8Array): Promise<unknown> {
  try {
    await readSheet(bytes);
    return undefined;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, ...error.details } : error;
  }
}

const REFUSED: readonly (readonly [string, () => Buffer | Promise<Buffer>, object])[] = [
  ["no bytes", () => Buffer.from(""), { reason: "empty" }],
  ["white space", () => Buffer.from(" \r\n\t\n"), { reason: "empty" }],
  ["separators alone", () => Buffer.from(";;;\n;;;\n"), { reason: "empty" }],
  ["an empty workbook", () => bookWith(""), { reason: "empty" }],
  ["a letter", () => Buffer.from("Sayın müşterimiz\nfiyatlar ektedir\n"), { reason: "notATable" }],
  [
    "a picture",
    () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
    { reason: "notATable" },
  ],
  [
    "a workbook of the old format",
    () => Buffer.from("d0cf11e0a1b11ae10000000000", "hex"),
    { reason: "notATable" },
  ],
  [
    "an archive that is not a workbook",
    () => workbookOf({ "a.xml": "<a/>" }),
    { reason: "workbook" },
  ],
  ["a broken workbook", () => bookWith(HEADINGS).subarray(0, 400), { reason: "workbook" }],
  [
    "more than 4 MiB",
    () => Buffer.alloc(4 * 1024 * 1024 + 1, "1;2\n"),
    { reason: "priceListTooLarge", most: 4 },
  ],
  [
    "a quotation mark that never closes",
    () => Buffer.from('Desi;Fiyat\n1;"5\n2;6\n'),
    { reason: "openQuote", row: 2 },
  ],
  [
    "5,001 rows of text",
    () => Buffer.from("1;2\n".repeat(5_001)),
    { reason: "priceListRows", most: 5_000 },
  ],
  [
    "5,001 rows of a workbook",
    () => xlsxOf(Array.from({ length: 5_001 }, () => ["1", "2"])),
    { reason: "priceListRows", most: 5_000 },
  ],
  [
    "201 columns",
    () => Buffer.from(`Desi;Fiyat\n${"1;".repeat(200)}1\n`),
    { reason: "priceListColumns", row: 2, most: 200 },
  ],
  [
    "a long cell",
    () => Buffer.from(`Desi;Fiyat\n1;${"5".repeat(10_001)}\n`),
    { reason: "longCell", line: 2, column: 2, most: 10_000 },
  ],
  [
    "two sheets",
    () =>
      workbookOf({
        ...bookParts("2025", "2026", "boş"),
        "xl/worksheets/sheet1.xml": sheetXml(HEADINGS),
        "xl/worksheets/sheet2.xml": sheetXml(HEADINGS),
        "xl/worksheets/sheet3.xml": sheetXml(""),
      }),
    { reason: "severalSheets", sheets: "“2025”, “2026”" },
  ],
  [
    "a cell far away",
    () => bookWith(`${HEADINGS}<row r="1048576"><c r="B1048576"><v>1</v></c></row>`),
    { reason: "farCell", row: 1_048_576, column: 2 },
  ],
  [
    "a workbook that unpacks to more than 8 MiB",
    () => bookWith(HEADINGS, " ".repeat(8 * 1024 * 1024)),
    { reason: "unpacked", most: 8 },
  ],
  [
    "merged cells",
    () => bookWith(HEADINGS, `<mergeCells count="1"><mergeCell ref="B2:C3"/></mergeCells>`),
    { reason: "mergedCells", range: "B2:C3", row: 2, column: "B" },
  ],
];

describe("a price list", () => {
  it.each(REFUSED)(
    "a file of %s is refused with E2029 and its reason",
    async (_what, make, details) => {
      expect(await refusalOf(await make())).toEqual({ code: "E2029", ...details });
    },
  );

  it("a text file in UTF-8, UTF-16 and Windows-1254 has the same cells", async () => {
    const text = "\r\nDesi;Şehir içi;\r\n\r\n1-3; 12,5 ;\r\n";
    const windows = Buffer.from([...text].map((c) => ({ Ş: 0xde, ç: 0xe7 })[c] ?? c.charCodeAt(0)));
    const files = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      windows,
    ];
    const sheets = await Promise.all(files.map(readSheet));
    expect(sheets).toEqual(
      files.map(() => ({
        rows: [
          { row: 2, cells: ["Desi", "Şehir içi"].map((cell) => ({ text: cell, kind: "text" })) },
          { row: 4, cells: ["1-3", "12,5"].map((cell) => ({ text: cell, kind: "text" })) },
        ],
      })),
    );
  });

  it("a line end within quotation marks does not begin a row, as in the spreadsheet program", async () => {
    const { rows } = await readSheet(Buffer.from('"Fiyat\nlistesi";\nDesi;"Şehir\r\niçi"\n1;5\n'));
    expect(rows.map(({ row, cells }) => [row, cells.length])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
  });

  it("the separator is the sign that parts the most rows, so that commas in numbers and titles do not count", async () => {
    const texts = [
      "Fiyatlar, 2026\nDesi;A\n1;12,5\n2;13,5\n",
      "Desi,A\n1,12.5\n",
      "Desi\tA\n1\t12,5\n",
      'Desi,"A;B"\n1,"12,5"\n',
    ];
    const sheets = await Promise.all(texts.map((text) => readSheet(Buffer.from(text))));
    expect(sheets.map(({ rows }) => rows.at(-1)?.cells.map(({ text }) => text))).toEqual([
      ["2", "13,5"],
      ["1", "12.5"],
      ["1", "12,5"],
      ["1", "12,5"],
    ]);
  });

  it("the numbers of a workbook are exact decimals, as the spreadsheet program shows them", async () => {
    const stored = [
      "1250.5",
      "99.400000000000006",
      "1.1799999999999999E2",
      "5E-2",
      "1e21",
      "-3",
      "0",
    ];
    const { rows } = await readSheet(
      bookWith(
        HEADINGS +
          stored
            .map(
              (value, i) =>
                `<row r="${i + 2}">${textCell(`A${i + 2}`, "x")}<c r="B${i + 2}"><v>${value}</v></c></row>`,
            )
            .join(""),
      ),
    );
    expect(rows.slice(1).map(({ cells }) => cells[1])).toEqual(
      ["1250.5", "99.4", "118", "0.05", "1000000000000000000000", "-3", "0"].map((text) => ({
        text,
        kind: "number",
      })),
    );
  });

  it("formats of empty cells and rows far away do not count, as LibreOffice writes them for the last row", async () => {
    const book = bookWith(
      `${HEADINGS}<row r="2">${textCell("A2", "1")}<c r="B2"><v>5</v></c><c r="XFD2" s="0"/></row><row r="1048575" ht="12.8"><c r="A1048575" s="0"/></row><row r="1048576" ht="12.8"/>`,
    );
    expect(await loadPriceList(book, optionsOf())).toMatchObject({
      list: { services: [{ steps: [{ upToDesi: 1, prices: [500] }] }] },
    });
  });

  it("a date, and a number that its format shows in another currency, are problems at their cells", async () => {
    const styled = (place: string, style: number): string =>
      `<c r="${place}" s="${style}"><v>46082</v></c>`;
    const book = bookWith(
      `${HEADINGS}<row r="2">${styled("A2", 1)}${styled("B2", 2)}</row><row r="3"><c r="A3"><v>4</v></c>${styled("B3", 3)}</row><row r="4"><c r="A4"><v>5</v></c>${styled("B4", 4)}</row><row r="5"><c r="A5"><v>6</v></c>${styled("B5", 1)}</row>`,
      "",
      { "xl/styles.xml": STYLES },
    );
    expect(findingsOf(await loadPriceList(book, optionsOf()))).toEqual([
      "dateCell A2",
      "otherCurrency B2",
      "otherCurrency B3",
      "dateCell B5",
    ]);
  });
});
