/** Product files: what is imported, and what is refused by row and column. */
import { describe, expect, it } from "vitest";
import type {
  ProductFile,
  ProductFileProgress,
} from "../../../../core/shipping/products/product-files.schema.ts";
import type { Product } from "../../../../core/shipping/products/products.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { TYPES, WORKBOOK_PARTS, workbookOf, xlsxOf } from "../../../helpers/workbooks.ts";

const check = (s: Station, content: string | Buffer, fileName = "urunler.csv") =>
  s.desk<ProductFile>("POST", "/station/products/imports", {
    fileName,
    content: Buffer.from(content).toString("base64"),
  });
const take = (s: Station, id: string) =>
  s.desk<ProductFileProgress>("POST", `/station/products/imports/${id}/take`, { atMost: 1_000 });
const products = async (s: Station) =>
  (await s.call<{ list: Product[] }>("GET", "/station/products?limit=100")).body.data.list;
/** "3 Barkod BARCODE_TWICE 2" for each fault. */
const faultsOf = ({ data }: { data: ProductFile }): string[] =>
  data.rejected.map(({ line, column, code, detail }) =>
    `${line} ${column} ${code} ${detail}`.trim(),
  );

const HEAD = "Stok kodu;Barkod;Ürün adı;Ağırlık (kg);Boy (cm);En (cm);Yükseklik (cm);Raf;Görsel";

