import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import {
  compareRaster,
  documentOf,
  findDocument,
  findDrawn,
  keepDocument,
  noteUsed,
  pruneDocuments,
  type DrawnOf,
} from "../../../../core/db/documents/documents.service.ts";
import { drawLabelDocument } from "../../../../core/labels/labels.service.ts";
import type { Document } from "../../../../core/db/documents/documents.schema.ts";
import { LABEL_MEDIA } from "../../../../core/db/documents/media.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { erasePurchase } from "../../../../core/fulfilment/transactions/erase-purchase.ts";
import { boughtShipment, change, station, type Station } from "../../../helpers/station.ts";
import { instantLabels } from "../../printing/a-printer.ts";

const DAY_MS = 86_400_000;
const aLabel = { kind: "label", media: LABEL_MEDIA, language: "ZPL", dpi: 203 } as const;
const drawnBy = { layout: { name: "standard", version: 3 }, variant: "" } as const;
const bytes = Buffer.from("^XA^FDD1^FS^XZ");
const rows = (s: Station): unknown =>
  s.core.deps.db.raw.prepare("SELECT count(*) FROM documents").pluck().get();

it("a document that is stored twice is found under its SHA-256, with its description", async () => {
  const { core } = await station();
  const file = documentOf(bytes, {
    ...aLabel,
    media: { widthMm: 80, heightMm: 60 },
    source: "uploaded",
  });
  for (let i = 0; i < 2; i += 1) keepDocument(core.deps, file);
  expect(file.hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(findDocument(core.deps, file.hash)).toEqual({
    hash: file.hash,
    kind: "label",
    media: { widthMm: 80, heightMm: 60 },
    language: "ZPL",
    dpi: 203,
    source: "uploaded",
    bytes,
  });
  expect(findDocument(core.deps, "0")).toBeUndefined();
});

it("a label's link stores the drawn document, one per language, and returns the same document again", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const hashes = [];
  for (const extension of ["zpl", "zpl", "pdf"]) {
    const answer = await fetch(shipment.labelURL.replace(/\.\w+$/, `.${extension}`));
    hashes.push(
      createHash("sha256")
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest("hex"),
    );
  }
  const zpl = findDrawn(s.core.deps, { shipmentID: shipment.id, ...aLabel, ...drawnBy });
  expect(zpl).toMatchObject({ hash: hashes[0], media: LABEL_MEDIA, source: "drawn" });
  expect(hashes[1]).toBe(hashes[0]);
  expect(
    s.core.deps.db.raw.prepare("SELECT language FROM documents ORDER BY language").pluck().all(),
  ).toEqual(["PDF", "ZPL"]);
});

it("a drawn document is found only by the same shipment, paper, density, layout, layout version and printer setting", async () => {
  const { core } = await station();
  const of: DrawnOf = { shipmentID: "s1", ...aLabel, ...drawnBy };
  keepDocument(core.deps, documentOf(bytes, { ...aLabel, source: "drawn" }), {
    shipmentID: "s1",
    drawnBy,
  });
  const others: DrawnOf[] = [
    { ...of, media: { widthMm: 80, heightMm: 130 } },
    { ...of, dpi: 300 },
    { ...of, layout: { name: "compact", version: 2 } },
    { ...of, layout: { name: "standard", version: 1 } },
    { ...of, variant: "hex" },
    { ...of, shipmentID: "s2" },
  ];
  expect([
    findDrawn(core.deps, of)?.bytes,
    ...others.map((other) => findDrawn(core.deps, other)),
  ]).toEqual([bytes, ...others.map(() => undefined)]);
});

it(
  "the newest 32 MB of drawn documents stay, and so does an older one whose bytes are also a carrier's document",
  { tags: "all" },
  async () => {
    const s = await station();
    const [both, drawn] = [
      documentOf(bytes, { ...aLabel, source: "drawn" }),
      documentOf(Buffer.from("^XA^FDD2^FS^XZ"), { ...aLabel, source: "drawn" }),
    ];
    keepDocument(s.core.deps, both, { shipmentID: "s1", drawnBy });
    keepDocument(s.core.deps, drawn, { shipmentID: "s2", drawnBy });
    keepDocument(s.core.deps, { ...both, source: "downloaded" });
    s.clock.nowMs += 1_000;
    for (let i = 0; i < 4; i += 1)
      keepDocument(
        s.core.deps,
        documentOf(Buffer.alloc(8 * 1024 * 1024, i), { ...aLabel, source: "drawn" }),
        { shipmentID: `large${i}`, drawnBy },
      );
    expect(pruneDocuments(s.core.deps, 100)).toBe(1);
    expect([
      findDocument(s.core.deps, both.hash)?.source,
      findDocument(s.core.deps, drawn.hash),
      rows(s),
    ]).toEqual(["downloaded", undefined, 5]);
  },
);

