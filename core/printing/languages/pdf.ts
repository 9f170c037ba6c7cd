/**
 * PDF, of office printers and programs. It has no dots of its own to read a symbol back from, and
 * no question for a state.
 */
import type { PrinterLanguage } from "./language.ts";

export const pdf: PrinterLanguage = {
  extension: "pdf",
  begins: (bytes) => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-",
  hasDots: false,
  isJoinable: false,
  verify: () => Promise.resolve("unverifiable"),
  status: undefined,
};
