import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  move,
  SHIPMENT_STATUSES,
  type ShipmentEvent,
  type ShipmentStatus,
} from "../../../../core/shipping/shipments/status-machine.ts";

const EVENTS: readonly ShipmentEvent[] = [
  "quoted",
  "purchaseOpened",
  "purchaseRefused",
  "bought",
  "labelPrinted",
  "shipped",
  "delivered",
  "failed",
  "returned",
  "cancelled",
];
const fold = (events: readonly ShipmentEvent[], isReturn: boolean): ShipmentStatus =>
  events.reduce<ShipmentStatus>((at, e) => move(at, e, isReturn) ?? at, "CREATED");

describe("the shipment's states", () => {
  it("a final state never changes, whatever scans arrive", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ShipmentStatus>("DELIVERED", "RETURNED", "CANCELED"),
        fc.array(fc.constantFrom(...EVENTS)),
        (end, events) => events.every((e) => move(end, e, false) === undefined),
      ),
    );
  });

  it("a parcel without a bought label is never in transit", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), fc.boolean(), (events, isReturn) => {
        const bought = events.some(
          (e, i) => e === "bought" && fold(events.slice(0, i), isReturn) === "OFFER_ACCEPTED",
        );
        const at = fold(events, isReturn);
        return bought || ["CREATED", "GOT_OFFERS", "OFFER_ACCEPTED", "CANCELED"].includes(at);
      }),
    );
  });

  it("a repeated scan changes no state", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...EVENTS)),
        fc.constantFrom<ShipmentEvent>(
          "shipped",
          "delivered",
          "failed",
          "returned",
          "labelPrinted",
        ),
        (events, last) => {
          const once = fold([...events, last], false);
          return fold([...events, last, last], false) === once;
        },
      ),
    );
  });

  it.each<[ShipmentEvent[], boolean, ShipmentStatus]>([
    [["quoted", "purchaseOpened", "bought", "delivered"], false, "DELIVERED"],
    [["quoted", "purchaseOpened", "bought", "failed", "returned"], false, "RETURNED"],
    [["quoted", "purchaseOpened", "bought", "shipped", "labelPrinted"], false, "SHIPPED"],
    [["quoted", "purchaseOpened", "bought", "shipped"], true, "RETURN_SHIPPED"],
    [
      ["quoted", "purchaseOpened", "purchaseRefused", "purchaseOpened", "bought"],
      false,
      "TRACKING_CODE_CREATED",
    ],
    [["quoted", "purchaseOpened", "bought", "shipped", "cancelled"], false, "SHIPPED"],
    [["quoted", "purchaseOpened", "bought", "failed", "shipped", "delivered"], false, "DELIVERED"],
  ])("the events %j with isReturn=%s end in %s", (events, isReturn, end) =>
    expect(fold(events, isReturn)).toBe(end),
  );

  it("all states are reachable", () => {
    const seen = new Set<ShipmentStatus>(["CREATED"]);
    for (let i = 0; i < 10; i += 1)
      for (const at of Array.from(seen))
        for (const e of EVENTS) for (const r of [true, false]) seen.add(move(at, e, r) ?? at);
    expect([...seen].sort()).toEqual([...SHIPMENT_STATUSES].sort());
  });
});
