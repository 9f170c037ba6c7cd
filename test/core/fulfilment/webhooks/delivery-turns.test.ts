/** Turns of stations at calling a receiver: a disconnected station, and the others afterwards. */
import { expect, it } from "vitest";
import { createDeliveryTurns } from "../../../../core/fulfilment/webhooks/delivery-turns.ts";
import { SYNC_TIMES } from "../../../../core/sync/sync-times.ts";
import { QUICK_SYNC } from "../../../helpers/quick-times.ts";

const MADE_AT = Date.parse("2026-11-30T09:00:00.000Z");
const webhook = { id: "w", organizationID: "o", url: "https://alici.ornek.test", home: "" };
const delivery = { isOwn: 1, factSeq: 7, createdAt: new Date(MADE_AT).toISOString() };

it.each([
  ["the product's times", SYNC_TIMES],
  ["the tests' times", QUICK_SYNC],
])(
  "an event that a disconnected station may have delivered is held back by the others, whenever the connection is back (%s)",
  (_name, times) => {
    let nowMs = MADE_AT;
    const now = (): string => new Date(nowMs).toISOString();
    const cutOff = createDeliveryTurns("s", { ...times, deliveriesCutOffMs: -1 }, now);
    cutOff.set({ organizationID: "o", published: () => 0, holds: undefined });
    const other = createDeliveryTurns("t", times, now);
    const seen = { called: 0, held: 0 };
    for (let age = 0; age <= 60_000; age += 50) {
      nowMs = MADE_AT + age;
      if (!cutOff.isMine(webhook, delivery)) continue;
      seen.called += 1;
      const until = other.heldUntil(delivery.createdAt);
      if (until !== "") seen.held += 1;
      expect(Date.parse(until) - nowMs).toBe(times.deliveriesHeldMs);
    }
    expect(seen.called).toBeGreaterThan(0);
    expect(seen.held).toBe(seen.called);
    nowMs = MADE_AT + times.deliveriesLateMs;
    expect(other.heldUntil(delivery.createdAt)).toBe("");
  },
);
