import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { documentOf, findDocument, findDrawn, keepDocument, pruneDocuments } from "../../../core/documents/documents.service.ts";
import { LABEL_MEDIA } from "../../../core/documents/media.schema.ts";
import { boughtShipment, station, type Station } from "../../helpers/station.ts";
import { instantLabels } from "../printing/a-printer.ts";

const aLabel = { kind: "label", media: LABEL_MEDIA, language: "ZPL" } as const;
const bytes = Buffer.from("^XA^FDD1^FS^XZ");
const rows = (s: Station): unknown => s.core.deps.db.raw.prepare("SELECT count(*) FROM documents").pluck().get();

it("a content is kept once, by its SHA-256, with what it is", async () => {
  const { core } = await station();
  const file = documentOf(bytes, { ...aLabel, media: { widthMm: 80, heightMm: 60 }, source: "uploaded" });
  for (let i = 0; i < 2; i += 1) keepDocument(core.deps, file, null);
  expect(file.hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(findDocument(core.deps, file.hash)).toEqual({ hash: file.hash, kind: "label", media: { widthMm: 80, heightMm: 60 }, language: "ZPL", source: "uploaded", bytes });
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
  const zpl = findDrawn(s.core.deps, { shipmentID: shipment.id, kind: "label", language: "ZPL", dpi: 203 });
  expect(zpl).toMatchObject({ hash: hashes[0], media: LABEL_MEDIA, source: "drawn" });
  expect(hashes[1]).toBe(hashes[0]);
});

it("old drawn documents are deleted; an only copy stays, also when it was drawn here before", async () => {
  const s = await station();
  const [both, drawn] = [documentOf(bytes, { ...aLabel, source: "drawn" }), documentOf(Buffer.from("^XA^FDD2^FS^XZ"), { ...aLabel, source: "drawn" })];
  keepDocument(s.core.deps, both, { shipmentID: "s1", dpi: 203 });
  keepDocument(s.core.deps, drawn, { shipmentID: "s2", dpi: 203 });
  keepDocument(s.core.deps, { ...both, source: "downloaded" }, null);
  s.core.deps.db.raw.exec("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO documents SELECT 'h' || i, 'label', 100, 150, 'ZPL', 'drawn', 's' || i, 203, '', x'00' FROM n");
  expect(pruneDocuments(s.core.deps, 100)).toBe(1);
  expect([findDocument(s.core.deps, both.hash)?.source, findDocument(s.core.deps, drawn.hash), rows(s)]).toEqual(["downloaded", undefined, 5_001]);
});
