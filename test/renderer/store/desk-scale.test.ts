/** The scale that Pack shows, of several. */
import { expect, it } from "vitest";
import type { DeviceStateName, LiveDevice } from "../../../core/station/scales/scales.schema.ts";
import { deskScale } from "../../../renderer/store/scales.slice.ts";

const scale = (id: string, state: DeviceStateName, grams: number | null): LiveDevice =>
  ({ device: { id, kind: "scale", isActive: true }, now: { state, grams } }) as LiveDevice;

it.each([
  ["the one with a weight", [scale("a", "empty", 0), scale("b", "ready", 900)], "b", "ready", 900],
  [
    "the first without a weight",
    [scale("a", "empty", 0), scale("b", "moving", 5)],
    "a",
    "empty",
    0,
  ],
  [
    "none of two weights, since nobody knows whose parcel lies where",
    [scale("a", "ready", 300), scale("b", "ready", 2_900)],
    "a",
    "several",
    null,
  ],
] as const)("Pack shows %s", (_what, scales, id, state, grams) => {
  const shown = deskScale({ scales });
  expect([shown?.device.id, shown?.now.state, shown?.now.grams]).toEqual([id, state, grams]);
});

it("the state of several weights is the same object each time, as a screen needs that selects it", () => {
  const scales = [scale("a", "ready", 300), scale("b", "ready", 2_900)];
  expect(deskScale({ scales })?.now).toBe(deskScale({ scales })?.now);
});
