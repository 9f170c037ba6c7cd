/** Workbooks as streams, read back by another program's reader. */
import { buffer } from "node:stream/consumers";
import readXlsxFile from "read-excel-file/node";
import { expect, it } from "vitest";
import { xlsxStream, type SheetCell } from "../../../core/base/xlsx.ts";

async function* turns(...some: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* some;
}

const read = async (file: Buffer): Promise<unknown> => {
  const sheets: unknown = await readXlsxFile(file);
  return sheets;
};

it("a workbook has its texts and numbers as they were given, whatever characters they have", async () => {
  const file = await buffer(xlsxStream("Gönderiler", turns([["Ad", "Fiyat", "Not"]], [["Çağla <Şimşekoğlu> & \"Kızı\"", { number: "1250.40" }, "=1+1"], ["", { number: "-3" }, " iki\nsatır 😀\u0001"]])));
  expect(await read(file)).toMatchObject([{ data: [["Ad", "Fiyat", "Not"], ['Çağla <Şimşekoğlu> & "Kızı"', 1250.4, "=1+1"], [null, -3, expect.stringContaining("satır 😀")]] }]);
});

it("a workbook of many rows leaves other work its turns", async () => {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  async function* many(): AsyncGenerator<SheetCell[][]> {
    for (let i = 0; i < 2_000; i += 1) {
      yield Array.from({ length: 50 }, (_, k) => [`satır ${i} ${k}`, { number: String(i) }]);
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const file = await buffer(xlsxStream("Çok", many()));
  clearInterval(timer);
  expect(file.length).toBeGreaterThan(100_000);
  expect(longest).toBeLessThan(50);
});

it("what fails while rows are read ends the stream with that error", async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [["a"]];
    throw new Error("no longer wanted");
  }
  await expect(buffer(xlsxStream("x", failing()))).rejects.toThrow("no longer wanted");
});
