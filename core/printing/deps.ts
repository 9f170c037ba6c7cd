/** Dependencies of printing: those of the roofs below, and its own. */
import type { PrinterTransport } from "./transports/transport.ts";
import type { LabelDeps } from "../labels/deps.ts";

export type PrintingDeps = LabelDeps & {
  readonly printers: PrinterTransport;
};
