/** ZPL, of label printers: drawn for the printer's dots, read back before it is sent, and asked for its state by `~HS`. */
import { verifyLabel } from "../../labels/verify-label.ts";
import { zplSettings } from "../zpl-settings.ts";
import type { PrinterLanguage } from "./language.ts";
import { faultOf, HOST_STATUS_QUERY, isIdle, parseHostStatus } from "./zpl-status.ts";

export const zpl: PrinterLanguage = {
  extension: "zpl",
  begins: (bytes) => /^\s*(\^XA|~[A-Z])/i.test(Buffer.from(bytes.subarray(0, 32)).toString("latin1")),
  verify: (renderer, { bytes, rasterHash }, printer, expected) => verifyLabel(renderer, bytes, { dpi: printer.dpi, ...printer.media, settings: zplSettings(printer), rasterHash }, expected),
  status: {
    query: HOST_STATUS_QUERY,
    parse(text) {
      const status = parseHostStatus(text);
      return status === undefined ? undefined : { fault: faultOf(status), isIdle: isIdle(status) };
    },
  },
};
