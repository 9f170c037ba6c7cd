/** Dependencies of printing: the dependencies of labels, and the printers' transports. */
import type { PrinterTransport } from "./transports/transport.ts";
import type { LabelDeps } from "../labels/deps.ts";

export type PrintingDeps = LabelDeps & {
  readonly printers: PrinterTransport;
};
