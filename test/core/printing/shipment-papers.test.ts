/** Papers of a shipment are printed as one set with its label, each on its role's printer. */
import { describe, expect, it } from "vitest";
import { createCanvas, paintBox } from "../../../core/labels/draw/canvas.ts";
import { encodePng } from "../../../core/labels/png.ts";
import type { Paper } from "../../../core/printing/shipment-papers.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  trueTime,
  type Station,
} from "../../helpers/station.ts";
import { aSimulator } from "./a-printer.ts";

async function anInvoice(s: Station): Promise<string> {
  const canvas = createCanvas(400, 300);
  paintBox(canvas, { x: 50, y: 50, width: 300, height: 100 });
  return (
    await s.call<{ hash: string }>("POST", "/station/documents", {
      content: Buffer.from(encodePng(canvas, 8)).toString("base64"),
    })
  ).body.data.hash;
}

const jobsOf = async (s: Station, shipmentID: string): Promise<PrintJob[]> =>
  (await s.call<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${shipmentID}`)).body
    .data.list;

describe("the papers of a shipment", { timeout: 60_000 }, () => {
  it("papers are queued with the label for the printer of their role, and a later paper is queued at once", async () => {
    const s = await station({ settings: { rateLimit: null }, world: { now: trueTime } });
    const [labels, office] = await Promise.all([aSimulator(), aSimulator()]);
    await s.desk("POST", "/station/printers", {
      name: "Labels",
      driver: "tcp",
      host: "127.0.0.1",
      port: labels.port,
    });
    const { id: a4 } = (
      await s.desk<{ id: string }>("POST", "/station/printers", {
        name: "Office",
        driver: "tcp",
        host: "127.0.0.1",
        port: office.port,
      })
    ).data;
    await s.desk("PUT", "/station/printers/roles", { a4 });
    const [shipment, documentHash] = [await shipmentWithOffers(s), await anInvoice(s)];
    const path = `/station/shipments/${shipment.id}/papers`;
    const first = (await s.call<Paper>("POST", path, { documentHash, title: "Invoice" })).body.data;
    const taken = (await s.call<Paper>("POST", path, { documentHash, title: "Not needed" })).body
      .data;
    expect((await s.call("DELETE", `${path}/${taken.id}`)).status).toBe(200);
    expect([
      first.printJobID,
      await jobsOf(s, shipment.id),
      (await s.call("DELETE", `/station/documents/${documentHash}`)).body.code,
    ]).toEqual([null, [], "E2061"]);

    await s.desk("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: true,
    });
    const both = await eventually("label and paper are printed", async () => {
      const jobs = await jobsOf(s, shipment.id);
      return jobs.length === 2 && jobs.every(({ status }) => status === "CONFIRMED") && jobs;
    });
    expect(
      both.map(({ kind, title, printerName }) => `${kind} ${title} ${printerName}`).toSorted(),
    ).toEqual(["LABEL  Labels", "PAPER Invoice Office"]);
    expect([labels.jobs().length, office.jobs().length]).toEqual([1, 1]);

    const late = (await s.call<Paper>("POST", path, { documentHash, copies: 2 })).body.data;
    expect(late.printJobID).not.toBeNull();
    await eventually("two copies of the late paper are printed", () =>
      Promise.resolve(office.jobs().length === 3 && true),
    );
    expect((await s.call("DELETE", `${path}/${late.id}`)).body.code).toBe("E2071");
  });

  it("papers do not replace the label as the purchase's print job, and are shown as papers", async () => {
    const s = await station({ settings: { rateLimit: null } });
    const [shipment, documentHash] = [await shipmentWithOffers(s), await anInvoice(s)];
    await s.call("POST", `/station/shipments/${shipment.id}/papers`, {
      documentHash,
      title: "Invoice",
    });
    const { printJob } = (
      await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        print: true,
      })
    ).data;
    expect(printJob?.kind).toBe("LABEL");
    expect((await jobsOf(s, shipment.id)).map(({ kind }) => kind).toSorted()).toEqual([
      "LABEL",
      "PAPER",
    ]);
  });

  it(
    "each request prints a packing slip on the printer of its role, except for a cancelled shipment",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null }, world: { now: trueTime } });
      const slips = await aSimulator();
      const { id: packingSlip } = (
        await s.desk<{ id: string }>("POST", "/station/printers", {
          name: "Slips",
          driver: "tcp",
          host: "127.0.0.1",
          port: slips.port,
        })
      ).data;
      await s.desk("PUT", "/station/printers/roles", { packingSlip });
      const shipment = await shipmentWithOffers(s);
      const path = `/station/shipments/${shipment.id}/packing-slip/print`;
      const job = (await s.call<PrintJob>("POST", path)).body.data;
      expect(job).toMatchObject({ kind: "PAPER", shipmentID: shipment.id, status: "QUEUED" });
      await s.call("POST", path);
      await eventually(
        "both slips are printed",
        async () =>
          (await jobsOf(s, shipment.id)).filter(
            ({ status, printerName }) => status === "CONFIRMED" && printerName === "Slips",
          ).length === 2,
      );
      expect(slips.jobs()).toHaveLength(2);
      await s.call("DELETE", `/shipments/${shipment.id}`);
      expect((await s.call("POST", path)).body.code).toBe("E1072");
    },
  );

  it(
    "a printed paper does not count as a print of the label: the label is no copy and can be printed in a batch",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null }, world: { now: trueTime } });
      const [labels, office] = await Promise.all([aSimulator(), aSimulator()]);
      const { id: labelPrinter } = (
        await s.desk<{ id: string }>("POST", "/station/printers", {
          name: "Labels",
          driver: "tcp",
          host: "127.0.0.1",
          port: labels.port,
        })
      ).data;
      const { id: a4 } = (
        await s.desk<{ id: string }>("POST", "/station/printers", {
          name: "Office",
          driver: "tcp",
          host: "127.0.0.1",
          port: office.port,
        })
      ).data;
      await s.desk("PUT", "/station/printers/roles", { a4 });
      await s.desk("PATCH", `/station/printers/${labelPrinter}`, { isActive: false });
      const ids: string[] = [];
      for (const documentHash of [await anInvoice(s), await anInvoice(s)]) {
        const shipment = await shipmentWithOffers(s);
        await s.call("POST", `/station/shipments/${shipment.id}/papers`, { documentHash });
        await s.desk("POST", "/station/purchases", {
          offerID: shipment.offers?.cheapest?.id,
          print: true,
          printAnyway: true,
        });
        await eventually("the paper is printed", async () =>
          (await jobsOf(s, shipment.id)).some(
            ({ kind, status }) => kind === "PAPER" && status === "CONFIRMED",
          ),
        );
        const label = (await jobsOf(s, shipment.id)).find(({ kind }) => kind === "LABEL");
        expect((await s.call("DELETE", `/station/printjobs/${label?.id}`)).status).toBe(200);
        ids.push(shipment.id);
      }
      const [first = "", second = ""] = ids;
      expect(
        (await s.call<PrintJob>("POST", "/station/printjobs", { shipmentID: first })).body.data
          .copyNumber,
      ).toBe(0);
      expect((await s.call("POST", "/station/batches", { shipmentIDs: [second] })).status).toBe(
        201,
      );
      await s.desk("PATCH", `/station/printers/${labelPrinter}`, { isActive: true });
      await eventually("both labels are printed", () =>
        Promise.resolve(labels.jobs().length === 2),
      );
      // A job is confirmed shortly after its last label is printed.
      await eventually("both count as printed, neither as a copy", async () => {
        const jobs = (await Promise.all(ids.map((id) => jobsOf(s, id)))).flat();
        return (
          jobs.filter(
            ({ kind, status, copyNumber }) =>
              kind === "LABEL" && status === "CONFIRMED" && copyNumber === 0,
          ).length === 2
        );
      });
    },
  );

  it("papers are deleted when their shipment is cancelled before its label is bought", async () => {
    const s = await station({ settings: { rateLimit: null } });
    const [shipment, documentHash] = [await shipmentWithOffers(s), await anInvoice(s)];
    await s.call("POST", `/station/shipments/${shipment.id}/papers`, { documentHash });
    await s.call("DELETE", `/shipments/${shipment.id}`);
    expect(
      (await s.call<{ list: Paper[] }>("GET", `/station/shipments/${shipment.id}/papers`)).body.data
        .list,
    ).toEqual([]);
    expect(
      (await s.call("POST", `/station/shipments/${shipment.id}/papers`, { documentHash })).body
        .code,
    ).toBe("E1072");
    expect((await s.call("DELETE", `/station/documents/${documentHash}`)).status).toBe(200);
  });
});
