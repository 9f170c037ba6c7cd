import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Bought } from "../../core/shipping/carriers/carrier.ts";
import { farCarrier, LABEL, outcomeOf, sendFar } from "../helpers/far-carrier.ts";
import { PrinterError, type PrinterTransport } from "../../core/printing/transports/transport.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { DeskPurchase } from "../../core/station/station.schema.ts";
import type { Delivery, Webhook } from "../../core/fulfilment/webhooks/webhooks.schema.ts";
import { receiver } from "../helpers/receiver.ts";
import {
  boughtShipment,
  eventually,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../helpers/station.ts";

const setBack = (s: Station): void => void (s.clock.nowMs -= 2 * 60 * 60_000);
/** Advances the clock by more than the deadline of the carrier that does not answer. */
const goOn = (s: Station): void => void (s.clock.nowMs += 30_000);

describe("a clock that is set back two hours", () => {
  it("the next attempt of a print still comes", async () => {
    let tries = 0;
    let probes = 0;
    const busyOnce: PrinterTransport = {
      send: () =>
        ++tries === 1
          ? Promise.reject(
              new PrinterError("nothing", "busy", "The printer is busy. The label waits."),
            )
          : Promise.resolve({ state: "SENT" }),
      proves: () => "SENT",
      probe: () => (probes++, Promise.resolve({ state: "ready", message: "Ready." })),
    };
    const s = await station({ world: { printers: busyOnce } });
    await s.desk("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port: 9,
    });
    await eventually(
      "the printer's state was queried, so that it does not change from now on",
      () => probes > 0,
    );
    const shipment = await shipmentWithOffers(s);
    const { data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
    });
    const job = async (): Promise<PrintJob> =>
      (await s.desk<PrintJob>("GET", `/station/printjobs/${data.printJob?.id}`)).data;
    await eventually("the first try has failed", async () => (await job()).lastError !== "");
    setBack(s);
    await eventually("the label is printed", async () => (await job()).status === "SENT");
    expect(tries).toBe(2);
  });

  it("the next request to a carrier about an open purchase still comes", async () => {
    let asked = 0;
    const far = farCarrier({
      buy: () => outcomeOf<Bought>(++asked === 1 ? new Error("ECONNRESET") : LABEL),
    });
    const s = await station({ world: { carriers: [far], carrierWaitMs: 200 } });
    const shipment = await shipmentWithOffers(s);
    const offerID = sendFar(s.core.deps, shipment.offers?.cheapest?.id);
    expect((await s.call("POST", "/transactions", { offerID })).body.code).toBe("E2008");
    setBack(s);
    await eventually(
      "the purchase is finished",
      async () =>
        (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.statusCode ===
        "TRACKING_CODE_CREATED",
    );
  });

  it("the next attempt of a webhook still comes", { tags: "all" }, async () => {
    const s = await station();
    const r = await receiver((_call, n) => (n === 1 ? 503 : 204));
    const { body } = await s.call<Webhook>("POST", "/webhook", {
      type: "TRACK_UPDATED",
      url: `${r.url}/hook`,
    });
    const deliveries = async (): Promise<Delivery[]> =>
      (await s.call<Delivery[]>("GET", `/webhook/${body.data.id}/deliveries`)).body.data;
    const { shipment } = await boughtShipment(s, { test: true });
    await s.call("GET", `/shipments/${shipment.id}`);
    await eventually(
      "the first try has failed",
      async () => (await deliveries())[0]?.attempts.length === 1,
    );
    setBack(s);
    await eventually(
      "the webhook is delivered",
      async () => (await deliveries())[0]?.state === "DELIVERED",
    );
    expect(r.calls).toHaveLength(2);
  });

  it("the next attempt of a webhook still comes when the station was stopped meanwhile", async () => {
    const dataDir = temporaryFolder();
    const s = await station({ dataDir });
    // The next station's clock starts where this station's did: two hours back.
    s.clock.nowMs += 2 * 60 * 60_000;
    const r = await receiver((_call, n) => (n === 1 ? 503 : 204));
    const { body } = await s.call<Webhook>("POST", "/webhook", {
      type: "TRACK_UPDATED",
      url: `${r.url}/hook`,
    });
    const state = async (of: Station): Promise<Delivery | undefined> =>
      (await of.desk<Delivery[]>("GET", `/webhook/${body.data.id}/deliveries`)).data[0];
    const { shipment } = await boughtShipment(s, { test: true });
    await s.call("GET", `/shipments/${shipment.id}`);
    await eventually(
      "the first try has failed",
      async () => (await state(s))?.attempts.length === 1,
    );
    await s.stop();
    const again = await station({ dataDir });
    await eventually(
      "the webhook is delivered",
      async () => (await state(again))?.state === "DELIVERED",
    );
    expect(r.calls).toHaveLength(2);
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });

  it("a station does not wait two hours for a carrier's prices", { tags: "all" }, async () => {
    const silent = farCarrier({ deadlineMs: 300, quote: () => new Promise(() => {}) });
    const s = await station({ world: { carriers: [silent] } });
    const shipment = await shipmentWithOffers(s);
    const completed = async (): Promise<number | undefined> =>
      (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.offers?.percentageCompleted;
    expect(await completed()).toBeLessThan(100);
    setBack(s);
    await new Promise((done) => setTimeout(done, 1_000));
    goOn(s);
    await eventually("the carrier is no longer awaited", async () => (await completed()) === 100);
  });
});
