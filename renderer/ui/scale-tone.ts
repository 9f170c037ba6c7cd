/** Colours of the states of scales and scanners. */
import type { DeviceStateName } from "../../core/station/scales/scales.schema.ts";
import type { Tone } from "./Mark.tsx";

const TONES: Readonly<Record<DeviceStateName | "several", Tone>> = {
  off: "info",
  starting: "info",
  unplugged: "stop",
  inUse: "stop",
  denied: "stop",
  driverLost: "stop",
  silent: "stop",
  unreadable: "stop",
  fault: "stop",
  overloaded: "stop",
  negative: "attention",
  otherUnit: "stop",
  needsZero: "attention",
  moving: "info",
  several: "attention",
  empty: "info",
  ready: "ok",
};

/** Returns the colour of a state. */
export function scaleTone(state: DeviceStateName | "several"): Tone {
  return TONES[state];
}
