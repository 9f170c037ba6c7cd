/** States of devices in English, for programs: what is wrong, and what to do. */
import type { DeviceState, DeviceStateName } from "./scales.schema.ts";

const MESSAGES: Readonly<Record<DeviceStateName, string | null>> = {
  off: "The device is switched off in Packbench. Switch it on in Settings, Scales and scanners.",
  starting: null,
  unplugged:
    "The device is not connected. Check its cable and that it is switched on; it is opened again by itself.",
  inUse: "Another program uses the device. Close that program.",
  denied:
    "The system does not allow this user to open the device. On Linux, add the user to the group dialout, or add a udev rule for the USB scale.",
  driverLost:
    "The driver of the device failed and is started again. If this goes on, plug the device in again.",
  silent:
    "The scale sends nothing. Check that it is switched on and sends continuously, and the speed and format in its settings.",
  unreadable:
    "What the device sends does not fit its settings. Check the speed, the parity and the format.",
  fault:
    "The scale reports a fault: it must be zeroed, calibrated or repaired. Look at its display.",
  overloaded: "There is too much on the scale. Take the parcel off.",
  negative: "The scale shows less than zero. Empty it, and press its zero key.",
  otherUnit: "The scale does not show kilograms or grams. Switch its unit to kg.",
  needsZero:
    "The scale was not at zero since the last parcel. Take everything off, and put the next parcel on. If the scale does not go to zero, press its zero key.",
  moving: "The scale is moving. Wait until it is still.",
  empty: "The scale is empty. Put the parcel on it.",
  ready: null,
};

/** Completes a state with its message. */
export function deviceState(known: Pick<DeviceState, "state"> & Partial<DeviceState>): DeviceState {
  const { state, grams = null, unit = null, sample = null } = known;
  return { state, grams, unit, sample, message: MESSAGES[state] };
}
