/**
 * EPL2, for older desktop label printers. Labels are sent as dots, and are read back from the bytes
 * before sending. Printers are not queried, because status answers differ between makes.
 */
import type { PrinterLanguage } from "./language.ts";
import { verifyDots } from "./verify-dots.ts";

export const epl: PrinterLanguage = {
  extension: "epl",
  begins: (bytes) =>
    /^\s*(?:N\r?\n|q\d+\r?\n|Q\d+,\d+\r?\n|I8,|OD\r?\n)/.test(
      Buffer.from(bytes.subarray(0, 32)).toString("latin1"),
    ),
  hasDots: true,
  isJoinable: true,
  verify: verifyDots("EPL"),
  status: undefined,
};