describe("a product file", () => {
  it("is imported only after it was confirmed: a check changes nothing", async () => {
    const s = await station();
    const checked = await check(
      s,
      `${HEAD}\nKUPA-01;8690000000012;Kupa;0,35;12;9;10;A2;https://shop.test/k.jpg\nTABAK;;Tabak;;;;;;\n`,
    );
    const before = await products(s);
    const done = await take(s, checked.data.id);
    const [mug, plate] = await products(s);
    expect([before, checked.data.rows, checked.data.added, checked.data.known]).toEqual([
      [],
      2,
      2,
      0,
    ]);
    expect(done.data).toEqual({ done: 2, total: 2, added: 2, changed: 0, rejected: 0 });
    expect(mug).toMatchObject({
      stockCode: "KUPA-01",
      title: "Kupa",
      weightGrams: 350,
      lengthMm: 120,
      widthMm: 90,
      heightMm: 100,
      shelf: "A2",
      imageURL: "https://shop.test/k.jpg",
      barcodes: ["8690000000012"],
    });
    expect(plate).toMatchObject({ stockCode: "TABAK", weightGrams: 0, barcodes: [] });
  });

  it("adds barcodes and keeps what its cells leave empty; a second import changes nothing", async () => {
    const s = await station();
    const file = "Stock code,Barcodes,Title,Shelf\nMUG,A-1 A-2,,B1\n";
    await s.desk("PUT", "/station/products", { stockCode: "mug", title: "Mug", barcodes: ["A-0"] });
    const first = await check(s, file);
    const done = await take(s, first.data.id);
    const again = await take(s, (await check(s, file)).data.id);
    const [mug] = await products(s);
    expect([first.data.known, done.data.changed, again.data.changed]).toEqual([1, 1, 0]);
    expect([mug?.title, mug?.shelf, mug?.barcodes]).toEqual(["Mug", "B1", ["A-0", "A-1", "A-2"]]);
  });

  it("may be a workbook, whose numbers are read exactly", { tags: "all" }, async () => {
    const s = await station();
    const book = await xlsxOf([
      ["SKU", "EAN", "Weight (kg)", "Length (cm)"],
      ["A", { number: "8690000000012" }, { number: "1.125" }, { number: "30.5" }],
    ]);
    const checked = await check(s, book, "products.xlsx");
    await take(s, checked.data.id);
    const [one] = await products(s);
    expect([faultsOf(checked), one?.barcodes, one?.weightGrams, one?.lengthMm]).toEqual([
      [],
      ["8690000000012"],
      1_125,
      305,
    ]);
  });

  it("with merged cells is refused with their name, and nothing of it is read", async () => {
    const s = await station();
    const sheet = `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c></row><row r="3"/></sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>`;
    const refused = await check(
      s,
      workbookOf({ ...WORKBOOK_PARTS, "xl/worksheets/sheet1.xml": sheet }),
      "products.xlsx",
    );
    expect([refused.code, refused.reason, refused.values]).toMatchObject([
      "E2029",
      "mergedCells",
      { range: "A2:A3" },
    ]);
    expect(refused.message).toContain("Unmerge them");
  });

  it("names each fault by its row and column; the rows without faults are imported", async () => {
    const s = await station();
    await s.desk("PUT", "/station/products", { stockCode: "OWNER", barcodes: ["TAKEN-1"] });
    const checked = await check(
      s,
      [
        HEAD,
        "GOOD;8690000000012;;1,5;;;;;",
        ";8690000000029;;;;;;;",
        "good;;;;;;;;",
        "B;8,69E+12;;;;;;;",
        "C;8690000000012;;;;;;;",
        "D;TAKEN-1;;;;;;;",
        "E;;;ağır;;;;;",
        "F;;;1001;;;;;",
        "G;;;;-3;;;;",
        "H;;;;;;;;ftp://x/y.jpg",
        `I;;${"x".repeat(301)};;;;;;`,
        `J;${Array.from({ length: 21 }, (_, i) => `C${i}`).join(" ")};;;;;;;`,
        "K;barkodü;;;;;;;",
        'L;"x;;;;;;;',
      ].join("\n"),
    );
    expect(faultsOf(checked)).toEqual([
      "3 Stok kodu EMPTY_STOCK_CODE",
      "4 Stok kodu STOCK_CODE_TWICE 2",
      "5 Barkod SHORTENED_BARCODE",
      "6 Barkod BARCODE_TWICE 2",
      "7 Barkod BARCODE_TAKEN OWNER",
      "8 Ağırlık (kg) BAD_WEIGHT",
      "9 Ağırlık (kg) BAD_WEIGHT",
      "10 Boy (cm) BAD_SIZE",
      "11 Görsel BAD_PICTURE",
      "12 Ürün adı LONG_TEXT",
      "13 Barkod MANY_BARCODES 20",
      "14 Barkod BAD_BARCODE",
      "15  OPEN_QUOTE",
    ]);
    await take(s, checked.data.id);
    expect([checked.data.rejectedCount, (await products(s)).map((p) => p.stockCode)]).toEqual([
      13,
      ["GOOD", "OWNER"],
    ]);
  });

  it("reads 1.250 by another number of its column, and refuses it when none decides", async () => {
    const s = await station();
    const alone = await check(s, "SKU,Weight (g)\nA,1.250\n");
    const decided = await check(s, 'SKU,Weight (g)\nA,1.250\nB,"2.500,5"\n');
    await take(s, decided.data.id);
    expect(faultsOf(alone)).toEqual(["2 Weight (g) AMBIGUOUS_NUMBER 1250.00 / 1.25"]);
    expect((await products(s)).map((p) => p.weightGrams)).toEqual([1_250, 2_501]);
  });

  it("leaves out a row whose barcode another product got since the check", async () => {
    const s = await station();
    const checked = await check(s, "SKU,Barcode\nA,X-1\nB,X-2\n");
    await s.desk("PUT", "/station/products", { stockCode: "OTHER", barcodes: ["X-1"] });
    const done = await take(s, checked.data.id);
    expect(done.data).toEqual({ done: 2, total: 2, added: 1, changed: 0, rejected: 1 });
  });

  it.each([
    ["an empty file", "", "E2029", "empty"],
    ["a file with its heading alone", "Stok kodu;Barkod\n", "E2029", "noRows"],
    ["a file without stock codes", "Barkod;Raf\n1;A\n", "E2096", "stockCode"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000", "hex"), "E2029", "noText"],
    ["a broken workbook", Buffer.from("504b0304aabbcc", "hex"), "E2029", "workbook"],
  ])("that is %s is refused in words", async (_what, content, code, reason) => {
    const s = await station();
    const refused = await check(s, content);
    expect([refused.code, refused.reason]).toEqual([code, reason]);
  });
});
