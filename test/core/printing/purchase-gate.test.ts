import { describe, expect, it } from "vitest";
import type { PrinterState } from "../../../core/printing/printers.schema.ts";
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import type { PrinterTransport } from "../../../core/printing/transports/transport.ts";
import { balanceOf, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";
import { instantLabels as labels } from "./a-printer.ts";

const printersIn = (probe: () => Promise<PrinterState>): PrinterTransport => ({
  proves: () => "SENT",
  send: () => Promise.resolve({ state: "SENT" }),
  probe,
});
const stateOf = (state: PrinterState["state"]): PrinterTransport =>
  printersIn(() => Promise.resolve({ state, message: `It is ${state}.` }));
const addPrinter = (s: Station, more: object = {}) =>
  s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9_100,
    ...more,
  });

/** @returns The answer to the purchase that Enter requests on the Pack screen. */
async function buy(
  s: Station,
  more: object = {},
): Promise<{ status: number; code: string; message: string }> {
  const shipment = await shipmentWithOffers(s);
  return s.desk("POST", "/station/purchases", { offerID: shipment.offers?.cheapest?.id, ...more });
}

describe("a purchase that will print", () => {
  it.each(["paper out", "ribbon out", "head open"] as const)(
    "a purchase is rejected before money is spent while the printer's state is %s, unless it does not print or a person asks for it anyway",
    async (state) => {
      const s = await station({ world: { printers: stateOf(state), labels } });
      await addPrinter(s);
      const before = await balanceOf(s);
      expect(await buy(s)).toMatchObject({
        status: 409,
        code: "E2063",
        message: expect.stringContaining(`Zebra: It is ${state}. Nothing was bought.`),
      });
      expect(await balanceOf(s)).toBe(before);
      expect([
        (await buy(s, { print: false })).status,
        (await buy(s, { printAnyway: true })).status,
      ]).toEqual([201, 201]);
    },
  );

  it("a purchase is rejected while the printer is switched off under Printers", async () => {
    const s = await station({ world: { printers: stateOf("ready"), labels } });
    await addPrinter(s, { isActive: false });
    expect([(await buy(s)).code, (await buy(s, { printAnyway: true })).status]).toEqual([
      "E2063",
      201,
    ]);
    expect((await s.desk<DeskFacts>("GET", "/station/desk")).data.labelPrinter).toMatchObject({
      name: "Zebra",
      state: "printer off",
    });
  });

  it.each(["ready", "busy", "paused", "no answer", "unreachable"] as const)(
    "a purchase continues while the printer's state is %s",
    async (state) => {
      const s = await station({ world: { printers: stateOf(state), labels } });
      await addPrinter(s);
      expect((await buy(s)).status).toBe(201);
    },
  );

  it("a purchase continues without a printer, and does not wait long for a printer that does not answer", async () => {
    const s = await station({
      world: {
        printers: printersIn(
          () =>
            new Promise((done) => setTimeout(done, 2_000, { state: "paper out", message: "Out." })),
        ),
        labels,
      },
    });
    expect((await buy(s)).status).toBe(201);
    await addPrinter(s);
    const shipment = await shipmentWithOffers(s);
    const begun = performance.now();
    expect(
      (await s.desk("POST", "/station/purchases", { offerID: shipment.offers?.cheapest?.id }))
        .status,
    ).toBe(201);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
