/**
 * Workbooks that are small as files and costly to read are refused before they are parsed, and other
 * workbooks are read without blocking the station.
 *
 * @module-tag alone
 */
import { describe, expect, it } from "vitest";
import type {
  AddressFile,
  AddressFileProgress,
} from "../../../../core/shipping/imports/address-imports.schema.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { change, station, type Station } from "../../../helpers/station.ts";
import { TYPES, WORKBOOK_PARTS as PARTS, workbookOf } from "../../../helpers/workbooks.ts";

const SHEET = "xl/worksheets/sheet1.xml";
const HEAD = ["Ad Soyad", "Telefon", "Adres", "İlçe", "İl"];
const GOOD = ["Ali Veli", "05321112233", "Bağdat Cd. 5", "Kadıköy", "İstanbul"];

const rowOf = (cells: readonly string[], i: number): string =>
  `<row r="${i + 1}">${cells.map((cell, column) => `<c r="${String.fromCharCode(65 + column)}${i + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
const sheetOf = (rows: string, before = ""): string =>
  `${before}<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const tableOf = (...rows: readonly (readonly string[])[]): string =>
  sheetOf(rows.map(rowOf).join(""));

const check = (s: Station, file: Buffer) =>
  s.desk<AddressFile>("POST", "/station/addresses/imports", {
    fileName: "a.xlsx",
    content: file.toString("base64"),
  });

async function isRefused(_what: string, make: () => Buffer, message: RegExp): Promise<void> {
  const s = await station();
  const startedAt = performance.now();
  expect(await check(s, make())).toMatchObject({
    status: 400,
    code: "E2029",
    message: expect.stringMatching(message),
  });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(
    (await check(s, workbookOf({ ...PARTS, [SHEET]: tableOf(HEAD, GOOD) }))).data,
  ).toMatchObject({ rows: 1, good: 1 });
}

describe("a workbook of addresses", () => {
  const spaces = (): Buffer => Buffer.alloc(160 * 1024 * 1024, " ");
  it.each([
    [
      "unpacks to more than the limit and states a smaller size",
      () => workbookOf({ ...PARTS, [SHEET]: spaces() }, 1_000),
      /unpacks to more than 128 MiB/,
    ],
    [
      "hides the position of a cell behind a character reference",
      () =>
        workbookOf({
          ...PARTS,
          [SHEET]: sheetOf(`${rowOf(HEAD, 0)}<row r="2"><c r="&#88;FD1048576"><v>1</v></c></row>`),
        }),
      /could not be read/,
    ],
    [
      "has a row of hundreds of columns",
      () =>
        workbookOf({
          ...PARTS,
          [SHEET]: sheetOf(`<row r="1"><c r="A1"><v>1</v></c><c r="ZZ1"><v>1</v></c></row>`),
        }),
      /702 columns/,
    ],
  ])("a workbook that %s is refused within seconds", isRefused);

  it.each([
    [
      "unpacks to more than the limit",
      () => workbookOf({ ...PARTS, [SHEET]: spaces() }),
      /unpacks to more than 128 MiB/,
    ],
    [
      "has a part other than the sheet that unpacks to more than the limit",
      () => workbookOf({ ...PARTS, [SHEET]: tableOf(HEAD, GOOD), "xl/theme.xml": spaces() }),
      /unpacks to more than 128 MiB/,
    ],
    [
      "has one long text",
      () =>
        workbookOf({
          ...PARTS,
          [SHEET]: tableOf(HEAD, ["A".repeat(20_000_000), ...GOOD.slice(1)]),
        }),
      /too long a text/,
    ],
    [
      "has a cell in the last row and column",
      () =>
        workbookOf({
          ...PARTS,
          [SHEET]: sheetOf(
            `${rowOf(HEAD, 0)}<row r="1048576"><c t="s"  r='XFD1048576'><v>1</v></c></row>`,
          ),
        }),
      /row 1048576, column 16384/,
    ],
  ])("a workbook that %s is refused within seconds", { tags: "all" }, isRefused);

  it("an entity that names a file is not expanded, and the cell keeps the entity's text", async () => {
    const s = await station();
    const sheet = sheetOf(
      [HEAD, ["&lol;", ...GOOD.slice(1)]].map(rowOf).join(""),
      `<!DOCTYPE x [<!ENTITY lol SYSTEM "file:///etc/passwd">]>`,
    );
    const { data } = await check(s, workbookOf({ ...PARTS, [SHEET]: sheet }));
    await s.desk<AddressFileProgress>("POST", `/station/addresses/imports/${data.id}/take`, {
      atMost: 10,
    });
    const { data: book } = await s.desk<{ list: { name: string }[] }>("GET", "/station/addresses");
    expect(book.list.map(({ name }) => name)).toEqual(["&lol;"]);
  });

  it("a workbook with 40,000 rows blocks the core's thread for at most 50 ms", async () => {
    const s = await station();
    const file = workbookOf({
      ...PARTS,
      [SHEET]: tableOf(
        HEAD,
        ...Array.from({ length: 40_000 }, (_, i) => [`Ali Veli ${i}`, ...GOOD.slice(1)]),
      ),
    });
    const body = JSON.stringify({ fileName: "a.xlsx", content: file.toString("base64") });
    // The first file starts the thread.
    await check(s, workbookOf({ ...PARTS, [SHEET]: tableOf(HEAD, GOOD) }));
    const { result, longestMs } = await longestTurn(() =>
      s.call<AddressFile>("POST", "/station/addresses/imports", body),
    );
    expect(result.body.data).toMatchObject({ good: 40_000 });
    expect(longestMs).toBeLessThan(50);
  });

  it("a workbook with 1,500 bad rows is answered with their number and the first 1,000 of them", async () => {
    const s = await station();
    const { data } = await check(
      s,
      workbookOf({
        ...PARTS,
        [SHEET]: tableOf(HEAD, GOOD, ...Array.from({ length: 1_500 }, () => ["", "", "", "", "x"])),
      }),
    );
    expect({
      good: data.good,
      rejected: data.rejected.length,
      rejectedCount: data.rejectedCount,
    }).toEqual({ good: 1, rejected: 1_000, rejectedCount: 1_500 });
  });

  it("a workbook is imported in calls of any number of rows, and each row is added once", async () => {
    const s = await station();
    const rows = Array.from({ length: 70 }, (_, i) => [`Ali Veli ${i}`, ...GOOD.slice(1)]);
    const { data } = await check(s, workbookOf({ ...PARTS, [SHEET]: tableOf(HEAD, ...rows) }));
    const done: number[] = [];
    for (const atMost of [1, 7, 30, 5, 1_000])
      done.push(
        (
          await s.desk<AddressFileProgress>("POST", `/station/addresses/imports/${data.id}/take`, {
            atMost,
          })
        ).data.done,
      );
    expect(done).toEqual([1, 8, 38, 43, 70]);
    const { data: book } = await s.desk<{ list: { name: string }[] }>(
      "GET",
      "/station/addresses?limit=200",
    );
    expect(book.list.map(({ name }) => name).toSorted()).toEqual(
      rows.map(([name]) => name).toSorted(),
    );
  });

  it("an address that the station has stored but not indexed yet is not added twice", async () => {
    const s = await station();
    for (let i = 0; i < 90; i += 1)
      await s.desk("POST", "/addresses", {
        name: `Ali Veli ${i}`,
        email: "a@ornek.test",
        phone: "+905321112233",
        address1: "Bağdat Cd. 5",
        countryCode: "TR",
        cityName: "İstanbul",
        cityCode: "34",
        districtName: "Kadıköy",
        isRecipientAddress: true,
      });
    change(s, "DELETE FROM address_book");
    change(
      s,
      "INSERT OR IGNORE INTO unindexed_addresses (address_id) SELECT id FROM addresses WHERE is_saved = 1",
    );
    const { data } = await check(
      s,
      workbookOf({ ...PARTS, [SHEET]: tableOf(HEAD, ["Ali Veli 89", ...GOOD.slice(1)]) }),
    );
    expect(
      (
        await s.desk<AddressFileProgress>("POST", `/station/addresses/imports/${data.id}/take`, {
          atMost: 10,
        })
      ).data,
    ).toMatchObject({ added: 0, known: 1 });
  });
});
