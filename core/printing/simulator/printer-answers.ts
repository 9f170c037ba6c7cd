/**
 * Answers of the simulated printer to queries: ZPL and SGD as in Zebra's programming guide, TSPL as
 * in TSC's.
 */
import type { Dpi } from "../../labels/labels.schema.ts";
import { hostStatusAnswer, type Behaviour } from "./behaviour.ts";
import type { Odometer } from "./odometer.ts";
import type { Query } from "./printer-stream.ts";

export const MODEL = "Packbench Simulator";
export const VERSION = "V1.0.0";
const MEMORY_KB = 8_192;
const DOTS_PER_MM: Readonly<Record<Dpi, number>> = { 203: 8, 300: 12, 600: 24 };

export type PrinterFacts = {
  readonly behaviour: Behaviour;
  /** Number of received, unprinted labels. */
  readonly waiting: number;
  /** Whether a label has started and its end is missing. */
  readonly isPartial: boolean;
  readonly labelLengthDots: number;
  readonly dpi: Dpi;
  readonly odometer: Odometer;
};

/** Writes the answer to a query, in Latin-1. */
export function answerTo(query: Query, facts: PrinterFacts): string {
  switch (query) {
    case "status":
      return hostStatusAnswer(
        facts.behaviour,
        facts.waiting,
        facts.isPartial,
        facts.labelLengthDots,
      );
    case "identity":
      return framed(`${MODEL},${VERSION},${DOTS_PER_MM[facts.dpi]},${MEMORY_KB}KB`);
    case "odometer":
      return odometerAnswer(Math.floor(facts.odometer.inches));
    case "label count":
      return `"${facts.odometer.labels}"`;
    case "status byte":
      return statusByte(facts);
  }
}

/**
 * Answer to `~HQOD` in whole inches, which is the default until `^MA` selects centimetres. A label
 * of half an inch does not move this odometer every time.
 */
function odometerAnswer(inches: number): string {
  const rows = ["TOTAL NONRESETTABLE:", "USER RESETTABLE CNTR1:", "USER RESETTABLE CNTR2:"].map(
    (name) => `   ${name.padEnd(24)}${String(inches).padStart(10)} "`,
  );
  return framed(
    ["", "", "  PRINT METERS", ...rows, ""]
      .map((line) => (line === "" ? line : line.padEnd(44)))
      .join("\r\n"),
  );
}

/** Answer to `<ESC>!?`: the sum of the bits that apply. 32 means printing. */
function statusByte({ behaviour: { mode }, waiting }: PrinterFacts): string {
  const causes: Partial<Record<Behaviour["mode"], number>> = {
    "head open": 0x01,
    "paper out": 0x04,
    paused: 0x10,
    lies: 0,
    "lies empty": 0,
  };
  return String.fromCharCode(causes[mode] ?? (waiting > 0 ? 0x20 : 0));
}

function framed(text: string): string {
  return `\u0002${text}\u0003\r\n`;
}
