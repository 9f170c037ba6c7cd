/** A scan of a box's own barcode at an open order. */
import { expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { ParcelTemplate } from "../../../../../core/shipping/parcels/parcels.schema.ts";
import { takeBox } from "../../../../../renderer/features/pack/order-commands.ts";
import type { PackStep } from "../../../../../renderer/features/pack/pack-step.ts";
import {
  createPackSlices,
  usePack,
  type PackState,
} from "../../../../../renderer/features/pack/use-pack.ts";
import { parcel } from "../../../fixtures.ts";

const box = (id: string, barcode: string): ParcelTemplate =>
  ({
    id,
    length: "10",
    width: "10",
    height: "10",
    weight: "0",
    distanceUnit: "cm",
    massUnit: "kg",
    barcode,
  }) as ParcelTemplate;

/** Scans a code. @returns Whether it chose a box, and the step after it. */
function scan(code: string, pack: PackStep, templates = [box("a", ""), box("b", "KUTU-1")]) {
  vi.stubGlobal("window", { bridge: { invoke: () => new Promise(() => undefined) } });
  const store = createStore<PackState>()(
    (set, get, api) =>
      ({ ...createPackSlices(set, get, api), pack, templates }) as unknown as PackState,
  );
  usePack.bind(store);
  const isTaken = takeBox(code);
  vi.unstubAllGlobals();
  return [isTaken, store.getState().pack.step, store.getState().box?.templateID];
}

const OPEN: PackStep = { step: "offers", parcel: parcel(), offerID: "cheap", lost: null };

it("chooses the box at an order that waits for its purchase, and means an order everywhere else", () => {
  expect([
    scan("kutu-1", OPEN),
    scan("KUTU-2", OPEN),
    scan("KUTU-1", { step: "empty" }),
    scan("KUTU-1", OPEN, [box("a", "KUTU-1"), box("b", "kutu-1")]),
  ]).toEqual([
    [true, "quoting", "b"],
    [false, "offers", undefined],
    [false, "empty", undefined],
    [false, "offers", undefined],
  ]);
});
