/** Workbooks as streams, read back by another program's reader. */
import { buffer } from "node:stream/consumers";
import readXlsxFile from "read-excel-file/node";
import { expect, it } from "vitest";
import { xlsxStream, type SheetCell } from "../../../core/base/xlsx.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";

async function* turns(...some: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* some;
}

const read = async (file: Buffer): Promise<unknown> => {
  const sheets: unknown = await readXlsxFile(file);
  return sheets;
};

it("a workbook keeps numbers and texts, and stores markup and formulas as plain text", async () => {
  const file = await buffer(
    xlsxStream(
      "Gönderiler",
      turns(
        [["Ad", "Fiyat", "Not"]],
        [
          ['Çağla <Şimşekoğlu> & "Kızı"', { number: "1250.40" }, "=1+1"],
          ["", { number: "-3" }, " iki\nsatır 😀\u0001"],
        ],
      ),
    ),
  );
  expect(await read(file)).toMatchObject([
    {
      data: [
        ["Ad", "Fiyat", "Not"],
        ['Çağla <Şimşekoğlu> & "Kızı"', 1250.4, "=1+1"],
        [null, -3, expect.stringContaining("satır 😀")],
      ],
    },
  ]);
});

it("writing a workbook of many rows lets other work run", { tags: "alone" }, async () => {
  async function* many(): AsyncGenerator<SheetCell[][]> {
    for (let i = 0; i < 2_000; i += 1) {
      yield Array.from({ length: 50 }, (_, k) => [`satır ${i} ${k}`, { number: String(i) }]);
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const { result: file, longestMs } = await longestTurn(() => buffer(xlsxStream("Çok", many())));
  expect(file.length).toBeGreaterThan(100_000);
  expect(longestMs).toBeLessThan(50);
});

it("an error while reading rows ends the stream with the same error", async () => {
  async function* failing(): AsyncGenerator<SheetCell[][]> {
    yield [["a"]];
    throw new Error("no longer wanted");
  }
  await expect(buffer(xlsxStream("x", failing()))).rejects.toThrow("no longer wanted");
});

it("rows that exceed a sheet continue on further sheets, each with the heading", async () => {
  const file = await buffer(
    xlsxStream("Çok", turns([["Ad"], ["1"]], [["2"], ["3"], ["4"]], [["5"]]), { mostLines: 3 }),
  );
  expect(await read(file)).toEqual([
    { sheet: "Çok", data: [["Ad"], ["1"], ["2"]] },
    { sheet: "Çok 2", data: [["Ad"], ["3"], ["4"]] },
    { sheet: "Çok 3", data: [["Ad"], ["5"]] },
  ]);
});

it("abandoning a file stops the reading of its rows", async () => {
  let isLeft = false;
  async function* endless(): AsyncGenerator<SheetCell[][]> {
    try {
      for (let i = 0; ; i += 1) {
        yield Array.from({ length: 50 }, (_, k) => [`satır ${i} ${k}`]);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      isLeft = true;
    }
  }
  for await (const _ of xlsxStream("Çok", endless())) break;
  await expect.poll(() => isLeft).toBe(true);
});
