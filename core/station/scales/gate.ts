/**
 * Decides when a scale's weight counts: after some equal stable readings in a row, for some time if
 * the scale does not report motion, and only if the scale was at zero since the last parcel, so that
 * no parcel gets the weight of the one before.
 */
import type { Reading } from "./reading.schema.ts";

export type GateOptions = {
  /** Equal stable readings in a row that make a weight count. */
  readonly equalReads: number;
  /** Shortest time over which readings of a scale that does not report motion must be equal, ms. */
  readonly stillMs: number;
  /** Time without a reading after which a scale counts as silent, ms. */
  readonly staleMs: number;
};

/** Largest weight of an empty scale, grams, above or below zero. */
const ZERO_GRAMS = 5;

export type Gate = {
  readonly last: Reading | undefined;
  /** Time of the last reading, or of the connection, on a clock that is never set, ms. */
  readonly atMs: number;
  /** Equal stable readings in a row, up to the last one. */
  readonly equal: number;
  /** Time of the first of these equal readings, ms. */
  readonly equalSinceMs: number;
  /** Whether the scale was at zero since the last parcel. */
  readonly isZeroed: boolean;
};

/**
 * Gate of a scale that has reported nothing. The scale must be at zero first, because a parcel that
 * lies on it may have been weighed before the station started.
 */
export const NEW_GATE: Gate = {
  last: undefined,
  atMs: -Infinity,
  equal: 0,
  equalSinceMs: -Infinity,
  isZeroed: false,
};

/** State of a scale that is connected and understood. */
export type GateState =
  | { readonly state: "starting" | "silent" | "overloaded" | "fault"; readonly grams: null }
  | { readonly state: "negative" | "moving"; readonly grams: number | null }
  | { readonly state: "otherUnit"; readonly grams: null; readonly unit: string }
  | { readonly state: "needsZero" | "empty" | "ready"; readonly grams: number };

/** Returns the gate after a reading. */
export function readGate(gate: Gate, reading: Reading, atMs: number): Gate {
  const isSame = isStill(reading) && isEqual(gate.last, reading);
  return {
    last: reading,
    atMs,
    equal: isSame ? gate.equal + 1 : isStill(reading) ? 1 : 0,
    equalSinceMs: isSame ? gate.equalSinceMs : atMs,
    isZeroed: gate.isZeroed || isAtZero(reading),
  };
}

/**
 * Returns the gate after its parcel has ended: a weight counts again after a zero. A scale that is
 * empty already is at zero for the next parcel.
 */
export function takeGate(gate: Gate): Gate {
  return { ...gate, isZeroed: isAtZero(gate.last) };
}

/**
 * Returns the gate of a scale that was connected or lost: earlier readings no longer count.
 *
 * @param atMs Time of the connection or of its loss, ms.
 */
export function lostGate(gate: Gate, atMs: number): Gate {
  return { ...NEW_GATE, atMs, isZeroed: gate.isZeroed };
}

/**
 * Returns the state of a scale.
 *
 * @param nowMs Time on the clock of the readings, ms.
 */
export function gateState(gate: Gate, nowMs: number, options: GateOptions): GateState {
  const { last } = gate;
  if (nowMs - gate.atMs > options.staleMs) return { state: "silent", grams: null };
  if (last === undefined) return { state: "starting", grams: null };
  if (last.kind === "overloaded" || last.kind === "fault") return { state: last.kind, grams: null };
  if (last.kind === "otherUnit") return { state: "otherUnit", grams: null, unit: last.unit };
  if (last.kind !== "weight") return { state: last.kind, grams: null };
  const { grams } = last;
  if (grams < -ZERO_GRAMS) return { state: "negative", grams };
  if (grams <= ZERO_GRAMS) return { state: last.isStable === false ? "moving" : "empty", grams };
  if (!gate.isZeroed) return { state: "needsZero", grams };
  // A display changes less often than it is sent, so that equal readings alone may be one number.
  const isLong = last.isStable === true || gate.atMs - gate.equalSinceMs >= options.stillMs;
  return { state: isLong && gate.equal >= options.equalReads ? "ready" : "moving", grams };
}

type Weight = Reading & { readonly kind: "weight" };

function isStill(reading: Reading | undefined): reading is Weight {
  return reading?.kind === "weight" && reading.isStable !== false;
}

function isAtZero(reading: Reading | undefined): boolean {
  return isStill(reading) && Math.abs(reading.grams) <= ZERO_GRAMS;
}

function isEqual(before: Reading | undefined, now: Weight): boolean {
  return isStill(before) && before.grams === now.grams;
}
