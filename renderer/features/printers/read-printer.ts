/** Reading what was typed about a printer. The address may carry its port, as it is often written: "10.0.0.7:9100". */
import type { NewPrinter } from "./printers.slice.ts";

/** Where label printers listen for raw data. */
export const RAW_PORT = 9100;

export type PrinterFields = { readonly name: string; readonly host: string; readonly port: string; readonly dpi: string };
export type WrongField = "name" | "host" | "port";

export function readPrinter(fields: PrinterFields): { readonly printer: NewPrinter } | { readonly wrong: WrongField } {
  const name = fields.name.trim();
  const address = /^(?<host>[^\s:/]+)(?::(?<port>\d+))?$/.exec(fields.host.trim());
  const port = readPort(address?.groups?.["port"] ?? fields.port);
  if (name === "") return { wrong: "name" };
  if (address?.groups?.["host"] === undefined) return { wrong: "host" };
  if (port === undefined) return { wrong: "port" };
  return { printer: { name, host: address.groups["host"], port, dpi: Number(fields.dpi) } };
}

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}
