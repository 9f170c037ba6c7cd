/**
 * ZPL, of label printers: drawn for the printer's dots, read back before it is sent, and asked for
 * its state by `~HS`.
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
  // A byte order mark, blanks, and what drivers begin their files with: CT~~CD,~CC^~CT~, or the
  // byte 02, which means ^XA
  begins: (bytes) =>
    /^[^!-~]*(?:CT~~C|\^XA|~[A-Z])/i.test(
      Buffer.from(bytes.subarray(0, 32)).toString("latin1").replaceAll("\x02", "^XA"),
    ),
  hasDots: true,
  isJoinable: true,
  verify: verifyDots("ZPL"),
  status: {
    query: HOST_STATUS_QUERY,
    countsLabels: true,
    parse(text) {
      const status = parseHostStatus(text);
      return status === undefined
        ? undefined
        : { fault: faultOf(status), isIdle: isIdle(status), words: status.words };
    },
  },
  identity: { query: "~HI", parse: parseIdentity },
  odometers: [
    {
      name: "SGD",
      needsSettings: true,
      question: { query: LABEL_COUNT_QUERY, parse: parseLabelCount },
    },
    { name: "HQOD", needsSettings: false, question: { query: "~HQOD", parse: parsePrintMeters } },
  ],
};
