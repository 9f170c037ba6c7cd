/**
 * TSPL, for label printers by TSC, Xprinter and many other makes. Labels are sent as dots, and are
 * read back from the bytes before sending. The answer to the status query is one byte.
 */
import type { PrinterLanguage } from "./language.ts";
import { parseTsplStatus, TSPL_STATUS_QUERY } from "./tspl-status.ts";
import { verifyDots } from "./verify-dots.ts";

export const tspl: PrinterLanguage = {
  extension: "tspl",
  begins: (bytes) =>
    /^\s*(?:SIZE|GAP|BLINE|DIRECTION|REFERENCE|OFFSET|DENSITY|SPEED|CODEPAGE|CLS|SET)(?:[\s,]|$)/i.test(
      Buffer.from(bytes.subarray(0, 32)).toString("latin1"),
    ),
  hasDots: true,
  isJoinable: true,
  verify: verifyDots("TSPL"),
  // The answer does not count received labels, so "idle" proves a printed label only after the
  // printer was seen printing.
  status: { command: TSPL_STATUS_QUERY, countsLabels: false, parse: parseTsplStatus },
};
