/** The port behind which printers are spoken to. */
import type { Printer } from "./printing.schema.ts";

export type PrintOutcome = { readonly state: "CONFIRMED" | "SENT" };
export type ProbeState = "ready" | "paper out" | "head open" | "paused" | "unreachable" | "fault" | "busy";

export class PrinterError extends Error {
  override readonly name = "PrinterError";
  readonly sent: "nothing" | "maybe";
  readonly reason: string;
  constructor(sent: "nothing" | "maybe", reason: string, message: string) {
    super(message);
    this.sent = sent;
    this.reason = reason;
  }
}

export type PrinterDriver = {
  send(printer: Printer, bytes: Uint8Array, signal?: AbortSignal): Promise<PrintOutcome>;
  probe(printer: Printer): Promise<{ readonly state: ProbeState; readonly message: string }>;
};
export type PrinterDrivers = ReadonlyMap<Printer["driver"], PrinterDriver>;