it("drawn documents stay within their limit between two prunings", async () => {
  const s = await station();
  change(
    s,
    "INSERT INTO documents (hash, kind, width_mm, height_mm, language, source, shipment_id, dpi, created_at, bytes, used_at, size) VALUES ('old', 'label', 100, 150, 'ZPL', 'drawn', 's', 203, '', x'00', '2020', 33554432)",
  );
  for (let i = 0; i < 64; i += 1)
    keepDocument(
      s.core.deps,
      documentOf(Buffer.from(`^XA^FD${i}^FS^XZ`), { ...aLabel, source: "drawn" }),
      { shipmentID: `s${i}`, drawnBy },
    );
  expect(findDocument(s.core.deps, "old")).toBeUndefined();
});

it("an upload is deleted thirty days after its last use, and a carrier's document after the days of the setting", async () => {
  const s = await station({ settings: { downloadedLabelDays: 60 } });
  const keep = (text: string, source: "uploaded" | "downloaded"): string => {
    const file = documentOf(Buffer.from(text), { ...aLabel, source });
    keepDocument(s.core.deps, file);
    return file.hash;
  };
  const hashes = [
    keep("uploaded", "uploaded"),
    keep("used", "uploaded"),
    keep("carrier's", "downloaded"),
    keep("carrier's, used", "downloaded"),
  ];
  const left = (): boolean[] => hashes.map((hash) => findDocument(s.core.deps, hash) !== undefined);
  s.clock.nowMs += 29 * DAY_MS;
  noteUsed(s.core.deps, hashes[1] ?? "");
  noteUsed(s.core.deps, hashes[3] ?? "");
  s.clock.nowMs += 2 * DAY_MS;
  expect([pruneDocuments(s.core.deps, 100), left()]).toEqual([1, [false, true, true, true]]);
  s.clock.nowMs += 30 * DAY_MS;
  expect([pruneDocuments(s.core.deps, 100), left()]).toEqual([2, [false, false, false, true]]);
});

/** Starts a station without a printer, so that prints wait. */
async function waitingDesk(settings: Record<string, unknown> = {}) {
  const s = await station({ world: { labels: instantLabels }, settings });
  const upload = async (content: Buffer) =>
    s.desk<Document>("POST", "/station/documents", { content: content.toString("base64") });
  const print = async (shipmentID: string, documentHash: string) =>
    s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID, documentHash });
  return { s, upload, print, has: (hash: string) => findDocument(s.core.deps, hash) !== undefined };
}

it(
  "the longest unused uploads are deleted beyond the setting's MB, but never documents that wait for a print",
  { tags: "all" },
  async () => {
    const { s, upload, print, has } = await waitingDesk({ uploadedDocumentsMB: 10 });
    const pdf = (fill: number): Buffer =>
      Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(4 * 1024 * 1024, fill)]);
    const { shipment } = await boughtShipment(s);
    const hashes: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      hashes.push((await upload(pdf(i))).data.hash);
      s.clock.nowMs += 1_000;
      if (i === 0) await print(shipment.id, hashes[0] ?? "");
    }
    expect(hashes.map(has)).toEqual([true, false, true]);
    await print(shipment.id, hashes[2] ?? "");
    expect(await upload(pdf(3))).toMatchObject({ status: 409, code: "E2060" });
    expect(hashes.map(has)).toEqual([true, false, true]);
  },
);

it("an upload is deleted on request, unless it waits for a print, and a carrier's document is not deleted", async () => {
  const { s, upload, print, has } = await waitingDesk();
  const { shipment } = await boughtShipment(s);
  const [free, waiting] = [
    (await upload(Buffer.from("^XA^FD1^FS^XZ"))).data,
    (await upload(Buffer.from("^XA^FD2^FS^XZ"))).data,
  ];
  await print(shipment.id, waiting.hash);
  const carriers = documentOf(bytes, { ...aLabel, source: "downloaded" });
  keepDocument(s.core.deps, carriers);
  const remove = (hash: string) => s.desk<Document>("DELETE", `/station/documents/${hash}`);
  expect(await remove(free.hash)).toMatchObject({ status: 200, data: free });
  expect([
    await remove(free.hash),
    await remove(waiting.hash),
    await remove(carriers.hash),
  ]).toMatchObject([
    { status: 404, code: "E2056" },
    { status: 409, code: "E2061" },
    { status: 404, code: "E2056" },
  ]);
  expect([free.hash, waiting.hash, carriers.hash].map(has)).toEqual([false, true, true]);
});

