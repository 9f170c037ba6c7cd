/** Writes weights as scales of each format do. */
import type { FormatName } from "../scales.schema.ts";

/** A weight on the simulated scale. */
export type Shown = {
  readonly grams: number;
  readonly state: "stable" | "moving" | "overloaded";
  readonly unit: "kg" | "lb";
};

/** Writes a weight in a format, with its line end; `own` is like `number`. */
export function frameOf(format: FormatName, shown: Shown): string {
  if (format === "st") return `${stLine(shown)}\r\n`;
  if (format === "sics") return `${sicsLine(shown)}\r\n`;
  if (format === "toledo") return `${toledoFrame(shown)}\r`;
  return `${signOf(shown)}${numberOf(shown).padStart(8)} ${shown.unit}\r\n`;
}

function stLine(shown: Shown): string {
  const head = { stable: "ST", moving: "US", overloaded: "OL" }[shown.state];
  return `${head},GS,${signOf(shown)}${numberOf(shown).padStart(7, "0")}${shown.unit}`;
}

function sicsLine(shown: Shown): string {
  if (shown.state === "overloaded") return "S +";
  const sign = shown.grams < 0 ? "-" : "";
  return `S ${shown.state === "stable" ? "S" : "D"} ${(sign + numberOf(shown)).padStart(10)} ${shown.unit}`;
}

/** Writes a frame of Toledo's continuous format without its CR and checksum. */
export function toledoFrame({ grams, state, unit }: Shown): string {
  const isOver = state === "overloaded";
  const b = 32 + (grams < 0 ? 2 : 0) + (isOver ? 4 : 0) + (state === "moving" ? 8 : 0);
  const status = String.fromCharCode(0x2d, b + (unit === "kg" ? 16 : 0), 32);
  return `\u0002${status}${String(Math.abs(grams) % 1_000_000).padStart(6)}000000`;
}

function signOf({ grams }: Shown): string {
  return grams < 0 ? "-" : "+";
}

function numberOf({ grams }: Shown): string {
  return (Math.abs(grams) / 1_000).toFixed(3);
}
