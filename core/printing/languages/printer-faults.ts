/**
 * Faults of label printers that all languages share, with messages that say how to resolve them.
 */
import type { PrinterFault } from "./language.ts";

export const HEAD_OPEN: PrinterFault = {
  reason: "head open",
  state: "head open",
  message: "The print head is open. Close the printer's lid.",
};
export const PAPER_OUT: PrinterFault = {
  reason: "paper out",
  state: "paper out",
  message: "The printer is out of labels. Load a new roll.",
};
export const RIBBON_OUT: PrinterFault = {
  reason: "ribbon out",
  state: "fault",
  message: "The printer is out of ribbon. Load a new ribbon.",
};
export const PAUSED: PrinterFault = {
  reason: "paused",
  state: "paused",
  message: "The printer is paused. Press its pause key.",
};
