/**
 * EPL2, of older desktop label printers: labels are sent as dots and read back before they are
 * sent. Its answers about the state differ from one make to the next, so none is asked.
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
