/** PDFs of the watched folder become papers of the orders that their names say. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Paper } from "../../../../core/printing/shipment-papers.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { aPDF, fileOf, folderOf, orderFile, watchFolder } from "../../../helpers/watched-folder.ts";
import { joinAt, open, separateAt } from "../../fulfilment/together/together-acts.ts";
import { eventually, parcel, station, type Station } from "../../../helpers/station.ts";

const quiet = { settings: { rateLimit: null } };

function shipmentOf(s: Station, orderNumber: string): string {
  return (
    s.core.deps.db.raw
      .prepare<[string], string>(
        "SELECT id FROM shipments WHERE order_number = ? AND status <> 'CANCELED'",
      )
      .pluck()
      .get(orderNumber) ?? ""
  );
}

async function papersOf(s: Station, orderNumber: string): Promise<Paper[]> {
  const id = shipmentOf(s, orderNumber);
  return (await s.call<{ list: Paper[] }>("GET", `/station/shipments/${id}/papers`)).body.data.list;
}

/** Opens an order at the desk, and buys its cheapest offer. */
async function buy(s: Station, code: string): Promise<void> {
  const { shipment } = (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;
  const bought = await s.desk("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
    print: false,
  });
  expect(bought.status).toBeLessThan(300);
}

describe("papers of the watched folder", { timeout: 60_000 }, () => {
  it("a PDF that came before its order waits, is attached when the order comes, and ends when its label is bought", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("P-1.pdf", aPDF());
    await fileOf(s, "P-1.pdf", "WAITING");
    expect([folder.list("papers"), (await folderOf(s)).papersWaiting]).toEqual([["P-1.pdf"], 1]);
    folder.drop("orders.csv", orderFile("P-1"));
    await fileOf(s, "P-1.pdf", "ATTACHED");
    expect((await papersOf(s, "P-1")).map(({ title, role }) => [title, role])).toEqual([
      ["P-1.pdf", "a4"],
    ]);
    await new Promise((done) => setTimeout(done, 200));
    expect(await papersOf(s, "P-1")).toHaveLength(1);
    const opened = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "P-1" });
    expect(opened.data.papers).toEqual(["P-1.pdf"]);
    await buy(s, "P-1");
    await fileOf(s, "P-1.pdf", "DONE");
    await eventually("the file is moved", () => folder.list("papers").length === 0);
    expect(folder.list("done")).toEqual(["P-1.pdf", "orders.csv"].toSorted());
  });

  it(
    "a name may say more after an underscore, and write a slash as a dash or as %2F",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("2026/7", "A_8", "N-9"));
      await fileOf(s, "orders.csv", "DONE");
      for (const name of [
        "2026-7.pdf",
        "2026%2F7_copy.pdf",
        "A_8_invoice_2.pdf",
        "N-9_waybill.pdf",
      ])
        folder.drop(name, aPDF(name));
      for (const name of [
        "2026-7.pdf",
        "2026%2F7_copy.pdf",
        "A_8_invoice_2.pdf",
        "N-9_waybill.pdf",
      ])
        await fileOf(s, name, "ATTACHED");
      expect(
        await Promise.all(["2026/7", "A_8", "N-9"].map(async (n) => (await papersOf(s, n)).length)),
      ).toEqual([2, 1, 1]);
    },
  );

  it(
    "the same PDF twice is one paper, and another PDF of the order is a second",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("Q-1"));
      await fileOf(s, "orders.csv", "DONE");
      folder.drop("Q-1.pdf", aPDF("one"));
      folder.drop("Q-1_again.pdf", aPDF("one"));
      folder.drop("Q-1_other.pdf", aPDF("two"));
      for (const name of ["Q-1.pdf", "Q-1_again.pdf", "Q-1_other.pdf"])
        await fileOf(s, name, "ATTACHED");
      expect(await papersOf(s, "Q-1")).toHaveLength(2);
    },
  );

  it("a PDF is refused for a number of two waiting orders, for a bought order, and after a week without an order", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("orders.csv", orderFile("R-1", "R-2"));
    await fileOf(s, "orders.csv", "DONE");
    await s.call(
      "POST",
      "/shipments",
      parcel({ order: { orderNumber: "R-1", sourceIdentifier: "shop" } }),
    );
    await buy(s, "R-2");
    folder.drop("R-1.pdf", aPDF());
    folder.drop("R-2.pdf", aPDF());
    folder.drop("R-3.pdf", aPDF());
    expect([
      (await fileOf(s, "R-1.pdf", "REFUSED")).reason,
      (await fileOf(s, "R-2.pdf", "REFUSED")).reason,
      (await fileOf(s, "R-3.pdf", "WAITING")).reason,
    ]).toEqual(["SEVERAL_ORDERS", "ALREADY_BOUGHT", ""]);
    s.clock.nowMs += 8 * 24 * 60 * 60_000;
    expect((await fileOf(s, "R-3.pdf", "REFUSED")).reason).toBe("NO_ORDER");
    await eventually("all are moved", () => folder.list("papers").length === 0);
    expect(folder.list("refused")).toHaveLength(6);
  });

  it(
    "a paper of an order that was packed with another goes back to it when they are separated",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("W-1", "W-2"));
      await fileOf(s, "orders.csv", "DONE");
      folder.drop("W-1.pdf", aPDF("one"));
      folder.drop("W-2.pdf", aPDF("two"));
      for (const name of ["W-1.pdf", "W-2.pdf"]) await fileOf(s, name, "ATTACHED");
      const { shipment, together } = await open(s, "W-1");
      const ids = together.waiting.map(({ shipmentID }) => shipmentID);
      const titles = async (number: string): Promise<string[]> =>
        (await papersOf(s, number)).map(({ title }) => title).toSorted();
      await joinAt(s, shipment.id, ids);
      await eventually("both are at the parcel", async () => (await titles("W-1")).length === 2);
      await separateAt(s, shipment.id);
      await eventually("each has its own", async () => (await titles("W-2")).length === 1);
      expect([await titles("W-1"), await titles("W-2")]).toEqual([["W-1.pdf"], ["W-2.pdf"]]);
    },
  );

  it("2,000 papers without an order do not keep a later one waiting", { tags: "all" }, async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    folder.drop("orders.csv", orderFile("Y-1"));
    await fileOf(s, "orders.csv", "DONE");
    for (let i = 0; i < 2_000; i += 1) {
      const claim = `20261121T080000000-${i.toString(16).padStart(8, "0")}`;
      writeFileSync(join(folder.path, "papers", `${claim}-none${i}.pdf`), aPDF());
    }
    folder.drop("Y-1.pdf", aPDF());
    await eventually("it is attached", async () => (await papersOf(s, "Y-1")).length === 1);
    expect((await folderOf(s)).papersWaiting).toBeGreaterThan(0);
  });

  it(
    "a later PDF of the same name replaces the earlier one, which is not printed",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("V-1"));
      await fileOf(s, "orders.csv", "DONE");
      folder.drop("V-1.pdf", aPDF("old"));
      await fileOf(s, "V-1.pdf", "ATTACHED");
      const [old] = await papersOf(s, "V-1");
      folder.drop("V-1.pdf", aPDF("new"));
      await fileOf(s, "V-1.pdf", "DONE");
      const now = await papersOf(s, "V-1");
      expect([now.length, now[0]?.documentHash === old?.documentHash]).toEqual([1, false]);
      await eventually("the old file is moved", () => folder.list("papers").length === 1);
      expect(folder.list("done").toSorted()).toEqual(["V-1.pdf", "orders.csv"]);
    },
  );

  it(
    "a PDF is refused for a number that waits in one source and was bought this week in another",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("U-1"));
      await fileOf(s, "orders.csv", "DONE");
      await buy(s, "U-1");
      const other = parcel({ order: { orderNumber: "U-1", sourceIdentifier: "shop" } });
      await s.call("POST", "/shipments", other);
      folder.drop("U-1.pdf", aPDF());
      expect((await fileOf(s, "U-1.pdf", "REFUSED")).reason).toBe("SEVERAL_ORDERS");
      s.clock.nowMs += 8 * 24 * 60 * 60_000;
      folder.drop("U-1.pdf", aPDF());
      await fileOf(s, "U-1.pdf", "ATTACHED");
    },
  );

  it(
    "a paper follows its order when the order is cancelled before its label and packed again",
    { tags: "all" },
    async () => {
      const s = await station(quiet);
      const folder = await watchFolder(s);
      folder.drop("orders.csv", orderFile("S-1"));
      await fileOf(s, "orders.csv", "DONE");
      folder.drop("S-1.pdf", aPDF());
      await fileOf(s, "S-1.pdf", "ATTACHED");
      const old = shipmentOf(s, "S-1");
      await s.call("DELETE", `/shipments/${old}`);
      await fileOf(s, "S-1.pdf", "WAITING");
      await s.desk("POST", "/station/orders/again", { shipmentID: old });
      await fileOf(s, "S-1.pdf", "ATTACHED");
      expect([await papersOf(s, "S-1"), shipmentOf(s, "S-1") === old]).toMatchObject([
        [{ title: "S-1.pdf" }],
        false,
      ]);
    },
  );
});
