/** Events at a hub for which no connected station may call the receiver. */
import { expect, it } from "vitest";
import type { Delivery, Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { oldestUndeliveredFact } from "../../../../core/fulfilment/webhooks/deliveries.service.ts";
import { boughtShipment, eventually, station } from "../../../helpers/station.ts";

const HOUR_MS = 3_600_000;

it(
  "events end 72 hours after their creation, show the reason, and no longer keep the outbox from being pruned",
  { tags: "all" },
  async () => {
    const s = await station();
    const { turns } = s.core.deps;
    const shareNothing = (): void =>
      turns.set({
        organizationID: s.started.organizationID,
        published: () => Number.MAX_SAFE_INTEGER,
        holds: () => false,
      });
    shareNothing();
    const url = "https://alici.ornek.test/hook";
    const webhook = (await s.call<Webhook>("POST", "/webhook", { type: "TRACK_UPDATED", url })).body
      .data;
    const { shipment } = await boughtShipment(s, { test: true });
    for (let i = 0; i < 3; i += 1) await s.call("GET", `/shipments/${shipment.id}`);
    const deliveries = async (): Promise<Delivery[]> =>
      (await s.call<Delivery[]>("GET", `/webhook/${webhook.id}/deliveries`)).body.data;
    const waiting = await eventually("the events are planned", async () => {
      const all = await deliveries();
      return all.length > 0 && all;
    });
    expect(waiting.every(({ state }) => state === "PENDING")).toBe(true);

    s.clock.nowMs += 71 * HOUR_MS;
    shareNothing();
    await s.call("GET", "/webhook");
    expect((await deliveries()).every(({ state }) => state === "PENDING")).toBe(true);
    s.clock.nowMs += 2 * HOUR_MS;
    shareNothing();
    const ended = await eventually("they have ended", async () => {
      const all = await deliveries();
      return all.every(({ state }) => state === "GIVEN_UP") && all;
    });
    const attempts = ended.map((one) => one.attempts.map(({ error }) => error));
    expect(attempts).toEqual(
      ended.map(() => [expect.stringContaining("No connected station could call")]),
    );
    expect(oldestUndeliveredFact(s.core.deps)).toBeUndefined();
  },
);
