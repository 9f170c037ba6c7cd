/** Any list that is written as a file is read back equal, and no file breaks the reader. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../../core/base/errors.ts";
import type { SheetCell } from "../../../../../core/base/xlsx.ts";
import { loadPriceList } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import type {
  ListedService,
  PriceList,
} from "../../../../../core/shipping/agreements/load/to-steps.ts";
import { fold } from "../../../../../core/base/text.ts";
import { bookParts, TYPES, workbookOf, xlsxOf } from "../../../../helpers/workbooks.ts";
import { csvOf, optionsOf, type Table } from "./lists.ts";

const minor = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.integer({ min: 0, max: 50_000 }),
);
const namesOf = (maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    fc.stringMatching(/^[A-Za-zÇĞİÖŞÜçğıöşü0-9]{1,12}$/).map((text) => `Ad${text}`),
    { maxLength, selector: fold },
  );

const listOf = (zoneNames: string[], services: string[]): fc.Arbitrary<PriceList> => {
  const count = Math.max(1, zoneNames.length);
  const prices = fc.array(minor, { minLength: count, maxLength: count });
  const widths = fc.array(fc.record({ halves: fc.integer({ min: 1, max: 40 }), prices }), {
    minLength: 1,
    maxLength: 12,
  });
  const service = fc.record({
    file: fc.option(prices),
    widths,
    extra: fc.option(prices),
  });
  return fc
    .array(service, { minLength: services.length, maxLength: services.length })
    .map((made) => ({
      zones: zoneNames,
      services: made.map(({ file, widths: all, extra }, i): ListedService => {
        let end = 0;
        return {
          name: services[i] ?? "",
          file: file === null ? null : { upToDesi: 0.5, prices: file },
          steps: all.map((one) => ({ upToDesi: (end += one.halves) / 2, prices: one.prices })),
          perExtraDesi: extra === null ? null : { prices: extra, isExact: false },
        };
      }),
    }));
};

/** Price lists with one service without a name, or with several, and with or without zones. */
const list = fc
  .tuple(
    namesOf(4),
    fc.oneof(
      fc.constant<string[]>([""]),
      namesOf(3).filter((names) => names.length > 0),
    ),
  )
  .chain(([zones, services]) => listOf(zones, services));

type Line = readonly [desi: string, prices: readonly number[]];

function linesOf({ file, steps, perExtraDesi }: ListedService): Line[] {
  return [
    ...(file === null ? [] : [["Dosya", file.prices] as const]),
    ...steps.map(({ upToDesi, prices }, i): Line => [
      `${String(steps[i - 1]?.upToDesi ?? 0).replace(".", ",")}-${String(upToDesi).replace(".", ",")}`,
      prices,
    ]),
    ...(perExtraDesi === null ? [] : [["İlave desi", perExtraDesi.prices] as const]),
  ];
}

type Money = { readonly kurus: number };

function zonesTable({ zones, services }: PriceList): (string | Money)[][] {
  const [service] = services;
  return [
    ["Desi", ...(zones.length === 0 ? ["Fiyat"] : zones)],
    ...(service === undefined ? [] : linesOf(service)).map(([desi, prices]) => [
      desi,
      ...prices.map((kurus) => ({ kurus })),
    ]),
  ];
}

function pricesTable({ zones, services }: PriceList): (string | Money)[][] {
  const isNamed = services.some(({ name }) => name !== "");
  return [
    [...(isNamed ? ["Hizmet"] : []), ...(zones.length === 0 ? [] : ["Bölge"]), "Desi", "Fiyat"],
    ...services.flatMap((service) =>
      linesOf(service).flatMap(([desi, prices]) =>
        prices.map((kurus, i) => [
          ...(isNamed ? [service.name] : []),
          ...(zones.length === 0 ? [] : [zones[i] ?? ""]),
          desi,
          { kurus },
        ]),
      ),
    ),
  ];
}

function plainText({ kurus }: Money, point: string): string {
  return `${Math.floor(kurus / 100)}${point}${String(kurus % 100).padStart(2, "0")}`;
}

function groupedText(money: Money): string {
  return plainText(money, ",").replace(/\B(?=(?:\d{3})+,)/g, ".");
}

const FORMATS: readonly ((table: (string | Money)[][]) => Buffer | Promise<Buffer>)[] = [
  (table) =>
    csvOf(
      table.map((row) => row.map((cell) => (typeof cell === "string" ? cell : groupedText(cell)))),
    ),
  (table) =>
    csvOf(
      table.map((row) =>
        row.map((cell) => (typeof cell === "string" ? cell : plainText(cell, "."))),
      ),
      ",",
    ),
  (table) =>
    xlsxOf(
      table.map((row) =>
        row.map((cell): SheetCell =>
          typeof cell === "string" ? cell : { number: plainText(cell, ".") },
        ),
      ),
    ),
];

it("a list written in each shape and format is read back equal", async () => {
  await fc.assert(
    fc.asyncProperty(list, fc.constantFrom(...FORMATS), async (written, format) => {
      const isNamed = written.services.some(({ name }) => name !== "");
      const tables = [pricesTable(written), ...(isNamed ? [] : [zonesTable(written)])];
      for (const table of tables) {
        const result = await loadPriceList(await format(table), optionsOf());
        expect(result).toMatchObject({ step: "loaded" });
        expect("list" in result && result.list).toEqual(written);
      }
    }),
    { numRuns: 150 },
  );
});

