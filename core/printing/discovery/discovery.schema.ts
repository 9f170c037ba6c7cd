/**
 * Printers that a desk could have: what they are called, where they are, and what they most likely
 * understand.
 */
import { z } from "zod";
import { DOCUMENT_LANGUAGES } from "../../db/documents/documents.schema.ts";
import { PRINTER_STATES } from "../printers.schema.ts";

const networkPrinterSchema = z
  .object({
    /** As it names itself. */
    name: z.string(),
    model: z.string(),
    /** Where it stands, as its owner wrote it; "" without. */
    place: z.string(),
    host: z.string(),
    /** Of raw data. */
    port: z.number().int(),
    /**
     * Null: it does not name one that is known here. A suggestion: nothing was sent to the printer
     * that it could print.
     */
    language: z.enum(DOCUMENT_LANGUAGES).nullable(),
    /** The printer of this desk at that address; null: none. */
    printerID: z.uuid().nullable(),
  })
  .meta({ id: "NetworkPrinter" });
export type NetworkPrinter = z.infer<typeof networkPrinterSchema>;

export const networkSearchSchema = z
  .object({
    list: z.array(networkPrinterSchema),
    /** Whether the network could be searched; if not, printers are added by their address. */
    isSearched: z.boolean(),
  })
  .meta({ id: "NetworkSearch" });
export type NetworkSearch = z.infer<typeof networkSearchSchema>;

/** A queue of this computer's print system. */
const foundQueueSchema = z
  .object({
    /** With `queue`, what POST /station/printers takes. */
    driver: z.enum(["cups", "windows"]),
    queue: z.string(),
    model: z.string(),
    /** Where it leads, as the system names it, without passwords. */
    device: z.string(),
    /**
     * Null: it does not name one that is known here. A suggestion: nothing was sent to the printer.
     */
    language: z.enum(DOCUMENT_LANGUAGES).nullable(),
    state: z.enum(PRINTER_STATES),
    /** The printer of this desk that prints through it; null: none. */
    printerID: z.uuid().nullable(),
  })
  .meta({ id: "FoundQueue" });

/** GET /station/printers/found */
export const foundQueuesSchema = z
  .object({
    list: z.array(foundQueueSchema),
    /** Whether the print system has answered; if not, it is asked again at the next call. */
    isSearched: z.boolean(),
  })
  .meta({ id: "FoundQueues" });
export type FoundQueues = z.infer<typeof foundQueuesSchema>;
