/** Files that must not be entered: each is refused whole, with row and column. */
import { describe, expect, it } from "vitest";
import { deskActor } from "../../../../../core/organizations/organizations.service.ts";
import type { AgreementView } from "../../../../../core/shipping/agreements/agreements.schema.ts";
import { enterFile } from "../../../../../core/shipping/agreements/enter-file.ts";
import { HEAD_PROBLEM_CODES } from "../../../../../core/shipping/agreements/file/file-problems.schema.ts";
import { fileProblemSentence } from "../../../../../core/shipping/agreements/file/file-sentences.ts";
import { loadFile } from "../../../../../core/shipping/agreements/file/load-file.ts";
import { bookParts, TYPES, WORKBOOK_PARTS, workbookOf } from "../../../../helpers/workbooks.ts";
import type { Station } from "../../../../helpers/station.ts";
import { bookOf, csvOf, type Table } from "../load/lists.ts";
import { enterBytes, enterTable, fileStation, HEAD, LIST, problemsOf } from "./agreement-files.ts";

const entered = async (s: Station): Promise<AgreementView[]> =>
  (await s.desk<AgreementView[]>("GET", "/station/agreements")).data.filter(
    ({ isSample }) => !isSample,
  );

const RANGE: Table = [
  ["İlk barkod", "100"],
  ["Son barkod", "199"],
];
const TWO: Table = [
  ["Desi", "A", "B"],
  ["1", "10", "20"],
];

const CASES: readonly (readonly [string, Table, readonly string[]])[] = [
  ["an unknown line", [["Hız", "3"], ...HEAD, ...LIST], ["headUnknown A1"]],
  ["a line twice", [...HEAD, ["Kargo", "UPS"], ...LIST], ["headTwice A4"]],
  ["a value in two cells", [...HEAD, ["Teslim günleri", "1", "2"], ...LIST], ["headCells C4"]],
  ["no carrier and no day", LIST, ["headMissing 1", "headMissing 1"]],
  ["a carrier without letters", [["Carrier", "-"], ...HEAD.slice(1), ...LIST], ["headCode B1"]],
  [
    "a day that does not exist",
    [...HEAD.slice(0, 2), ["İlk gün", "31.11.2026"], ...LIST],
    ["headDay B3"],
  ],
  [
    "a last day before the first",
    [...HEAD, ["Son gün", "30.11.2026"], ...LIST],
    ["headLastDay B4"],
  ],
  ["a discount above 100 %", [...HEAD, ["İndirim %", "101"], ...LIST], ["headPercent B4"]],
  ["a word for a percentage", [...HEAD, ["Yakıt %", "az"], ...LIST], ["headPercent B4"]],
  ["a number of desi in words", [...HEAD, ["En çok desi", "çok"], ...LIST], ["headNumber B4"]],
  ["a limit of 1.250", [...HEAD, ["Kredi limiti", "1.250"], ...LIST], ["ambiguousNumber B4"]],
  ["a minimum of 1.250", [...HEAD, ["Minimum", "1.250"], ...LIST], ["ambiguousNumber B4"]],
  [
    "a minimum in USD",
    [...HEAD, ["Minimum", "3 USD"], ...LIST],
    ["otherCurrency B4", "otherCurrency B4"],
  ],
  ["a time of 25:00", [...HEAD, ["Son kabul saati", "25:00"], ...LIST], ["headTime B4"]],
  ["a rounding that does not exist", [...HEAD, ["Yuvarlama", "yana"], ...LIST], ["headChoice B4"]],
  ["a code with a space", [...HEAD, ["Hizmet kodu", "A B"], ...LIST], ["headCode B4"]],
  ["a barcode without digits", [...HEAD, ["İlk barkod", "ABC"], ...LIST], ["headBarcode B4"]],
  ["a tracking link without https", [...HEAD, ["Takip adresi", "x.com"], ...LIST], ["headLink B4"]],
  [
    "days for another number of zones",
    [...HEAD, ["Teslim günleri", "1,2"], ...LIST],
    ["headDays B4"],
  ],
  ["days that are not whole", [...HEAD, ["Teslim günleri", "bir"], ...LIST], ["headDays B4"]],
  ["a first barcode alone", [...HEAD, ["İlk barkod", "100"], ...LIST], ["barcodePair B4"]],
  [
    "a last barcode below the first",
    [...HEAD, ["İlk barkod", "200"], ["Son barkod", "199"], ...LIST],
    ["barcodePair B4"],
  ],
  [
    "ranges that overlap each other",
    [...HEAD, ...RANGE, ["İlk barkod", "150"], ["Son barkod", "250"], ...LIST],
    ["rangeOverlaps B6"],
  ],
  ["a day that is over", [...HEAD.slice(0, 2), ["İlk gün", "29.11.2026"], ...LIST], ["dayPast B3"]],
  ["zones without a meaning", [...HEAD, ...TWO], ["zoneNoMeaning B4", "zoneNoMeaning C4"]],
  [
    "a zone with a meaning that cannot be read",
    [...HEAD, ["Bölge A", "34, Atlantis"], ["Bölge B", "sınırsız"], ...TWO],
    ["zoneMeaning B4"],
  ],
  [
    "a meaning of an unknown zone",
    [...HEAD, ["Bölge Ay", "sınırsız"], ...LIST],
    ["zoneNotListed B4"],
  ],
  [
    "distances and provinces",
    [...HEAD, ["Bölge A", "34"], ["Bölge B", "200 km"], ...TWO],
    ["zonesMixed B5"],
  ],
  [
    "no zone for far places",
    [...HEAD, ["Desi", "Şehir içi", "Yakın"], ["1", "10", "20"]],
    ["zonesEnd C4"],
  ],
  [
    "two zones of the same places",
    [...HEAD, ["Bölge A", "sınırsız"], ["Bölge B", "diğer"], ...TWO],
    ["zonesSame B5"],
  ],
  [
    "a province in two zones",
    [...HEAD, ["Bölge A", "34, 41"], ["Bölge B", "Kocaeli"], ...TWO],
    ["provinceTwice B5"],
  ],
  [
    "a code for several services",
    [
      ...HEAD,
      ["Hizmet kodu", "X"],
      ["Hizmet", "Desi", "Fiyat"],
      ["Hızlı", "1", "10"],
      ["Yavaş", "1", "9"],
    ],
    ["headSeveralServices B4"],
  ],
  ["a price of 1.250", [...HEAD, ["Desi", "Fiyat"], ["1", "1.250"]], ["ambiguousNumber B5"]],
  ["a price in USD", [...HEAD, ["Desi", "Fiyat"], ["1", "10 USD"]], ["otherCurrency B5"]],
  [
    "a price missing in a zone",
    [...HEAD, ["Desi", "Şehir içi", "Uzak"], ["1", "10", ""]],
    ["priceMissing C5"],
  ],
];

