/**
 * PDF, for office printers and programs. A PDF has no dots from which symbols could be read back,
 * and the language has no status query.
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
