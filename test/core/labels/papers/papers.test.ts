import { PDFiumLibrary, type PDFiumDocument } from "@hyzyla/pdfium";
import fc from "fast-check";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errors } from "../../../../core/base/errors.ts";
import type { TextItem } from "../../../../core/labels/layout/items.ts";
import { createManifestPages } from "../../../../core/labels/papers/manifest-pages.ts";
import { createPaperOrders } from "../../../../core/labels/papers/order-paper.ts";
import type { PaperBatch } from "../../../../core/labels/papers/paper-orders.ts";
import { slipPages } from "../../../../core/labels/papers/slip-pages.ts";
import { encodePng } from "../../../../core/labels/png.ts";
import { readPicture } from "../../../../core/labels/read-symbols.ts";
import { createWorkerRenderer } from "../../../../core/labels/worker-renderer.ts";
import { unzip } from "../../../helpers/unzip.ts";
import { aLabel, FONTS, RESOURCES } from "../a-label.ts";
import { aParcel, aSlip, batches, HEAD } from "./a-paper.ts";
import { someOf } from "../../../helpers/some-of.ts";

const renderer = createWorkerRenderer({ resourcesDir: RESOURCES });
let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(async () => {
  pdfium.destroy();
  await renderer.close();
});

async function opened<T>(
  bytes: Uint8Array,
  read: (document: PDFiumDocument) => T | Promise<T>,
): Promise<T> {
  const document = await pdfium.loadDocument(bytes);
  try {
    return await read(document);
  } finally {
    document.destroy();
  }
}

const textsOf = (bytes: Uint8Array): Promise<string[]> =>
  opened(bytes, (document) =>
    [...document.pages()].map((page) => page.getText().replace(/[\r\n\0]+/g, "\n")),
  );

/** The page as dots at 300 dpi. */
async function pictureOf(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; stride: number; ink: Uint8Array }> {
  return opened(bytes, async (document) => {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const [width, height] = [
      Math.round((originalWidth / 72) * 300),
      Math.round((originalHeight / 72) * 300),
    ];
    const { data } = await page.render({
      width,
      height,
      render: (options) => Promise.resolve(Uint8Array.from(options.data)),
    });
    return {
      width,
      height,
      stride: width,
      ink: new Uint8Array(width * height).map((_, i) => 255 - (data[i * 4] ?? 0)),
    };
  });
}

const slip = (change: Parameters<typeof aSlip>[0] = {}): Promise<Uint8Array> =>
  renderer.paper({ kind: "slip", slip: aSlip(change) }, () => batches());
const manifest = (count: number, format: "pdf" | "xlsx" = "pdf"): Promise<Uint8Array> =>
  renderer.paper({ kind: "manifest", format, head: HEAD }, () =>
    batches<PaperBatch>(
      { parcels: Array.from({ length: Math.min(40, count) }, (_, i) => aParcel(i)) },
      { parcels: Array.from({ length: Math.max(0, count - 40) }, (_, i) => aParcel(40 + i)) },
    ),
  );

/** Texts that overlap each other or come within 5 mm of the page's edge. */
function faultsOf(
  pages: readonly { widthMm: number; heightMm: number; items: readonly { kind: string }[] }[],
): string[] {
  const faults: string[] = [];
  for (const { widthMm, heightMm, items } of pages) {
    const boxes = items
      .filter((item): item is TextItem => item.kind === "text")
      .filter(({ line }) => line.width > 0)
      .map(({ x, width, baseline, size, line }) => ({
        text: line.text,
        x0: x,
        x1: x + width,
        y0: baseline - line.inkTop * size,
        y1: baseline - line.inkBottom * size,
      }));
    for (const [i, a] of boxes.entries()) {
      if (a.x0 < 5 || a.x1 > widthMm - 5 || a.y0 < 5 || a.y1 > heightMm - 5)
        faults.push(`off the page: ${a.text}`);
      for (const b of boxes.slice(i + 1))
        if (a.x0 < b.x1 - 0.02 && b.x0 < a.x1 - 0.02 && a.y0 < b.y1 - 0.02 && b.y0 < a.y1 - 0.02)
          faults.push(`"${a.text}" on "${b.text}"`);
    }
  }
  return faults;
}

