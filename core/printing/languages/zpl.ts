/**
 * ZPL, for label printers. Labels are drawn for the printer's density, and are read back from the
 * bytes before sending. The printer's state is queried with `~HS`.
 */
import type { PrinterLanguage } from "./language.ts";
import {
  LABEL_COUNT_QUERY,
  parseIdentity,
  parseLabelCount,
  parsePrintMeters,
} from "./zpl-identity.ts";
import { faultOf, HOST_STATUS_QUERY, isIdle, parseHostStatus } from "./zpl-status.ts";
import { verifyDots } from "./verify-dots.ts";

export const zpl: PrinterLanguage = {
  extension: "zpl",
  // Skips a byte order mark and blanks, then accepts ^XA, a ~ command, and two starts that drivers
  // write: CT~~CD,~CC^~CT~, or the byte 02, which means ^XA.
  begins: (bytes) =>
    /^[^!-~]*(?:CT~~C|\^XA|~[A-Z])/i.test(
      Buffer.from(bytes.subarray(0, 32)).toString("latin1").replaceAll("\x02", "^XA"),
    ),
  hasDots: true,
  isJoinable: true,
  verify: verifyDots("ZPL"),
  status: {
    command: HOST_STATUS_QUERY,
    countsLabels: true,
    parse(text) {
      const status = parseHostStatus(text);
      return status === undefined
        ? undefined
        : { fault: faultOf(status), isIdle: isIdle(status), words: status.words };
    },
  },
  identity: { command: "~HI", parse: parseIdentity },
  odometers: [
    {
      name: "SGD",
      needsSettings: true,
      query: { command: LABEL_COUNT_QUERY, parse: parseLabelCount },
    },
    { name: "HQOD", needsSettings: false, query: { command: "~HQOD", parse: parsePrintMeters } },
  ],
};
