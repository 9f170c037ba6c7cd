/** The label that must be scanned back from its parcel before the next order is opened. */
import { afterAll, describe, expect, it } from "vitest";
import type { LabelToScan } from "../../../../core/fulfilment/packing/label-scans.schema.ts";
import { createSimulator, type Simulator } from "../../../../core/printing/simulator/simulator.ts";
import { pruneInSlices } from "../../../../core/station/upkeep/prune.ts";
import type { DeskPurchase, OpenedOrder } from "../../../../core/station/station.schema.ts";
import { lastingStation, station, type Station } from "../../../helpers/station.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { joinAt, open, ordersFile } from "../together/together-acts.ts";

const DAY_MS = 24 * 60 * 60_000;

const scan = (s: Station, code: string) =>
  s.desk<OpenedOrder>("POST", "/station/orders/open", { code });
const labels = async (s: Station) =>
  (await s.desk<{ list: LabelToScan[] }>("GET", "/station/packing/labels-to-scan")).data.list;
const skip = (s: Station, shipmentID: string) =>
  s.desk<{ nextCode: string }>("POST", "/station/packing/labels-to-scan/broken-scanner", {
    shipmentID,
  });

async function buy(s: Station, code: string) {
  const { shipment } = await open(s, code);
  const { status, data, ...rest } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
    print: true,
    printAnyway: true,
  });
  return { ...rest, status, shipment: data?.transaction?.shipment };
}

const printers: Simulator[] = [];
afterAll(async () => {
  await Promise.all(printers.map((printer) => printer.close()));
});

async function aPrinter(): Promise<Simulator> {
  const made = await createSimulator({ port: 0, httpPort: 0, dir: temporaryFolder() });
  printers.push(made);
  return made;
}

/** Starts a station with the setting, and orders of three recipients. */
async function withSetting(s: Station): Promise<Station> {
  await ordersFile(s, [
    { no: "L-1" },
    { no: "L-2", name: "Ayşe Ak" },
    { no: "L-3", name: "Can Bal" },
  ]);
  await s.desk("PATCH", "/station/packing/settings", { requireScannedLabel: true });
  const { port } = await aPrinter();
  const printer = { name: "Zebra", driver: "tcp", host: "127.0.0.1", port };
  await s.desk("POST", "/station/printers", printer);
  return s;
}