describe("a packing slip", () => {
  it.each(someOf(["A4", "A5"] as const, 2))(
    "a packing slip on %s shows the order's number as a barcode that is read back",
    async (paper) => {
      const picture = await pictureOf(await slip({ paper }));
      expect([
        Math.round((picture.width / 300) * 25.4),
        await readPicture(encodePng(picture, 300 / 25.4)),
      ]).toEqual([paper === "A4" ? 210 : 148, ["TY-884213997"]]);
    },
  );

  it("a packing slip prints phones in groups, as labels do", async () => {
    const { recipient } = aLabel();
    const [page = ""] = await textsOf(
      await slip({ recipient: { ...recipient, phone: "+905325554433" } }),
    );
    expect(page).toContain("+90 532 555 44 33");
  });

  it(
    "a packing slip shows the shipment's number as a barcode when the order's is missing, too long or not encodable in Code 128",
    { tags: "all" },
    async () => {
      for (const orderNumber of ["", "SİPARİŞ-1", "x".repeat(120)])
        expect(
          await readPicture(encodePng(await pictureOf(await slip({ orderNumber })), 300 / 25.4)),
        ).toEqual(["1042"]);
    },
  );

  it("the text at a packing slip's barcode says that the number is the shipment's when the barcode does not have the order's", () => {
    const written = (orderNumber: string): string[] =>
      slipPages(aSlip({ orderNumber, shipmentNumber: 3 }), FONTS).flatMap(({ items }) =>
        items.flatMap((item) =>
          item.kind === "text" && item.field === "orderNumber.text" ? [item.line.text] : [],
        ),
      );
    expect([written("TY-1"), written("9A".repeat(30))]).toEqual([["TY-1"], ["Gönderi no 3"]]);
  });

  it("a packing slip shows sender, items and recipient in Turkish, Arabic and Japanese, and the carrier once the label is bought", async () => {
    const { recipient } = aLabel();
    const [turkish = ""] = await textsOf(await slip());
    for (const text of [
      "Çağla Şimşekoğlu",
      "Işık Kırtasiye Ltd. Şti.",
      "PAKET İÇERİĞİ",
      "Tişört, organik pamuk",
      "M / Lacivert",
      "TS-ORG-M-LAC",
      "2 kalem, 3 adet",
      "Faturayı pakete koymayın.",
      "Sürat Örnek Kargo",
      "PB0012345678901",
      "21.11.2026",
    ])
      expect(turkish).toContain(text);
    const [other = ""] = await textsOf(
      await slip({
        language: "en",
        bought: null,
        recipient: { ...recipient, name: "محمد بن عبد الله" },
        items: [{ title: "王小明 の本", variant: "", sku: "", quantity: 1 }],
      }),
    );
    for (const text of ["محمد بن عبد الله", "王小明 の本", "PACKING SLIP", "1 line, 1 piece"])
      expect(other).toContain(text);
    expect(other).not.toContain("CARRIER");
  });

  it("a packing slip continues over several pages, each with its number and all but at most one with the list's head, without losing an item", async () => {
    const items = Array.from({ length: 90 }, (_, i) => ({
      title: `Ürün ${i} ${"çok uzun adlı ".repeat(i % 9)}`,
      variant: "",
      sku: `SKU-${i}-`,
      quantity: 1,
    }));
    const pages = await textsOf(await slip({ items }));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((text, i) => expect(text).toContain(`Sayfa ${i + 1} / ${pages.length}`));
    expect(pages.filter((text) => text.includes("Stok kodu")).length).toBeGreaterThanOrEqual(
      pages.length - 1,
    );
    expect(items.filter(({ sku }) => !pages.some((text) => text.includes(sku)))).toEqual([]);
  });

  it(
    "no text of a packing slip overlaps another or leaves the page, whatever is written",
    { tags: "all" },
    () => {
      const anyText = fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.string({ unit: fc.constantFrom(..."çğİö WMil ab-/"), maxLength: 300 }),
        fc.string({ unit: fc.constantFrom(..."شارع ب12 王市の"), maxLength: 300 }),
      );
      fc.assert(
        fc.property(
          fc.constantFrom("A4" as const, "A5" as const),
          anyText,
          anyText,
          fc.array(fc.tuple(anyText, anyText, anyText), { maxLength: 12 }),
          (paper, name, line, items) => {
            const party = { ...aLabel().recipient, name, lines: [line, line] };
            const pages = slipPages(
              aSlip({
                paper,
                sender: party,
                recipient: party,
                note: `${line}\n${name}`,
                orderNumber: name,
                items: items.map(([title, variant, sku], i) => ({
                  title,
                  variant,
                  sku,
                  quantity: i,
                })),
              }),
              FONTS,
            );
            expect(faultsOf(pages)).toEqual([]);
          },
        ),
        { numRuns: process.env["FULL"] === "1" ? 2_000 : 25 },
      );
    },
  );

  it("an item longer than a page continues on the next page", () => {
    const pages = slipPages(
      aSlip({ items: [{ title: "a b ".repeat(4_000), variant: "", sku: "", quantity: 1 }] }),
      FONTS,
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(faultsOf(pages)).toEqual([]);
    const letters = pages
      .flatMap(({ items }) => items)
      .reduce(
        (sum, item) =>
          sum +
          (item.kind === "text" && item.field === "item.item"
            ? (item.line.text.match(/a/g)?.length ?? 0)
            : 0),
        0,
      );
    expect(letters).toBe(4_000);
  });
});

