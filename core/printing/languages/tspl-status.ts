/**
 * Status query `<ESC>!?` of TSPL printers, as in TSC's "TSPL/TSPL2 programming manual". Printers
 * answer with one byte, even while they are stopped.
 */
import type { PrinterFault, PrinterStatus } from "./language.ts";
import { HEAD_OPEN, PAPER_OUT, PAUSED, RIBBON_OUT } from "./printer-faults.ts";

export const TSPL_STATUS_QUERY = "\x1b!?";

const PRINTING = 0x20;
/**
 * Fault bits, in the order in which a person must resolve the faults. 0x40 reports a second cover,
 * which some printers have next to the head.
 */
const FAULTS: readonly (readonly [number, PrinterFault])[] = [
  [0x01, HEAD_OPEN],
  [0x40, HEAD_OPEN],
  [
    0x02,
    {
      reason: "fault",
      state: "fault",
      message: "A label is jammed in the printer. Open it and take the label out.",
    },
  ],
  [0x04, PAPER_OUT],
  [0x08, RIBBON_OUT],
  [
    0x80,
    {
      reason: "fault",
      state: "fault",
      message: "The printer reports a fault. Look at its display or lamps.",
    },
  ],
  [0x10, PAUSED],
];

/**
 * Parses the answer; undefined while nothing has arrived.
 *
 * @param text The answer so far, in Latin-1; its last byte is the status.
 */
export function parseTsplStatus(text: string): PrinterStatus | undefined {
  const byte = text.at(-1)?.charCodeAt(0);
  if (byte === undefined) return undefined;
  return {
    fault: FAULTS.find(([bit]) => (byte & bit) !== 0)?.[1],
    isIdle: (byte & PRINTING) === 0,
  };
}
