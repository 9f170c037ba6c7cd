/** Labels whose scanned code the carrier makes: bought by asking, and printed as the carrier drew them. */
import { describe, expect, it } from "vitest";
import { findAnnouncement } from "../../../../core/fulfilment/announcements/announcements.store.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import type { PrinterTransport } from "../../../../core/printing/transports/transport.ts";
import type { Diagnostics } from "../../../../core/station/diagnostics/diagnostics.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { sellingStation, type SellingStation } from "../../../helpers/selling-carrier.ts";
import { balanceOf, eventually, shipmentWithOffers } from "../../../helpers/station.ts";

async function withPrinter(): Promise<{ s: SellingStation; sent: string[] }> {
  const sent: string[] = [];
  const printers: PrinterTransport = {
    send(_printer, bytes) {
      sent.push(Buffer.from(bytes).toString());
      return Promise.resolve({ state: "SENT" });
    },
    proves: () => "SENT",
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
  const s = await sellingStation({ world: { printers } });
  await s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9_100,
  });
  return { s, sent };
}

async function offerOf(s: SellingStation): Promise<{ offerID: string; code: string }> {
  const { offers, organizationShipmentID } = await shipmentWithOffers(s);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  return { offerID: offer?.id ?? "", code: `#${organizationShipmentID}` };
}

async function buy(s: SellingStation): Promise<Transaction> {
  const { offerID } = await offerOf(s);
  const { body, status } = await s.call<Transaction>("POST", "/transactions", { offerID });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

const buyAtDesk = async (s: SellingStation, offerID: string) =>
  s.desk<{ transaction: Transaction }>("POST", "/station/purchases", { offerID, print: true });

function printed(s: SellingStation, shipmentID: string, count = 1): Promise<PrintJob[]> {
  return eventually("the prints have ended", async () => {
    const { list } = (
      await s.desk<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${shipmentID}`)
    ).data;
    return list.length === count && list.every(({ status }) => status === "SENT") && list;
  });
}

const open = async (s: SellingStation, code: string): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;

describe("a label whose code the carrier makes", () => {
  it("gets the carrier's code, and its ids are kept for later calls", async () => {
    const s = await sellingStation();
    const before = await balanceOf(s);
    const label = await buy(s);
    const row = findAnnouncement(s.core.deps.db, label.id);
    expect([label.shipment.barcode, label.shipment.trackingNumber, s.selling.calls]).toEqual([
      "880000000001",
      "T880000000001",
      ["buy"],
    ]);
    expect([row?.state, row?.details]).toEqual(["ANNOUNCED", '{"shipmentId":"S880000000001"}']);
    await s.call("DELETE", `/shipments/${label.shipment.id}`);
    expect([s.selling.cancels[0]?.details, s.selling.sold.size]).toMatchObject([
      { shipmentId: "S880000000001" },
      0,
    ]);
    expect(await balanceOf(s)).toBe(before);
  });

  it("keeps the carrier's short ids when its further ids are longer than is kept, and says so in the log", async () => {
    const s = await sellingStation();
    s.selling.details = { note: "x".repeat(1_990), branchCode: "34", words: "y".repeat(100_000) };
    const label = await buy(s);
    expect(findAnnouncement(s.core.deps.db, label.id)?.details).toBe(
      '{"branchCode":"34","shipmentId":"S880000000001"}',
    );
    await s.call("DELETE", `/shipments/${label.shipment.id}`);
    expect(s.selling.cancels[0]?.details).toMatchObject({ shipmentId: "S880000000001" });
    const { faults } = (await s.desk<Diagnostics>("GET", "/station/diagnostics")).data;
    expect(faults.map(({ message }) => message)).toContain(
      "a carrier gave more ids of a parcel than are kept; later calls may lack them",
    );
  });

  it("is printed and downloaded as the carrier drew it, also a second time", async () => {
    const { s, sent } = await withPrinter();
    const { offerID } = await offerOf(s);
    const { shipment } = (await buyAtDesk(s, offerID)).data.transaction;
    await printed(s, shipment.id);
    await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id });
    const jobs = await printed(s, shipment.id, 2);
    expect(sent.map((text) => [text.includes("Aktarma"), text.includes("880000000001")])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(jobs.map(({ verification }) => verification)).toEqual(["verified", "verified"]);
    const file = await fetch(shipment.labelURL ?? "");
    expect([
      file.status,
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ]).toEqual([200, "%PDF-"]);
    const picture = await s.desk<{ dataURL: string }>(
      "GET",
      `/station/labels/${shipment.id}/picture`,
    );
    expect(picture.data.dataURL.startsWith("data:image/png")).toBe(true);
  });

  it("is bought once when the answer is lost, and printed as ours with the carrier's code", async () => {
    const { s, sent } = await withPrinter();
    s.selling.moods.push("lost");
    const { offerID } = await offerOf(s);
    const buying = buyAtDesk(s, offerID);
    await eventually("the first attempt was made", () => s.selling.calls.length === 1);
    s.clock.nowMs += 60_000;
    const { shipment } = (await buying).data.transaction;
    await printed(s, shipment.id);
    expect([s.selling.calls, s.selling.sold.size, shipment.barcode]).toEqual([
      ["buy", "find"],
      1,
      "880000000001",
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain("Aktarma");
  });

  it.each(["page", "noLabel"] as const)(
    "is printed as ours when the carrier's file is %s",
    async (mood) => {
      const { s, sent } = await withPrinter();
      s.selling.moods.push(mood);
      const { offerID } = await offerOf(s);
      const { shipment } = (await buyAtDesk(s, offerID)).data.transaction;
      const [job] = await printed(s, shipment.id);
      expect([job?.verification, sent.length, shipment.barcode]).toEqual([
        "verified",
        1,
        "880000000001",
      ]);
    },
  );

  it(
    "that is not ready lets the packer go on, and is printed once when its order is scanned again",
    { tags: "all" },
    async () => {
      const { s, sent } = await withPrinter();
      const before = await balanceOf(s);
      s.selling.moods.push("notReady", "notReady");
      const { offerID, code } = await offerOf(s);
      const started = performance.now();
      const answer = await s.desk("POST", "/station/purchases", { offerID, print: true });
      expect(answer).toMatchObject({
        code: "E2008",
        reason: "notReady",
        values: { words: "Şube henüz belli değil" },
      });
      expect(performance.now() - started).toBeLessThan(5_000);
      expect((await open(s, code)).isLabelAwaited).toBe(true);
      s.clock.nowMs += 11_000;
      await eventually("the carrier was asked again", () => s.selling.calls.length >= 3);
      s.clock.nowMs += 11_000;
      await eventually("the label is there", () => s.selling.sold.size === 1);
      await eventually("the label is bought", () =>
        s.core.deps.db.raw.prepare("SELECT 1 FROM transactions WHERE status = 'DONE'").get(),
      );
      expect(sent).toEqual([]);
      const opened = await open(s, code);
      expect(opened.isLabelAwaited).toBe(false);
      await printed(s, opened.shipment.id);
      await open(s, code);
      await printed(s, opened.shipment.id);
      expect(sent).toHaveLength(1);
      expect(Number(before) - Number(await balanceOf(s))).toBeGreaterThan(0);
    },
  );

  it("that the carrier refuses is not bought, and nothing is charged", async () => {
    const s = await sellingStation();
    const before = await balanceOf(s);
    s.selling.moods.push("refused");
    const { offerID } = await offerOf(s);
    const { body } = await s.call("POST", "/transactions", { offerID });
    expect(body).toMatchObject({ code: "E2033" });
    expect(await balanceOf(s)).toBe(before);
  });
});