describe("a manifest", () => {
  it("a manifest lists each parcel once with its sums, room for signatures at the end, and page numbers", async () => {
    const pages = await textsOf(await manifest(100));
    const all = pages.join("\n");
    expect(all.match(/PB\d{13}/g)).toEqual(
      Array.from({ length: 100 }, (_, i) => aParcel(i).barcode),
    );
    for (const text of [
      "Çağla Şimşekoğlu",
      "محمد بن عبد الله",
      "王小明",
      "דוד כהן",
      "Kadıköy / İstanbul",
      "1.250,50 TL",
    ])
      expect(all).toContain(text);
    const last = pages.at(-1) ?? "";
    for (const text of [
      "TOPLAM: 100",
      "250",
      "125",
      "42.517,00 TL",
      "TESLİM ALAN (KARGO)",
      "İmza",
      "Tarih ve saat",
      `Sayfa ${pages.length} / ${pages.length}`,
    ])
      expect(last).toContain(text);
  });

  it("a manifest has its sums and signatures on one page, and names its carrier and day on each page", () => {
    for (let count = 28; count < 44; count++) {
      const pages = createManifestPages(HEAD, FONTS);
      pages.add(
        Array.from({ length: count }, (_, i) => ({
          ...aParcel(i),
          recipient: "Ali",
          district: "Of",
          city: "Trabzon",
        })),
      );
      const fields = Array.from(pages.pages(), ({ items }) =>
        items.flatMap((item) =>
          item.kind === "text" ? [item.field === "foot" ? item.line.text : item.field] : [],
        ),
      );
      expect(fields.map((page) => page.includes("sign.title"))).toEqual(
        fields.map((page) => page.includes("total")),
      );
      for (const page of fields)
        expect(page).toContainEqual(expect.stringContaining("Sürat Örnek Kargo · 21.11.2026"));
    }
  });

  it("a manifest has no page with only the sums and no parcel", () => {
    for (let count = 28; count < 44; count++) {
      const pages = createManifestPages(HEAD, FONTS);
      pages.add(
        Array.from({ length: count }, (_, i) => ({
          ...aParcel(i),
          recipient: "Ali",
          district: "Of",
          city: "Trabzon",
        })),
      );
      const last = Array.from(pages.pages()).at(-1)?.items ?? [];
      expect(
        last.some(
          (item) =>
            item.kind === "text" && item.field === "parcel.barcode" && item.line.text !== "Barkod",
        ),
        `${count} parcels`,
      ).toBe(true);
    }
  });

  it("a manifest has all its sums on one line", () => {
    const pages = createManifestPages(HEAD, FONTS);
    pages.add([aParcel(0), aParcel(1)]);
    const lines = Array.from(pages.pages()).flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "text" ? [item] : [])),
    );
    const total = lines.find(({ field }) => field === "total")?.baseline;
    expect(lines.filter(({ baseline }) => baseline === total).map(({ line }) => line.text)).toEqual(
      ["TOPLAM: 2", "5", "2,5", "2", "1.250,50 TL"],
    );
  });

  it("a manifest without parcels says that there is no valid shipment for its day", async () => {
    expect((await textsOf(await manifest(0))).join()).toContain("Bu gün için geçerli gönderi yok.");
  });

  it("no text of a manifest overlaps another or leaves the page", () => {
    const pages = createManifestPages(
      { ...HEAD, organizationName: "W".repeat(300), carrierName: "Ş".repeat(100) },
      FONTS,
    );
    pages.add(
      Array.from({ length: 80 }, (_, i) => ({
        ...aParcel(i),
        recipient: aParcel(i).recipient.repeat(1 + (i % 12)),
        barcode: "M".repeat(i),
        cashMinor: 10 ** (i % 13),
        currency: "TL",
        desi: "123456.789",
      })),
    );
    expect(faultsOf([...pages.pages()])).toEqual([]);
  });

  it("a manifest's workbook has numbers as numbers, times as times, and a frozen header row", async () => {
    const file = Buffer.from(await manifest(60, "xlsx"));
    const [sheet] = (await readXlsxFile(file)) as unknown as { sheet: string; data: unknown[][] }[];
    const rows = sheet?.data ?? [];
    expect([sheet?.sheet, rows.length, rows[0]?.slice(2, 6), rows[0]?.at(9)]).toEqual([
      HEAD.day,
      62,
      ["Barkod", "Alıcı", "İlçe", "İl"],
      "Kapıda ödeme",
    ]);
    const { barcode, recipient, district, city } = aParcel(0);
    expect(rows[1]).toEqual([
      1,
      1_000,
      barcode,
      recipient,
      district,
      city,
      2.5,
      1.25,
      1,
      1_250.5,
      "TL",
      new Date("2026-11-21T12:00:00Z"),
    ]);
    expect(rows.map((row) => row[3])).toEqual(
      expect.arrayContaining(["Çağla Şimşekoğlu", "محمد بن عبد الله"]),
    );
    expect(rows.at(-1)).toEqual([
      "TOPLAM",
      60,
      null,
      null,
      null,
      null,
      150,
      75,
      60,
      25_010,
      "TL",
      null,
    ]);
    const parts = unzip(file);
    const xml = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect(xml).toMatch(
      /<pane [^>]*ySplit="1"[^>]*state="frozen".*<col [^>]*width="8".*orientation="landscape"/,
    );
    const styles = parts.get("xl/styles.xml") ?? "";
    const formatOf = (cell: string): string | undefined => {
      const style = [...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf[^>]*>/g)][
        Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(xml)?.[1])
      ]?.[0];
      return new RegExp(
        `numFmtId="${/numFmtId="(\d+)"/.exec(style ?? "")?.[1]}" formatCode="([^"]*)"`,
      ).exec(styles)?.[1];
    };
    expect(["A2", "G2", "H2", "J2", "L2", "H62", "J62"].map(formatOf)).toEqual([
      undefined,
      "#,##0.###",
      "#,##0.###",
      "#,##0.00",
      "dd.mm.yyyy hh:mm",
      "#,##0.###",
      "#,##0.00",
    ]);
  });
});