/** Two seconds on a desk's computer; the slowest machine of the tests takes half as long again. */
const LONGEST_MS = 3_000;

/** Loads bytes; anything but a result or an AppError, and a long time, fails the test. */
async function survives(bytes: Uint8Array): Promise<void> {
  const startedAt = performance.now();
  try {
    await loadPriceList(bytes, optionsOf());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("E2029");
  }
  expect(performance.now() - startedAt).toBeLessThan(LONGEST_MS);
}

const WORDS = `Desi|Fiyat|Bölge|Hizmet|Desi From|Desi To|Price|Para birimi|Dosya|1-3|4-5|51+|İlave desi|1.250|12,5|12.5|-5|€ 5|5 TL||"|\n|01.Mar|=1+1|#REF!|1e9|${"9".repeat(40)}|-|0|NaN|__proto__|constructor`;
const word = fc.oneof(
  fc.constantFrom(...WORDS.split("|")),
  fc.string({ maxLength: 12, unit: "binary" }),
);
const table: fc.Arbitrary<Table> = fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 12 });

describe("any file ends in a result or E2029 within three seconds", () => {
  it("random bytes are refused or read", async () => {
    const start = fc.constantFrom("", "504b0304", "fffe", "efbbbf", "d0cf11e0");
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 400 }), (hex, bytes) =>
        survives(Buffer.concat([Buffer.from(hex, "hex"), bytes])),
      ),
      { numRuns: 300 },
    );
  });

  it("random tables are refused or read", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(";", ",", "\t"), async (rows, separator) => {
        await survives(csvOf(rows, separator));
        await survives(await xlsxOf(rows.map((row) => row.map(String))));
      }),
      { numRuns: 150 },
    );
  });

  it("a workbook with changed bytes is refused or read", async () => {
    const book = await xlsxOf([
      ["Desi", "Fiyat"],
      ["1", { number: "5.5" }],
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(book.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const bytes = Buffer.from(book);
          for (const [at, value] of changes) bytes[at] = value;
          await survives(bytes);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a workbook with changed letters in its parts is refused or read", async () => {
    const sheet = `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Desi</t></is></c><c r="B1" s="1"><v>5</v></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells></worksheet>`;
    const styles = `<styleSheet xmlns="${TYPES}/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="[$€-2]0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const parts = { ...bookParts("a"), "xl/worksheets/sheet1.xml": sheet, "xl/styles.xml": styles };
    const names = Object.keys(parts);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(1_000),
        fc.constantFrom("", "<", ">", '"', "&#0;", "9", "\u0000", "é", "<c/>", "xml"),
        async (name, at, text) => {
          const whole: string = { ...parts }[name] ?? "";
          const place = at % whole.length;
          const changed = whole.slice(0, place) + text + whole.slice(place + 1);
          await survives(workbookOf({ ...parts, [name]: changed }));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<readonly [string, () => Buffer | Promise<Buffer>]>([
    ["4 MiB of separators", () => Buffer.alloc(4 * 1024 * 1024, ";")],
    ["4 MiB of quotation marks", () => Buffer.alloc(4 * 1024 * 1024, '"')],
    ["4 MiB of quotation marks and separators", () => Buffer.alloc(4 * 1024 * 1024, '";')],
    ["4 MiB of line ends", () => Buffer.alloc(4 * 1024 * 1024, "\n")],
    [
      "4 MiB of line ends below a table",
      () => Buffer.concat([Buffer.from("Desi;Fiyat\n1;5\n"), Buffer.alloc(4_000_000, "\n")]),
    ],
    ["4 MiB of one word", () => Buffer.alloc(4 * 1024 * 1024, "a")],
    ["4 MiB of digits", () => Buffer.alloc(4 * 1024 * 1024, "1")],
    ["4 MiB of Windows-1254", () => Buffer.alloc(4 * 1024 * 1024, Buffer.from([0xfe, 0x3b]))],
    [
      "a full table",
      () =>
        csvOf([
          ["Desi", ...Array.from({ length: 99 }, (_, i) => `B${i}`)],
          ...Array.from({ length: 5_000 }, (_, i) => [
            i + 1,
            ...Array.from({ length: 99 }, () => "5"),
          ]),
        ]),
    ],
    [
      "a table of long texts that look like desi and prices",
      () =>
        csvOf([
          ["Desi", "A", "B"],
          ...Array.from({ length: 200 }, () => [
            "1 ".repeat(4_000),
            "1,".repeat(4_000),
            `${"1 ".repeat(25)}x`,
          ]),
        ]),
    ],
    [
      "a full workbook",
      () =>
        xlsxOf([
          ["Desi", ...Array.from({ length: 99 }, (_, i) => `B${i}`)],
          ...Array.from({ length: 4_999 }, (_, i) => [
            { number: String(i + 1) },
            ...Array.from({ length: 99 }, () => ({ number: "5.5" })),
          ]),
        ]),
    ],
    [
      "a workbook with its last cell a million rows below",
      () =>
        workbookOf({
          ...bookParts("a"),
          "xl/worksheets/sheet1.xml": `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="I1048576"><v>1</v></c></row></sheetData></worksheet>`,
        }),
    ],
  ])("%s is refused or read in time", { tags: "alone" }, async (_what, make) => {
    await survives(await make());
  });
});
