/** Wire shapes of prints that other programs request: their own file, on a printer of this desk. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { documentHashSchema, uploadDocumentSchema } from "../db/documents/documents.schema.ts";
import { PRINTER_ROLES } from "./printers.schema.ts";
import { createPrintJobSchema } from "./printing.schema.ts";

const MAX_COPIES = 100;
const LONGEST_TITLE = 100;
const SHORTEST_LIFE_S = 60;
const LONGEST_LIFE_S = 30 * 24 * 60 * 60;

/** `copies` and `title` of a print that a program requests. */
export const copiesSchema = z.number().int().min(1).max(MAX_COPIES).default(1);
export const titleSchema = z.string().trim().max(LONGEST_TITLE).default("");

const { content, widthMm, heightMm, dpi } = uploadDocumentSchema.shape;

/**
 * POST /station/printjobs with a file: `content`, which is stored like an upload to POST
 * /station/documents, or `documentHash` of a stored document. The file is printed on `printerID`,
 * or on the printer that has `role` when the job is taken; otherwise on the label printer.
 */
const printFileSchema = z
  .strictObject({
    content: content.min(1).optional(),
    documentHash: documentHashSchema.optional(),
    printerID: uuidID.optional(),
    role: z.enum(PRINTER_ROLES).optional(),
    copies: copiesSchema,
    /** The job's title in the journal. */
    title: titleSchema,
    /**
     * A job that does not start within this many seconds fails and is never printed later. Without
     * this field the job waits without limit.
     */
    timeToLiveSeconds: z.number().int().min(SHORTEST_LIFE_S).max(LONGEST_LIFE_S).optional(),
    widthMm,
    heightMm,
    dpi,
  })
  .refine((body) => (body.content === undefined) !== (body.documentHash === undefined), {
    path: ["content"],
    message: "Either content or documentHash is needed.",
  })
  .refine((body) => body.printerID === undefined || body.role === undefined, {
    path: ["printerID"],
    message: "Either printerID or role can be given, not both.",
  })
  .refine(
    (body) =>
      body.content !== undefined ||
      [body.widthMm, body.heightMm, body.dpi].every((value) => value === undefined),
    { path: ["documentHash"], message: "The document has its own widthMm, heightMm and dpi." },
  )
  .meta({ id: "NewFilePrint" });
export type PrintFile = z.output<typeof printFileSchema>;

/**
 * POST /station/printjobs. A body with `shipmentID` prints for a shipment, and its validation
 * errors come from `createPrintJobSchema`.
 */
export const newPrintSchema = z.union([createPrintJobSchema, printFileSchema], {
  error: ({ code, input, ...issue }) => {
    if (code !== "invalid_union" || !("errors" in issue) || !Array.isArray(issue.errors))
      return undefined;
    const isOfShipment = typeof input === "object" && input !== null && "shipmentID" in input;
    const faults: unknown = issue.errors[isOfShipment ? 0 : 1];
    return z
      .array(faultSchema)
      .parse(faults)
      .map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
      .join("; ");
  },
});

const faultSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