describe("many labels in one file", () => {
  const order = (sheet: { startAt: number; hasCutMarks: boolean } | null) =>
    ({ kind: "labels", title: "labels", madeAt: HEAD.madeAt, sheet }) as const;
  const label = (barcode: string) => ({
    model: aLabel({ barcode }),
    media: { widthMm: 100, heightMm: 143 },
    dpi: 300 as const,
  });

  it("many labels are written in order, one to a page", async () => {
    const pages = await textsOf(
      await renderer.paper(order(null), () =>
        batches({ labels: [label("PB1"), label("PB2")] }, { labels: [label("PB3")] }),
      ),
    );
    expect(pages.map((text) => /PB\d/.exec(text)?.[0])).toEqual(["PB1", "PB2", "PB3"]);
  });

  it("another label is drawn between two batches", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const sheet = renderer.paper(order(null), async function* () {
      yield { labels: [label("PB1")] };
      await held;
      yield { labels: [label("PB2")] };
    });
    const between = await renderer.draw({ ...label("PB9"), format: "pdf" });
    release();
    expect([(await textsOf(between.bytes)).length, (await textsOf(await sheet)).length]).toEqual([
      1, 2,
    ]);
  });

  it("the error of a failed file names the shipment whose label cannot be drawn, and the next file is still written", async () => {
    const tooLong = {
      ...label("PB1"),
      model: aLabel({ barcode: "X".repeat(200), shipmentNumber: 77 }),
    };
    const failed = renderer
      .paper(order(null), () => batches({ labels: [label("PB1"), tooLong] }))
      .catch((error: unknown) => error);
    const next = renderer.paper(order({ startAt: 1, hasCutMarks: true }), () =>
      batches({ labels: [label("PB1")] }),
    );
    expect(await failed).toMatchObject({
      code: "E1072",
      message: expect.stringContaining("Shipment 77: ") as string,
      details: { shipmentNumber: 77 },
    });
    expect((await textsOf(await next)).length).toBe(1);
  });

  it("labels that are larger than their position on the sheet are rejected", async () => {
    const large = { ...label("PB1"), media: { widthMm: 100, heightMm: 150 } };
    await expect(
      renderer.paper(order({ startAt: 1, hasCutMarks: false }), () =>
        batches({ labels: [large, large] }, { labels: [large] }),
      ),
    ).rejects.toThrow("does not fit on the sheet");
  });

  it("a file of many labels fails with the error of the data that could not be read", async () => {
    const unreadable = async function* (): AsyncGenerator<PaperBatch> {
      yield { labels: [label("PB1")] };
      throw errors.labelNotHere();
    };
    await expect(renderer.paper(order(null), unreadable)).rejects.toMatchObject({ code: "E2020" });
  });

  it("labels are written again when their thread is lost, and are E2059 when the thread is lost again", async () => {
    const written: string[] = [];
    /** @param lost Numbers of the papers that are lost. */
    const orders = (...lost: number[]): ReturnType<typeof createPaperOrders> => {
      let last = 0;
      const call = (operation: string): Promise<unknown> => {
        written.push(operation);
        if (operation === "openPaper") return Promise.resolve((last += 1));
        if (lost.includes(last))
          return Promise.reject(
            Object.assign(new Error(`this thread has no paper ${last}`), { code: "NO_SUCH_PAPER" }),
          );
        return Promise.resolve(operation === "finishPaper" ? new Uint8Array(1) : undefined);
      };
      return createPaperOrders({ hold: () => () => undefined, call } as Parameters<
        typeof createPaperOrders
      >[0]);
    };
    expect(await orders(1)(order(null), () => batches({}, {}))).toHaveLength(1);
    expect(written).toEqual([
      "openPaper",
      "addToPaper",
      "openPaper",
      "addToPaper",
      "addToPaper",
      "finishPaper",
    ]);
    await expect(orders(1, 2)(order(null), () => batches({}))).rejects.toMatchObject({
      name: "RendererLostError",
      code: "E2059",
      status: 409,
    });
  });
});