it("an upload printed for shipments is erased when the personal data of the last of them is erased", async () => {
  const { s, upload, print, has } = await waitingDesk();
  const shipments = [(await boughtShipment(s)).shipment.id, (await boughtShipment(s)).shipment.id];
  const [own, shared, others] = await Promise.all(
    ["own", "shared", "others"].map(
      async (text) => (await upload(Buffer.from(`^XA^FD${text}^FS^XZ`))).data.hash,
    ),
  );
  for (const [shipment, hash] of [
    [0, own],
    [0, shared],
    [1, shared],
  ] as const)
    await print(shipments[shipment] ?? "", hash ?? "");
  const left = (): boolean[] => [own, shared, others].map((hash) => has(hash ?? ""));
  erasePurchase(s.core.deps, shipments[0] ?? "");
  expect(left()).toEqual([false, true, true]);
  erasePurchase(s.core.deps, shipments[1] ?? "");
  expect(left()).toEqual([false, false, true]);
});

it("a drawn label that is also uploaded is erased with its shipment's personal data", async () => {
  const { s, upload, has } = await waitingDesk();
  const { shipment } = await boughtShipment(s);
  const drawn = documentOf(bytes, { ...aLabel, source: "drawn" });
  keepDocument(s.core.deps, drawn, { shipmentID: shipment.id, drawnBy });
  expect([(await upload(bytes)).data.hash, findDocument(s.core.deps, drawn.hash)?.source]).toEqual([
    drawn.hash,
    "uploaded",
  ]);
  erasePurchase(s.core.deps, shipment.id);
  expect(has(drawn.hash)).toBe(false);
});

it("the first drawing's raster is stored per density, and a different raster is detected", async () => {
  const { core } = await station();
  const of = { shipmentID: "s1", ...aLabel, ...drawnBy, copyNumber: 0 };
  const [first, other] = ["a".repeat(64), "b".repeat(64)];
  expect([
    compareRaster(core.deps, of, first),
    compareRaster(core.deps, of, first),
    compareRaster(core.deps, of, other),
    compareRaster(core.deps, { ...of, dpi: 300 }, other),
  ]).toEqual(["", "", first, ""]);
});

it("a label drawn with other dots than at first is still returned, and its document refers to the first dots", async () => {
  const s = await station({
    world: {
      labels: {
        ...instantLabels,
        draw: ({ model: { barcode } }) =>
          Promise.resolve({
            bytes: Buffer.from(`^XA^FD${barcode}^FS^XZ\n`.repeat((draws += 1))),
            rasterHash: String(draws).repeat(64),
            omitted: [],
            transliterated: [],
          }),
      },
    },
  });
  let draws = 0;
  const { shipment } = await boughtShipment(s);
  const link = shipment.labelURL.replace(/\.\w+$/, ".zpl");
  const first = await (await fetch(link)).text();
  change(s, "DELETE FROM documents");
  const second = await fetch(link);
  expect([second.status, (await second.text()) === first]).toEqual([200, false]);
  expect(s.core.deps.db.raw.prepare("SELECT first_raster FROM documents").pluck().all()).toEqual([
    "1".repeat(64),
  ]);
  // The check must not compare the document with dots that the document does not have.
  expect(
    (await drawLabelDocument(s.core.deps, shipment.id, { language: "ZPL", dpi: 203 })).rasterHash,
  ).toBe("");
});

it("a copy, whose mark is in its dots, has a first drawing separate from the label's", async () => {
  const s = await station({
    world: {
      labels: {
        ...instantLabels,
        draw: ({ model: { copyNumber } }) =>
          Promise.resolve({
            bytes: Buffer.from(`^XA^FDcopy ${copyNumber}^FS^XZ`),
            rasterHash: String(copyNumber).repeat(64),
            omitted: [],
            transliterated: [],
          }),
      },
    },
  });
  const { shipment } = await boughtShipment(s);
  const dots = async (copyNumber: number): Promise<string> =>
    (await drawLabelDocument(s.core.deps, shipment.id, { language: "ZPL", dpi: 203, copyNumber }))
      .rasterHash;
  const each = [await dots(1), await dots(0), await dots(2)];
  expect(each).toEqual(["1".repeat(64), "0".repeat(64), "2".repeat(64)]);
  // The stored documents give the same hashes.
  expect([await dots(1), await dots(0), await dots(2)]).toEqual(each);
  expect(
    s.core.deps.db.raw.prepare("SELECT DISTINCT first_raster FROM documents").pluck().all(),
  ).toEqual([""]);
});
