/**
 * Labels for a printer with its own paper and settings, which prints into a folder where the test
 * can read the bytes.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drawLabelDocument } from "../../../core/labels/labels.service.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import { eventually, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";
import { aFolder } from "./a-printer.ts";

const wait = (s: Station, id: string): Promise<PrintJob> =>
  eventually("the print has ended", async () => {
    const { data } = await s.desk<PrintJob>("GET", `/station/printjobs/${id}`);
    return ["SENT", "FAILED"].includes(data.status) && data;
  });

it("each print of a label uses the printer's current paper, offset, darkness, speed and bitmap encoding", async () => {
  const s = await station();
  const path = aFolder();
  const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
    name: "Raf",
    driver: "file",
    path,
    widthMm: 80,
    heightMm: 130,
    offsetXMm: 1,
    offsetYMm: -0.5,
    darkness: 3,
    speed: 4,
    graphics: "hex",
  });
  const shipment = await shipmentWithOffers(s);
  const { data: bought } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
  });
  expect(await wait(s, bought.printJob?.id ?? "")).toMatchObject({ status: "SENT", lastError: "" });

  await s.desk("PATCH", `/station/printers/${printer.id}`, {
    widthMm: 101.6,
    heightMm: 152.4,
    dpi: 300,
    offsetXMm: 0,
    offsetYMm: 0,
    darkness: null,
    speed: null,
    graphics: "z64",
  });
  const { data: reprint } = await s.desk<PrintJob>("POST", "/station/printjobs", {
    shipmentID: bought.transaction.shipment.id,
  });
  expect(await wait(s, reprint.id)).toMatchObject({ status: "SENT", lastError: "" });

  const sent = readdirSync(path)
    .toSorted()
    .map((name) => readFileSync(join(path, name), "latin1"));
  const [first = "", second = ""] = sent;
  expect(sent.map((zpl) => zpl.slice(0, zpl.indexOf("\n")))).toEqual([
    "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS-8^LT-4^MD3^PR4^PW640^LL1040^PQ1",
    "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS0^LT0^PW1200^LL1800^PQ1",
  ]);
  expect([first.includes(":Z64:"), second.includes(":Z64:")]).toEqual([false, true]);
});

it("a stored label that differs from its hash is drawn again and printed whole, and a damaged label whose hash matches fails", async () => {
  const folder = aFolder();
  const s = await station();
  await s.desk<PrinterRecord>("POST", "/station/printers", {
    name: "Raf",
    driver: "file",
    path: folder,
  });
  const keptOf = async (): Promise<{
    readonly shipmentID: string;
    readonly bytes: Buffer;
    readonly damaged: Buffer;
    readonly hash: string;
  }> => {
    const shipment = await shipmentWithOffers(s);
    await s.desk<DeskPurchase>("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: false,
    });
    const { bytes, hash } = await drawLabelDocument(s.core.deps, shipment.id, {
      language: "ZPL",
      dpi: 203,
    });
    // Without the third bitmap, which is a text.
    const damaged = Buffer.from(bytes)
      .toString("latin1")
      .split("\n")
      .filter((_, line) => line !== 3)
      .join("\n");
    return {
      shipmentID: shipment.id,
      bytes: Buffer.from(bytes),
      damaged: Buffer.from(damaged, "latin1"),
      hash,
    };
  };
  const print = async (shipmentID: string): Promise<PrintJob> =>
    wait(s, (await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID })).data.id);

  const first = await keptOf();
  s.core.deps.db.raw
    .prepare("UPDATE documents SET bytes = ? WHERE hash = ?")
    .run(first.damaged, first.hash);
  expect(await print(first.shipmentID)).toMatchObject({ status: "SENT", verification: "verified" });
  const files = readdirSync(folder).filter((file) => file.endsWith(".zpl"));
  expect(files.map((file) => readFileSync(join(folder, file)).equals(first.bytes))).toEqual([true]);

  // When the hash matches, the label's picture is compared with its drawing.
  const second = await keptOf();
  const hash = createHash("sha256").update(second.damaged).digest("hex");
  s.core.deps.db.raw
    .prepare("UPDATE documents SET bytes = ?, hash = ? WHERE hash = ?")
    .run(second.damaged, hash, second.hash);
  const { status, lastError } = await print(second.shipmentID);
  expect([status, lastError]).toEqual([
    "FAILED",
    expect.stringContaining("differs from the label that was drawn"),
  ]);
});

it("a reprinted label is marked as a copy, with its number and reason in the journal", async () => {
  const folder = aFolder();
  const s = await station();
  await s.desk<PrinterRecord>("POST", "/station/printers", {
    name: "Raf",
    driver: "file",
    path: folder,
  });
  const shipment = await shipmentWithOffers(s);
  const { data: bought } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
  });
  const first = await wait(s, bought.printJob?.id ?? "");
  const again = async (reason?: string): Promise<PrintJob> =>
    wait(
      s,
      (await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: shipment.id, reason }))
        .data.id,
    );
  const copies = [first, await again("damaged"), await again()];
  expect(
    copies.map(({ status, copyNumber, reason, isReprint, verification }) => [
      status,
      copyNumber,
      reason,
      isReprint,
      verification,
    ]),
  ).toEqual([
    ["SENT", 0, "", false, "verified"],
    ["SENT", 1, "damaged", true, "verified"],
    ["SENT", 2, "other", true, "verified"],
  ]);
  const files = readdirSync(folder).filter((file) => file.endsWith(".zpl"));
  expect(new Set(files.map((file) => readFileSync(join(folder, file), "latin1"))).size).toBe(3);
});
