/**
 * Parses the data report of USB scales: usage page 0x8D of the USB HID Point of Sale tables. The
 * Windows, macOS and Linux drivers deliver it with the report's number first.
 */
import type { Reading } from "./reading.schema.ts";
import { weightReading } from "./grams.ts";

/** Usage page of USB scales. */
export const SCALE_USAGE_PAGE = 0x8d;
/** Number of the report with a weight; other reports are ignored. */
const DATA_REPORT = 3;
const BYTES = 6;

/** Names of the units by their number in the standard. */
const UNITS = ["", "mg", "g", "kg", "ct", "tl", "gr.", "dwt", "t", "ton", "ozt", "oz", "lb"];

/**
 * Parses one report: number, status, unit, power of ten, and the weight in two bytes, low byte
 * first.
 *
 * @returns Undefined for a report of another kind, or one that is not in the standard's form.
 */
export function parseHidReport(report: Uint8Array): Reading | undefined {
  const [number, status = 0, unitNumber = 0, power = 0, low = 0, high = 0] = report;
  if (number !== DATA_REPORT || report.length < BYTES) return undefined;
  if (status === 3) return { kind: "moving" };
  if (status === 5) return { kind: "negative" };
  if (status === 6) return { kind: "overloaded" };
  if (status === 1 || status === 7 || status === 8) return { kind: "fault" };
  if (status !== 2 && status !== 4) return undefined;
  const exponent = power > 127 ? power - 256 : power;
  const unit = UNITS[unitNumber];
  const value = low + high * 256;
  if (unit === undefined || unit === "" || Math.abs(exponent) > 9) return undefined;
  return weightReading(decimal(value, exponent), unit, {
    isNegative: false,
    isStable: true,
  });
}

/** Writes `value` × 10^`exponent` in decimal digits. */
function decimal(value: number, exponent: number): string {
  if (exponent >= 0) return `${value}${value === 0 ? "" : "0".repeat(exponent)}`;
  const digits = String(value).padStart(1 - exponent, "0");
  return `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}
