import { expect, it } from "vitest";
import { packHome } from "../../../../renderer/features/pack/pack-home.ts";
import type { QueuedCode } from "../../../../renderer/features/pack/scan/scan-queue.ts";
import { EMPTY, type PackStep } from "../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, parcel, transaction } from "../../fixtures.ts";

const OPEN = parcel();
const FAILURE = { code: "E2063", message: "" };
const STEPS: Readonly<Record<PackStep["step"], PackStep>> = {
  empty: EMPTY,
  opening: { step: "opening", code: "1", from: null },
  offers: { step: "offers", parcel: OPEN, offerID: CHEAP.id, lost: null },
  measuring: { step: "measuring", parcel: OPEN, offerID: null, measure: "weight" },
  quoting: { step: "quoting", parcel: OPEN, offerID: null, measures: { weight: 1 } as never },
  buying: { step: "buying", parcel: OPEN, offer: CHEAP, printAnyway: false },
  bought: { step: "bought", parcel: OPEN, transaction: transaction(CHEAP.id), printJob: null },
  closed: { step: "closed", parcel: OPEN },
  wrongLabel: {
    step: "wrongLabel",
    parcel: OPEN,
    other: OPEN,
    from: { step: "closed", parcel: OPEN },
  },
  copying: { step: "copying", parcel: OPEN },
  failed: {
    step: "failed",
    during: "buying",
    failure: FAILURE as never,
    code: "1",
    parcel: OPEN,
    offerID: CHEAP.id,
    from: null,
  },
};
const isFree = (
  pack: PackStep,
  queue: readonly QueuedCode[] = [],
  undo: "none" | "asking" = "none",
): boolean => packHome.isFree({ pack, queue, undo: { step: undo } } as never);

it("a link opens over an empty screen or a finished order, but not over an order in progress, waiting scans or the cancel question", () => {
  expect(
    Object.values(STEPS)
      .filter((step) => isFree(step))
      .map(({ step }) => step),
  ).toEqual(["empty", "bought", "closed"]);
  expect([isFree(EMPTY, [{ code: "10482" }]), isFree(EMPTY, [], "asking")]).toEqual([false, false]);
  // A failed search for an unknown code has no order in progress.
  expect(
    isFree({
      step: "failed",
      during: "opening",
      failure: FAILURE as never,
      code: "1",
      parcel: null,
      offerID: null,
      from: null,
    }),
  ).toBe(true);
});