describe("after a print, with the setting on", () => {
  it("the next order waits until the label is scanned, and is then named", async () => {
    const s = await withSetting(await station());
    const { shipment } = await buy(s, "L-1");
    const refused = await scan(s, "L-2");
    expect([refused.status, refused.code, refused.reason, refused.values]).toEqual([
      409,
      "E2262",
      "NEXT_ORDER",
      { number: shipment?.organizationShipmentID, order: "L-1" },
    ]);
    const scanned = await scan(s, shipment?.barcode ?? "");
    expect([scanned.data.shipment.id, scanned.data.nextCode]).toEqual([shipment?.id, "L-2"]);
    expect([(await scan(s, "L-2")).status, await labels(s)]).toEqual([200, []]);
  });

  it("a doubled scan of the label changes nothing", async () => {
    const s = await withSetting(await station());
    const { shipment } = await buy(s, "L-1");
    const code = shipment?.barcode ?? "";
    const both = [await scan(s, code), await scan(s, code)];
    expect(both.map(({ status, data }) => [status, data.shipment.id, data.nextCode])).toEqual([
      [200, shipment?.id, ""],
      [200, shipment?.id, ""],
    ]);
  });

  it("another parcel's label says so, and the order that was scanned before stays remembered", async () => {
    const s = await withSetting(await station());
    const other = await buy(s, "L-2");
    await scan(s, other.shipment?.barcode ?? "");
    const { shipment } = await buy(s, "L-1");
    await scan(s, "L-3");
    const refused = await scan(s, other.shipment?.barcode ?? "");
    expect([refused.code, refused.reason]).toEqual(["E2262", "OTHER_LABEL"]);
    expect((await scan(s, shipment?.barcode ?? "")).data.nextCode).toBe("L-3");
  });

  it("the label's own order can be opened and printed again, and no other label is bought and printed", async () => {
    const s = await withSetting(await station());
    const other = await open(s, "L-2");
    const { shipment } = await buy(s, "L-1");
    const refused = await s.desk("POST", "/station/purchases", {
      offerID: other.shipment.offers?.cheapest?.id,
      print: true,
      printAnyway: true,
    });
    const again = await s.desk("POST", "/station/printjobs", {
      shipmentID: shipment?.id,
    });
    expect([refused.code, (await scan(s, "L-1")).status, again.status]).toEqual([
      "E2262",
      200,
      201,
    ]);
  });

  it("each box's label must be scanned", async () => {
    const s = await withSetting(await station());
    const { shipment } = await buy(s, "L-1");
    await s.desk("POST", `/station/shipments/${shipment?.id}/boxes`, {});
    expect((await scan(s, `#${(shipment?.organizationShipmentID ?? 0) + 3}`)).code).toBe("E2262");
  });

  it(
    "a packer goes on without the scan when the scanner is broken, and the audit log has it",
    { tags: "all" },
    async () => {
      const s = await withSetting(await station());
      const { shipment } = await buy(s, "L-1");
      await scan(s, "L-2");
      expect((await skip(s, shipment?.id ?? "")).data.nextCode).toBe("L-2");
      expect((await scan(s, "L-2")).status).toBe(200);
      await expect
        .poll(
          () =>
            s.core.deps.db
              .sql<{ n: number }>(
                `SELECT count(*) AS n FROM audit_entries WHERE act = 'changed skipBrokenScanner' AND subject_id = ?`,
              )
              .get(shipment?.id)?.n,
        )
        .toBe(1);
    },
  );

  it("nobody waits for a label that waits for a printer", async () => {
    const s = await withSetting(await station());
    const { list } = (await s.desk<{ list: { id: string }[] }>("GET", "/station/printers")).data;
    for (const { id } of list) await s.desk("DELETE", `/station/printers/${id}`);
    await buy(s, "L-1");
    await expect.poll(async () => (await labels(s)).length).toBe(0);
    expect((await scan(s, "L-2")).status).toBe(200);
  });

  it("a cancelled label is awaited no longer", { tags: "all" }, async () => {
    const s = await withSetting(await station());
    const { shipment } = await buy(s, "L-1");
    await s.desk("DELETE", `/shipments/${shipment?.id}`);
    expect((await scan(s, "L-2")).status).toBe(200);
  });

  it(
    "a restart of the station keeps the label and the order that was scanned",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      const before = await withSetting(await lastingStation({ dataDir }));
      const { shipment } = await buy(before, "L-1");
      await scan(before, "L-2");
      await before.stop();
      const s = await lastingStation({ dataDir });
      expect((await labels(s)).map(({ orderNumber, nextCode }) => [orderNumber, nextCode])).toEqual(
        [["L-1", "L-2"]],
      );
      expect((await scan(s, "L-3")).code).toBe("E2262");
      expect((await scan(s, shipment?.barcode ?? "")).data.nextCode).toBe("L-3");
      await s.stop();
    },
  );
});

it("a purchase at the desk is E2263 until each order in the parcel has its invoice number, with that setting on", async () => {
  const s = await station();
  await ordersFile(s, [{ no: "T-1", invoice: "F1" }, { no: "T-2" }, { no: "T-3", invoice: "F3" }]);
  await s.desk("PATCH", "/station/packing/settings", { requireInvoice: true });
  const first = (await open(s, "T-1")).shipment;
  const ids = (await open(s, "T-1")).together.waiting;
  const idOf = (no: string) => ids.find((o) => o.orderNumber === no)?.shipmentID ?? "";
  const missing = await buy(s, "T-2");
  expect([missing.status, missing.code]).toEqual([409, "E2263"]);
  const { data } = await joinAt(s, first.id, [idOf("T-3")]);
  expect(data.shipment.order?.invoiceNumber).toBe("F1, F3");
  expect((await buy(s, "T-1")).status).toBe(201);
});

it(
  "a label that was not scanned for a week is forgotten, and no order waits for it",
  { tags: "all" },
  async () => {
    const s = await withSetting(await station());
    await buy(s, "L-1");
    const { deps } = s.core;
    const count = (): number =>
      deps.db.sql<{ n: number }>(`SELECT count(*) AS n FROM labels_to_scan`).get()?.n ?? 0;
    const prune = pruneInSlices(deps);
    const pruned = (): number => {
      while (prune());
      return count();
    };
    s.clock.nowMs += 6 * DAY_MS;
    expect(pruned()).toBe(1);
    s.clock.nowMs += 2 * DAY_MS;
    expect(pruned()).toBe(0);
    expect((await scan(s, "L-2")).status).toBe(200);
  },
);
