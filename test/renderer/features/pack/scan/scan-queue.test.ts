import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY, type PackEvent } from "../../../../../renderer/features/pack/pack-step.ts";
import {
  nextQueued,
  type PackQueue,
} from "../../../../../renderer/features/pack/scan/scan-queue.ts";
import { order, parcel, shipment, transaction } from "../../../fixtures.ts";

const START: PackQueue = { pack: EMPTY, queue: [] };
const scanned = (code: string): PackEvent => ({ type: "scanned", code, isScan: true });
const waiting = (...codes: readonly string[]) => codes.map((code) => ({ code, isScan: true }));
const opened = (code: string): PackEvent => ({
  type: "opened",
  parcel: parcel({ code, shipment: shipment({ id: code, order: order(code) }) }),
});
const bought: PackEvent = {
  type: "bought",
  transaction: transaction("cheap"),
  printJob: null,
  announcement: null,
};
const after = (desk: PackQueue, ...events: readonly PackEvent[]): PackQueue =>
  events.reduce(nextQueued, desk);

const buying = after(START, scanned("A"), opened("A"), { type: "buy" });

describe("scans during a purchase", () => {
  it("all scans are kept and opened in order, each when the previous one is done", () => {
    const first = after(buying, scanned("B"), scanned("C"), bought);
    expect(first).toEqual({
      pack: { step: "opening", code: "B", from: null, isScan: true },
      queue: waiting("C"),
    });
    expect(after(first, opened("B"), { type: "buy" }, bought)).toEqual({
      pack: { step: "opening", code: "C", from: null, isScan: true },
      queue: [],
    });
  });

  it("scans wait until the purchase's failure has been read, and Esc opens the first of them", () => {
    const failed = after(
      buying,
      scanned("B"),
      { type: "failed", during: "buying", failure: { code: "E1066", message: "" } },
      scanned("C"),
    );
    expect(failed).toMatchObject({ pack: { step: "failed", code: "A" }, queue: waiting("B", "C") });
    expect(nextQueued(failed, { type: "back" })).toEqual({
      pack: { step: "opening", code: "B", from: null, isScan: true },
      queue: waiting("C"),
    });
    expect(nextQueued(failed, { type: "goOn" })).toMatchObject({
      pack: { step: "offers" },
      queue: waiting("B", "C"),
    });
  });

  it("scans continue after a scan that opens nothing", () => {
    const unknown = after(buying, scanned("?"), scanned("B"), bought, {
      type: "failed",
      during: "opening",
      failure: { code: "E2024", message: "" },
    });
    expect(unknown).toMatchObject({ pack: { step: "failed", code: "?" }, queue: waiting("B") });
    expect(nextQueued(unknown, { type: "goOn" })).toEqual({
      pack: { step: "opening", code: "B", from: null, isScan: true },
      queue: [],
    });
  });

  it("the same code read twice in a row is one scan", () => {
    expect(after(buying, scanned("B"), scanned("B"), scanned("C"), scanned("B")).queue).toEqual(
      waiting("B", "C", "B"),
    );
  });

  it("a code typed during a purchase waits too, and opens as a typed code, which no rule buys", () => {
    expect(after(buying, { type: "scanned", code: "B" }, bought)).toEqual({
      pack: { step: "opening", code: "B", from: null },
      queue: [],
    });
  });

  it("scans are never lost, and each purchase happens once", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[B-Z]\d{1,3}$/), { maxLength: 12 }),
        (codes) => {
          let desk = after(buying, ...codes.map(scanned), bought);
          const seen: string[] = [];
          while (desk.pack.step === "opening") {
            seen.push(desk.pack.code);
            desk = after(desk, opened(desk.pack.code), { type: "buy" }, bought);
          }
          expect([seen, desk.pack.step]).toEqual([codes, "bought"]);
        },
      ),
    );
  });
});
