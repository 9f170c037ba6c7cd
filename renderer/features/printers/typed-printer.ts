/**
 * What a person types about a printer, read into what the core takes. The address may carry its port, as it is often
 * written: "10.0.0.7:9100". The limits are those of the core's schema.
 */
import { z } from "../../lib/zod.ts";
import { createPrinterSchema } from "../../../core/printing/printing.schema.ts";

/** Where label printers listen for raw data. */
export const RAW_PORT = 9100;

const [networkPrinter] = createPrinterSchema.options;
const printer = networkPrinter.shape;

const typed = z.object({ name: z.string(), host: z.string(), port: z.string(), dpi: z.string() });

/** A printer on the network, as POST /station/printers takes it beside its driver. */
export const typedPrinterSchema = typed.transform(withPortOfAddress).pipe(
  z.object({
    // What the core refuses beside an empty name is one that is too long.
    name: z.string().trim().min(1, "name").pipe(printer.name),
    host: z.string().regex(/^[^\s:/]+$/).pipe(printer.host),
    port: z.string().trim().regex(/^\d{1,5}$/).transform(Number).pipe(printer.port.unwrap()),
    dpi: z.string().transform(Number).pipe(printer.dpi.unwrap()),
  }),
);
export type TypedPrinter = z.input<typeof typedPrinterSchema>;
export type NewPrinter = z.output<typeof typedPrinterSchema>;

/** A port in the address counts before the one in its own field. */
function withPortOfAddress(fields: z.output<typeof typed>): z.output<typeof typed> {
  const host = fields.host.trim();
  const address = /^(?<host>[^\s:/]+):(?<port>\d+)$/.exec(host)?.groups;
  return { ...fields, host: address?.["host"] ?? host, port: address?.["port"] ?? fields.port };
}
