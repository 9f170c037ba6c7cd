/**
 * Maps what the system's print queue reports about its printer to our states. CUPS names causes by
 * keywords (RFC 8011 section 5.4.12); Windows has the same causes as flags.
 */
import type { PrinterFault } from "./languages/language.ts";
import { HEAD_OPEN, PAPER_OUT, PAUSED, RIBBON_OUT } from "./languages/printer-faults.ts";

export const UNREACHABLE: PrinterFault = {
  reason: "unreachable",
  state: "unreachable",
  message: "The system's print queue cannot reach the printer. Switch it on and check its cable.",
};
export const FAULT: PrinterFault = {
  reason: "fault",
  state: "fault",
  message: "The printer reports a fault. Look at its display or lamps.",
};
export const JAM: PrinterFault = {
  reason: "fault",
  state: "fault",
  message: "A label is jammed in the printer. Open it and take the label out.",
};
export const QUEUE_PAUSED: PrinterFault = {
  reason: "queue stopped",
  state: "queue stopped",
  message:
    "The system's print queue of this printer is stopped. Resume it in the system's printer settings.",
};
export const QUEUE_REJECTS: PrinterFault = {
  reason: "queue stopped",
  state: "queue stopped",
  message:
    "The system's print queue of this printer accepts no jobs. Let it accept jobs in the system's printer settings.",
};

export const QUEUE_REPEATS: PrinterFault = {
  reason: "queue stopped",
  state: "queue stopped",
  message:
    "The system's print queue sends an interrupted label again and again by itself (error policy retry-current-job). Set its error policy to abort-job, retry-job or stop-printer.",
};

/** Causes by their keyword, without severity suffix; the cause to resolve first comes first. */
const CAUSES: readonly (readonly [RegExp, PrinterFault])[] = [
  [/^(?:cover|door|interlock)-open$/, HEAD_OPEN],
  [/^media-(?:empty|needed)$/, PAPER_OUT],
  [/^media-jam$/, JAM],
  [/^marker-supply-empty$|^developer-empty$|^toner-empty$/, RIBBON_OUT],
  [/^(?:offline|shutdown|timed-out|connecting-to-device)$/, UNREACHABLE],
  [/^paused$|^moving-to-paused$/, PAUSED],
  [/^other$|^hardware-fault$/, FAULT],
];

/**
 * Returns the first cause that keeps the printer from printing.
 *
 * @param reasons Keywords such as `media-empty-error`; the severity suffix is ignored, because
 * drivers set it arbitrarily.
 */
export function faultOfReasons(reasons: readonly string[]): PrinterFault | undefined {
  const plain = reasons.map((reason) => reason.replace(/-(?:report|warning|error)$/, ""));
  return CAUSES.find(([pattern]) => plain.some((reason) => pattern.test(reason)))?.[1];
}
