/** ZPL, of label printers: drawn for the printer's dots, read back before it is sent, and asked for its state by `~HS`. */
import { verifyLabel } from "../../labels/verify-label.ts";
import { printSettings } from "../print-settings.ts";
import type { PrinterLanguage } from "./language.ts";
import { faultOf, HOST_STATUS_QUERY, isIdle, parseHostStatus } from "./zpl-status.ts";

export const zpl: PrinterLanguage = {
  extension: "zpl",
  // A byte order mark, blanks, and what drivers begin their files with: CT~~CD,~CC^~CT~
  begins: (bytes) => /^[^!-~]*(?:CT~~C|\^XA|~[A-Z])/i.test(Buffer.from(bytes.subarray(0, 32)).toString("latin1")),
  hasDots: true,
  isJoinable: true,
  verify: async (renderer, { bytes, rasterHash }, printer, expected) => {
    await verifyLabel(renderer, bytes, { dpi: printer.dpi, ...printer.media, settings: printSettings(printer), rasterHash }, expected);
    return "verified";
  },
  status: {
    query: HOST_STATUS_QUERY,
    parse(text) {
      const status = parseHostStatus(text);
      return status === undefined ? undefined : { fault: faultOf(status), isIdle: isIdle(status) };
    },
  },
};
