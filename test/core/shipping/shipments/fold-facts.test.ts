import { describe, expect, it } from "vitest";
import { foldFacts, type Fact } from "../../../../core/shipping/shipments/fold-facts.ts";
import type { ShipmentEvent } from "../../../../core/shipping/shipments/status-machine.ts";

let n = 0;
const fact = (events: string, sourceID: string | null = null): Fact => ({
  id: String(++n),
  events: events.split(" ") as ShipmentEvent[],
  sourceID,
  at: `at ${n}`,
  code: null,
});
const scan = (code: string): Fact => ({
  id: String(++n),
  events: [],
  sourceID: null,
  at: `at ${n}`,
  code,
});
const bought = (id = "t1"): Fact => fact("quoted purchaseOpened bought", id);
const fold = (...facts: Fact[]) => foldFacts(facts, false);

describe("the state of a shipment, folded from facts of several stations", () => {
  it("the state goes through the status machine in the order of the facts", () => {
    const [moving, delivered] = [scan("TRANSIT"), scan("DELIVERED")];
    expect(fold(bought(), fact("labelPrinted"), moving, delivered)).toMatchObject({
      status: "DELIVERED",
      purchaseID: "t1",
      acceptedAt: moving.at,
      hasConflict: false,
      applied: new Set([moving.id, delivered.id]),
    });
  });

  it("a DELIVERED shipment stays so when a disconnected station reports a later move", () => {
    expect(fold(bought(), scan("TRANSIT"), scan("DELIVERED"), scan("TRANSIT")).status).toBe(
      "DELIVERED",
    );
  });

  it("a cancelled shipment stays CANCELED, and scans of a station that did not know of the cancellation are not applied", () => {
    const [known, moving, cancel] = [scan("PRE_TRANSIT"), scan("TRANSIT"), fact("cancelled", "t1")];
    expect(fold(bought(), known, moving, cancel)).toMatchObject({
      status: "CANCELED",
      cancelDate: cancel.at,
      acceptedAt: null,
      hasConflict: true,
      applied: new Set([known.id]),
    });
    expect(fold(bought(), cancel, moving)).toMatchObject({
      status: "CANCELED",
      hasConflict: false,
      applied: new Set(),
    });
  });

  it("the first of two labels that two stations bought is in force, and the state reports a conflict", () => {
    expect(fold(bought("t1"), bought("t2"))).toMatchObject({
      status: "TRACKING_CODE_CREATED",
      purchaseID: "t1",
      hasConflict: true,
    });
    expect(fold(bought("t1"), bought("t2"), fact("cancelled", "t2"))).toMatchObject({
      status: "TRACKING_CODE_CREATED",
      purchaseID: "t1",
    });
  });

  it("the second label is in force when the first is refunded, and the shipment is CANCELED when both are", () => {
    const [first, second, refund] = [bought("t1"), bought("t2"), fact("cancelled", "t1")];
    for (const facts of [
      [first, second, refund],
      [first, refund, second],
    ]) {
      expect(fold(...facts)).toMatchObject({
        status: "TRACKING_CODE_CREATED",
        purchaseID: "t2",
        cancelDate: null,
        hasConflict: true,
      });
      expect(fold(...facts, fact("cancelled", "t2"))).toMatchObject({
        status: "CANCELED",
        purchaseID: "t2",
        hasConflict: false,
      });
    }
    expect(fold(first, second, fact("cancelled", "t2"), refund)).toMatchObject({
      status: "CANCELED",
      purchaseID: "t1",
    });
  });

  it("the shipment stays SHIPPED, with the second label, when the parcel was scanned before the first label was refunded", () => {
    const moving = scan("TRANSIT");
    expect(fold(bought("t1"), bought("t2"), moving, fact("cancelled", "t1"))).toMatchObject({
      status: "SHIPPED",
      purchaseID: "t2",
      acceptedAt: moving.at,
      applied: new Set([moving.id]),
    });
  });

  it("a label that one station bought while another cancelled the unbought order is in force", () => {
    expect(
      fold(fact("quoted"), fact("cancelled"), fact("purchaseOpened bought", "t1")),
    ).toMatchObject({
      status: "TRACKING_CODE_CREATED",
      purchaseID: "t1",
      cancelDate: null,
      hasConflict: true,
    });
  });

  it("the shipment waits for the purchase that is still open when another station's purchase was refused", () => {
    const open = [fact("quoted"), fact("purchaseOpened", "t1"), fact("purchaseOpened", "t2")];
    expect(fold(...open, fact("purchaseRefused", "t1"))).toMatchObject({
      status: "OFFER_ACCEPTED",
      refusedID: "t1",
    });
    expect(
      fold(...open, fact("purchaseRefused", "t1"), fact("purchaseRefused", "t2")),
    ).toMatchObject({ status: "GOT_OFFERS", refusedID: "t2" });
    expect(fold(...open, fact("purchaseRefused", "t1"), fact("bought", "t2"))).toMatchObject({
      status: "TRACKING_CODE_CREATED",
      purchaseID: "t2",
      refusedID: null,
    });
  });

  it("a return in transit is RETURN_SHIPPED", () => {
    expect(foldFacts([bought(), scan("TRANSIT")], true).status).toBe("RETURN_SHIPPED");
  });
});