describe("a refused file", () => {
  it("each case is named with row and column, and nothing of it is entered", async () => {
    const s = await fileStation();
    const found: Record<string, readonly string[]> = {};
    for (const [what, table] of CASES) found[what] = problemsOf(await enterTable(s, table));
    expect(found).toEqual(Object.fromEntries(CASES.map(([what, , problems]) => [what, problems])));
    expect(await entered(s)).toEqual([]);
  });

  it("a range of another agreement, another check digit and other prices of the day are named", async () => {
    const s = await fileStation();
    await enterTable(s, [...HEAD, ...RANGE, ...LIST]);
    const other: Table = [HEAD[0] ?? [], ["Sözleşme no", "S-2"], ...HEAD.slice(2)];
    expect(problemsOf(await enterTable(s, [...other, ...RANGE, ...LIST]))).toEqual([
      "rangeOverlaps B4",
    ]);
    expect(problemsOf(await enterTable(s, [...HEAD, ["Kontrol hanesi", "PTT"], ...LIST]))).toEqual([
      "checkDigitDiffers B4",
    ]);
    expect(problemsOf(await enterTable(s, [...HEAD, ["Desi", "Fiyat"], ["1", "10"]]))).toEqual([
      "daySame B3",
    ]);
    const [one] = await entered(s);
    expect(one?.versions).toHaveLength(1);
    expect((await entered(s)).length).toBe(1);
  });

  it.each([
    ["two sheets", "severalSheets", () => workbookOf(twoSheets())],
    ["merged cells", "mergedCells", () => workbookOf(merged())],
    ["nothing", "empty", () => Buffer.from("")],
    ["more than 4 MiB", "priceListTooLarge", () => Buffer.alloc(4 * 1024 * 1024 + 1, "a")],
  ])("a file with %s is refused with its reason", async (_what, reason, make) => {
    const s = await fileStation();
    const answer = await enterBytes(s, make());
    expect([answer.status, answer.code, answer.reason]).toEqual([400, "E2029", reason]);
    expect(await entered(s)).toEqual([]);
  });

  it("a percentage that a workbook stores as its hundredth is not read as one", async () => {
    const s = await fileStation();
    const table: Table = [...HEAD, ["Yakıt %", 0.035], ["İndirim %", 3.5], ...LIST];
    const { data } = await enterBytes(s, await bookOf(table));
    expect(problemsOf(data)).toEqual(["headPercentUnclear B4"]);
  });

  it("an error at any write leaves nothing of the file", async () => {
    const s = await fileStation();
    const loaded = await loadFile(csvOf([...HEAD, ...RANGE, ...LIST]), {
      include: undefined,
      feePpm: 23_500,
      vatPpm: 200_000,
      fileUpToDesi: 0.5,
      isExtraExact: false,
    });
    const lists = {
      read: () => Promise.reject(new Error("not called")),
      readFile: () => Promise.resolve({ loaded, isPreview: false }),
      close: () => {},
    };
    const { deps } = s.core;
    const actor = deskActor(deps, s.started.memberID);
    let failed = 0;
    for (let most = 0; ; most += 1) {
      let made = 0;
      const newId = (): string => {
        made += 1;
        if (made > most) throw new Error("the process ends here");
        return deps.newId();
      };
      const done = await enterFile({ ...deps, newId }, actor, lists, Buffer.alloc(0)).then(
        () => true,
        () => false,
      );
      if (done) break;
      failed += 1;
      expect(await entered(s)).toEqual([]);
    }
    expect(failed).toBe(4);
    expect(await entered(s)).toMatchObject([{ left: 100, versions: [{}] }]);
  });

  it("each problem of a head has a sentence", () => {
    for (const code of HEAD_PROBLEM_CODES)
      expect(fileProblemSentence({ code, row: 1, column: "A", values: {} })).toMatch(/\.$/);
  });
});

const sheet = (after = ""): string =>
  `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData>${after}</worksheet>`;

function twoSheets(): Record<string, string> {
  return {
    ...bookParts("a", "b"),
    "xl/worksheets/sheet1.xml": sheet(),
    "xl/worksheets/sheet2.xml": sheet(),
  };
}

function merged(): Record<string, string> {
  return {
    ...WORKBOOK_PARTS,
    "xl/worksheets/sheet1.xml": sheet(
      `<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`,
    ),
  };
}
