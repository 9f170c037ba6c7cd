/** A label on its way to a printer with paper and settings of its own: in a folder, where its bytes can be read. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { PrinterRecord, PrintJob } from "../../../core/printing/printing.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import { eventually, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";
import { aFolder } from "./a-printer.ts";

const wait = (s: Station, id: string): Promise<PrintJob> =>
  eventually("the print has ended", async () => {
    const { data } = await s.desk<PrintJob>("GET", `/station/printjobs/${id}`);
    return ["SENT", "FAILED"].includes(data.status) && data;
  });

it("a label has its printer's paper, offset, darkness, speed and bitmap encoding, at each print those of that moment", async () => {
  const s = await station();
  const path = aFolder();
  const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", { name: "Raf", driver: "file", path, widthMm: 80, heightMm: 130, offsetXMm: 1, offsetYMm: -0.5, darkness: 3, speed: 4, graphics: "hex" });
  const shipment = await shipmentWithOffers(s);
  const { data: bought } = await s.desk<DeskPurchase>("POST", "/station/purchases", { offerID: shipment.offers?.cheapest?.id });
  expect(await wait(s, bought.printJob?.id ?? "")).toMatchObject({ status: "SENT", lastError: "" });

  await s.desk("PATCH", `/station/printers/${printer.id}`, { widthMm: 101.6, heightMm: 152.4, dpi: 300, offsetXMm: 0, offsetYMm: 0, darkness: null, speed: null, graphics: "z64" });
  const { data: reprint } = await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: bought.transaction.shipment.id });
  expect(await wait(s, reprint.id)).toMatchObject({ status: "SENT", lastError: "" });

  const sent = readdirSync(path).toSorted().map((name) => readFileSync(join(path, name), "latin1"));
  const [first = "", second = ""] = sent;
  expect(sent.map((zpl) => zpl.slice(0, zpl.indexOf("\n")))).toEqual([
    "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS-8^LT-4^MD3^PR4^PW640^LL1040^PQ1",
    "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS0^LT0^PW1200^LL1800^PQ1",
  ]);
  expect([first.includes(":Z64:"), second.includes(":Z64:")]).toEqual([false, true]);
});

it("a kept label that was damaged on the disk is drawn again, and printed whole", async () => {
  const folder = aFolder();
  const s = await station();
  const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", { name: "Raf", driver: "file", path: folder });
  const shipment = await shipmentWithOffers(s);
  const { data: bought } = await s.desk<DeskPurchase>("POST", "/station/purchases", { offerID: shipment.offers?.cheapest?.id });
  expect(await wait(s, bought.printJob?.id ?? "")).toMatchObject({ status: "SENT", printerID: printer.id });

  const kept = s.core.deps.db.raw.prepare<[], { hash: string; bytes: Buffer }>("SELECT hash, bytes FROM documents WHERE language = 'ZPL'").get();
  // The third bitmap is a text.
  const erased = kept?.bytes.toString("latin1").split("\n").filter((_, line) => line !== 3).join("\n") ?? "";
  s.core.deps.db.raw.prepare("UPDATE documents SET bytes = ? WHERE hash = ?").run(Buffer.from(erased, "latin1"), kept?.hash);
  const { data: reprint } = await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: bought.transaction.shipment.id });
  expect(await wait(s, reprint.id)).toMatchObject({ status: "SENT", verification: "verified" });
  const files = readdirSync(folder).filter((file) => file.endsWith(".zpl"));
  expect(files.map((file) => readFileSync(join(folder, file)).equals(kept?.bytes ?? Buffer.alloc(0)))).toEqual([true, true]);

  // With a hash that fits, what it looks like is compared with its drawing.
  const hash = createHash("sha256").update(erased, "latin1").digest("hex");
  s.core.deps.db.raw.prepare("UPDATE documents SET hash = ? WHERE hash = ?").run(hash, kept?.hash);
  const { data: third } = await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: bought.transaction.shipment.id });
  const { status, lastError } = await wait(s, third.id);
  expect([status, lastError]).toEqual(["FAILED", expect.stringContaining("not the one that was drawn")]);
});
