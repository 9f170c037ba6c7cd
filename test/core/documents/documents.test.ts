import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { compareRaster, documentOf, findDocument, findDrawn, keepDocument, noteUsed, pruneDocuments, type DrawnOf } from "../../../core/documents/documents.service.ts";
import { LABEL_MEDIA } from "../../../core/documents/media.schema.ts";
import { boughtShipment, change, station, type Station } from "../../helpers/station.ts";
import { instantLabels } from "../printing/a-printer.ts";

const DAY_MS = 86_400_000;
const aLabel = { kind: "label", media: LABEL_MEDIA, language: "ZPL", dpi: 203 } as const;
const drawnBy = { layout: { name: "standard", version: 1 }, variant: "" } as const;
const bytes = Buffer.from("^XA^FDD1^FS^XZ");
const rows = (s: Station): unknown => s.core.deps.db.raw.prepare("SELECT count(*) FROM documents").pluck().get();

it("a content is kept once, by its SHA-256, with what it is", async () => {
  const { core } = await station();
  const file = documentOf(bytes, { ...aLabel, media: { widthMm: 80, heightMm: 60 }, source: "uploaded" });
  for (let i = 0; i < 2; i += 1) keepDocument(core.deps, file);
  expect(file.hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(findDocument(core.deps, file.hash)).toEqual({ hash: file.hash, kind: "label", media: { widthMm: 80, heightMm: 60 }, language: "ZPL", dpi: 203, source: "uploaded", bytes });
  expect(findDocument(core.deps, "0")).toBeUndefined();
});

it("the file that a label's link answers is the document that was drawn of it, one for each language", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const { shipment } = await boughtShipment(s);
  const hashes = [];
  for (const extension of ["zpl", "zpl", "pdf"]) {
    const answer = await fetch(shipment.labelURL.replace(/\.\w+$/, `.${extension}`));
    hashes.push(createHash("sha256").update(new Uint8Array(await answer.arrayBuffer())).digest("hex"));
  }
  const zpl = findDrawn(s.core.deps, { shipmentID: shipment.id, ...aLabel, ...drawnBy });
  expect(zpl).toMatchObject({ hash: hashes[0], media: LABEL_MEDIA, source: "drawn" });
  expect(hashes[1]).toBe(hashes[0]);
});

it("a drawn document is found by its whole key: another paper, density, layout, version of it or printer setting is another document", async () => {
  const { core } = await station();
  const of: DrawnOf = { shipmentID: "s1", ...aLabel, ...drawnBy };
  keepDocument(core.deps, documentOf(bytes, { ...aLabel, source: "drawn" }), { shipmentID: "s1", drawnBy });
  const others: DrawnOf[] = [
    { ...of, media: { widthMm: 80, heightMm: 130 } },
    { ...of, dpi: 300 },
    { ...of, layout: { name: "compact", version: 1 } },
    { ...of, layout: { name: "standard", version: 2 } },
    { ...of, variant: "hex" },
    { ...of, shipmentID: "s2" },
  ];
  expect([findDrawn(core.deps, of)?.bytes, ...others.map((other) => findDrawn(core.deps, other))]).toEqual([bytes, ...others.map(() => undefined)]);
});

it("of drawn documents the newest 32 MB stay; an only copy stays, also when it was drawn here before", async () => {
  const s = await station();
  const [both, drawn] = [documentOf(bytes, { ...aLabel, source: "drawn" }), documentOf(Buffer.from("^XA^FDD2^FS^XZ"), { ...aLabel, source: "drawn" })];
  keepDocument(s.core.deps, both, { shipmentID: "s1", drawnBy });
  keepDocument(s.core.deps, drawn, { shipmentID: "s2", drawnBy });
  keepDocument(s.core.deps, { ...both, source: "downloaded" });
  s.clock.nowMs += 1_000;
  for (let i = 0; i < 4; i += 1) keepDocument(s.core.deps, documentOf(Buffer.alloc(8 * 1024 * 1024, i), { ...aLabel, source: "drawn" }), { shipmentID: `large${i}`, drawnBy });
  expect(pruneDocuments(s.core.deps, 100)).toBe(1);
  expect([findDocument(s.core.deps, both.hash)?.source, findDocument(s.core.deps, drawn.hash), rows(s)]).toEqual(["downloaded", undefined, 5]);
});

it("drawn documents stay within their bound between two prunings", async () => {
  const s = await station();
  change(s, "INSERT INTO documents (hash, kind, width_mm, height_mm, language, source, shipment_id, dpi, created_at, bytes, used_at, size) VALUES ('old', 'label', 100, 150, 'ZPL', 'drawn', 's', 203, '', x'00', '2020', 33554432)");
  for (let i = 0; i < 64; i += 1) keepDocument(s.core.deps, documentOf(Buffer.from(`^XA^FD${i}^FS^XZ`), { ...aLabel, source: "drawn" }), { shipmentID: `s${i}`, drawnBy });
  expect(findDocument(s.core.deps, "old")).toBeUndefined();
});

it("an uploaded document goes after thirty days, a carrier's after those of the setting, counted from its last use", async () => {
  const s = await station({ settings: { downloadedLabelDays: 60 } });
  const keep = (text: string, source: "uploaded" | "downloaded"): string => {
    const file = documentOf(Buffer.from(text), { ...aLabel, source });
    keepDocument(s.core.deps, file);
    return file.hash;
  };
  const hashes = [keep("uploaded", "uploaded"), keep("used", "uploaded"), keep("carrier's", "downloaded"), keep("carrier's, used", "downloaded")];
  const left = (): boolean[] => hashes.map((hash) => findDocument(s.core.deps, hash) !== undefined);
  s.clock.nowMs += 29 * DAY_MS;
  noteUsed(s.core.deps, hashes[1] ?? "");
  noteUsed(s.core.deps, hashes[3] ?? "");
  s.clock.nowMs += 2 * DAY_MS;
  expect([pruneDocuments(s.core.deps, 100), left()]).toEqual([1, [false, true, true, true]]);
  s.clock.nowMs += 30 * DAY_MS;
  expect([pruneDocuments(s.core.deps, 100), left()]).toEqual([2, [false, false, false, true]]);
});

it("the first drawing's raster is kept for each paper and density, and another one is noticed", async () => {
  const { core } = await station();
  const of: DrawnOf = { shipmentID: "s1", ...aLabel, ...drawnBy };
  const [first, other] = ["a".repeat(64), "b".repeat(64)];
  expect([compareRaster(core.deps, of, first), compareRaster(core.deps, of, first), compareRaster(core.deps, of, other), compareRaster(core.deps, { ...of, dpi: 300 }, other)]).toEqual(["", "", first, ""]);
});

it("a label that is drawn with other dots than at first is given all the same, and its document names the first ones", async () => {
  const s = await station({ world: { labels: { ...instantLabels, draw: ({ model: { barcode } }) => Promise.resolve({ bytes: Buffer.from(`^XA^FD${barcode}^FS^XZ\n`.repeat((draws += 1))), rasterHash: String(draws).repeat(64), omitted: [], transliterated: [] }) } } });
  let draws = 0;
  const { shipment } = await boughtShipment(s);
  const link = shipment.labelURL.replace(/\.\w+$/, ".zpl");
  const first = await (await fetch(link)).text();
  change(s, "DELETE FROM documents");
  const second = await fetch(link);
  expect([second.status, (await second.text()) === first]).toEqual([200, false]);
  expect(s.core.deps.db.raw.prepare("SELECT first_raster FROM documents").pluck().all()).toEqual(["1".repeat(64)]);
});
