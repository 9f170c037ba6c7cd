import { describe, expect, it } from "vitest";
import type { Quotes, Outcome } from "../../../../core/shipping/carriers/carrier.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { eventually, shipmentWithOffers, station } from "../../../helpers/station.ts";
import { remoteCarrier } from "../../fulfilment/transactions/a-remote-carrier.ts";

describe("a carrier that ignores its signal and never returns prices", { tags: "all" }, () => {
  it("a silent carrier is awaited only until its deadline, and does not keep the station from stopping", async () => {
    const signals: AbortSignal[] = [];
    const { carrier } = remoteCarrier({
      quote(_request, signal) {
        signals.push(signal);
        return new Promise<Outcome<Quotes>>(() => {});
      },
    });
    const s = await station({ world: { carriers: [carrier] } });
    const overdue = await shipmentWithOffers(s);
    await eventually("the carrier is asked", () => signals.length === 1);
    expect(overdue.offers?.percentageCompleted).toBeLessThan(100);
    s.clock.nowMs += 6_000;
    await shipmentWithOffers(s); // This shipment wakes the loop, and its carrier is awaited too.
    await eventually(
      "the deadline is over",
      async () =>
        (await s.desk<Shipment>("GET", `/shipments/${overdue.id}`)).data.offers
          ?.percentageCompleted === 100,
    );
    await eventually("the carrier is asked again", () => signals.length === 2);
    await s.stop();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });
});
