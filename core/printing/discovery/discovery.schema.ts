/**
 * Wire shapes of printers that a desk could add: name, address, and the language that they most
 * likely understand.
 */
import { z } from "zod";
import { DOCUMENT_LANGUAGES } from "../../db/documents/documents.schema.ts";
import { PRINTER_STATES } from "../printers.schema.ts";

const networkPrinterSchema = z
  .object({
    /** The printer's announced name. */
    name: z.string(),
    model: z.string(),
    /** Location that the printer's owner entered; "" for none. */
    place: z.string(),
    host: z.string(),
    /** Port for raw data. */
    port: z.number().int(),
    /**
     * The language that the printer most likely understands; null when the printer names no known
     * language. It is only a guess, because the printer was sent nothing that it could print.
     */
    language: z.enum(DOCUMENT_LANGUAGES).nullable(),
    /** The desk's printer at that address; null for none. */
    printerID: z.uuid().nullable(),
  })
  .meta({ id: "NetworkPrinter" });
export type NetworkPrinter = z.infer<typeof networkPrinterSchema>;

export const networkSearchSchema = z
  .object({
    list: z.array(networkPrinterSchema),
    /** Whether the network could be searched. If not, printers are added by address. */
    isSearched: z.boolean(),
  })
  .meta({ id: "NetworkSearch" });
export type NetworkSearch = z.infer<typeof networkSearchSchema>;

/** A queue of this computer's print system. */
const foundQueueSchema = z
  .object({
    /** `driver` and `queue` can be sent unchanged to POST /station/printers. */
    driver: z.enum(["cups", "windows"]),
    queue: z.string(),
    model: z.string(),
    /** The queue's device, as the system names it, without passwords. */
    device: z.string(),
    /**
     * The language that the printer most likely understands; null when the queue names no known
     * language. It is only a guess, because nothing was sent to the printer.
     */
    language: z.enum(DOCUMENT_LANGUAGES).nullable(),
    state: z.enum(PRINTER_STATES),
    /** The desk's printer that prints through this queue; null for none. */
    printerID: z.uuid().nullable(),
  })
  .meta({ id: "FoundQueue" });

/** GET /station/printers/found */
export const foundQueuesSchema = z
  .object({
    list: z.array(foundQueueSchema),
    /** Whether the print system has answered. If not, the next call asks the print system again. */
    isSearched: z.boolean(),
  })
  .meta({ id: "FoundQueues" });
export type FoundQueues = z.infer<typeof foundQueuesSchema>;
