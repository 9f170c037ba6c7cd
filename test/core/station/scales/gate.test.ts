/** When a scale's weight counts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  gateState,
  lostGate,
  NEW_GATE,
  readGate,
  takeGate,
  type Gate,
} from "../../../../core/station/scales/gate.ts";
import type { Reading } from "../../../../core/station/scales/reading.schema.ts";

const OPTIONS = { equalReads: 3, staleMs: 2_000, stillMs: 500 };
const weight = (grams: number, isStable: boolean | null = true): Reading => ({
  kind: "weight",
  grams,
  isStable,
});
const after = (readings: readonly Reading[], gate: Gate = NEW_GATE): Gate =>
  readings.reduce((one, reading) => readGate(one, reading, 0), gate);
const state = (readings: readonly Reading[], gate?: Gate, nowMs = 0) =>
  gateState(after(readings, gate), nowMs, OPTIONS);

describe("a scale's weight", () => {
  it("counts after three equal stable readings that follow a zero", () => {
    const two = [weight(0), weight(1_234), weight(1_234)];
    expect(state(two)).toEqual({ state: "moving", grams: 1_234 });
    expect(state([...two, weight(1_234)])).toEqual({ state: "ready", grams: 1_234 });
  });

  it("does not count before the scale was at zero, also right after the start", () => {
    expect(state([weight(1_234), weight(1_234), weight(1_234)])).toEqual({
      state: "needsZero",
      grams: 1_234,
    });
  });

  it("needs a zero after its weight was taken for a parcel", () => {
    const ready = after([weight(0), weight(700), weight(700), weight(700)]);
    const used = takeGate(ready);
    expect(state([weight(700), weight(700)], used).state).toBe("needsZero");
    expect(state([weight(900), weight(900), weight(900)], used).state).toBe("needsZero");
    expect(state([weight(2), weight(900), weight(900), weight(900)], used)).toEqual({
      state: "ready",
      grams: 900,
    });
  });

  it("counts for the next parcel when its own has ended while the scale was empty already", () => {
    const empty = takeGate(after([weight(0), weight(700), weight(0)]));
    expect(state([weight(900), weight(900), weight(900)], empty).state).toBe("ready");
  });

  it("does not count while the scale moves, and starts to count again when it changes", () => {
    expect(state([weight(0), weight(5_000, false)]).state).toBe("moving");
    expect(state([weight(0), weight(500), weight(500), weight(501), weight(501)]).state).toBe(
      "moving",
    );
    expect(
      state([weight(0), weight(500), weight(500), { kind: "moving" }, weight(500)]).state,
    ).toBe("moving");
  });

  it("counts at no step on the way up of a scale that does not report motion", () => {
    // The display changes ten times a second and is sent a hundred times a second.
    const shown = [0, 400, 1_100, 1_450, 1_500, ...Array.from({ length: 10 }, () => 1_500)];
    const seen: [number, string][] = [];
    let gate = NEW_GATE;
    for (let atMs = 0; atMs < 1_500; atMs += 10) {
      gate = readGate(gate, weight(shown[Math.floor(atMs / 100)] ?? 0, null), atMs);
      seen.push([atMs, gateState(gate, atMs, OPTIONS).state]);
    }
    expect(seen.find(([, name]) => name === "ready")).toEqual([900, "ready"]);
    expect(seen.filter(([atMs]) => atMs >= 900).every(([, name]) => name === "ready")).toBe(true);
  });

  it("counts at once after equal readings that the scale itself calls stable", () => {
    expect(state([weight(0), weight(700), weight(700), weight(700)]).state).toBe("ready");
    expect(state([weight(0, null), ...Array.from({ length: 9 }, () => weight(700, null))])).toEqual(
      { state: "moving", grams: 700 },
    );
  });

  it("is refused below zero, above the limit, in pounds, and when the scale reports a fault", () => {
    expect(state([weight(-40)])).toEqual({ state: "negative", grams: -40 });
    expect(state([{ kind: "negative" }])).toEqual({ state: "negative", grams: null });
    expect(state([{ kind: "overloaded" }])).toEqual({ state: "overloaded", grams: null });
    expect(state([{ kind: "otherUnit", unit: "lb" }])).toEqual({
      state: "otherUnit",
      grams: null,
      unit: "lb",
    });
    expect(state([{ kind: "fault" }])).toEqual({ state: "fault", grams: null });
  });

  it("is silent two seconds after the last reading, and before the first", () => {
    const ready = after([weight(0), weight(700), weight(700), weight(700)]);
    expect(gateState(ready, 2_000, OPTIONS).state).toBe("ready");
    expect(gateState(ready, 2_001, OPTIONS)).toEqual({ state: "silent", grams: null });
    expect(gateState(NEW_GATE, 0, OPTIONS)).toEqual({ state: "silent", grams: null });
    const connected = lostGate(NEW_GATE, 5_000);
    expect(gateState(connected, 7_000, OPTIONS)).toEqual({ state: "starting", grams: null });
    expect(gateState(connected, 7_001, OPTIONS)).toEqual({ state: "silent", grams: null });
  });

  it("needs new equal readings after the connection was lost, but no second zero", () => {
    const lost = lostGate(after([weight(0), weight(700), weight(700), weight(700)]), 0);
    expect(state([weight(700), weight(700)], lost).state).toBe("moving");
    expect(state([weight(700), weight(700), weight(700)], lost).state).toBe("ready");
    expect(state([weight(700), weight(700), weight(700)], takeGate(lost)).state).toBe("needsZero");
  });

  it("counts in no series of readings without a zero since the last use and equal last readings", () => {
    const reading = fc.oneof(
      fc.record({
        kind: fc.constant("weight" as const),
        grams: fc.constantFrom(-50, 0, 3, 400, 401),
        isStable: fc.constantFrom(true, false, null),
      }),
      fc.constantFrom<Reading>({ kind: "moving" }, { kind: "overloaded" }),
    );
    const step = fc.oneof(reading, reading, reading, fc.constant("used" as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (steps, n) => {
        let gate = NEW_GATE;
        let since: Reading[] = [];
        for (const one of steps) {
          if (one === "used") {
            since = gate.last === undefined ? [] : [gate.last];
            gate = takeGate(gate);
          } else {
            gate = readGate(gate, one, 0);
            since.push(one);
          }
        }
        const isReady =
          gateState(gate, 0, { equalReads: n, staleMs: 1, stillMs: 0 }).state === "ready";
        const still = (one: Reading | undefined, grams: (g: number) => boolean) =>
          one?.kind === "weight" && one.isStable !== false && grams(one.grams);
        const last = steps.filter((one) => one !== "used").slice(-n);
        const grams = last.at(-1);
        const isDue =
          since.some((one) => still(one, (g) => Math.abs(g) <= 5)) &&
          last.length === n &&
          grams?.kind === "weight" &&
          grams.grams > 5 &&
          last.every((one) => still(one, (g) => g === grams.grams));
        expect(isReady).toBe(isDue);
      }),
    );
  });
});
