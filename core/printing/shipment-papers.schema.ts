/** Wire shapes of papers that are printed with a shipment's label. */
import { z } from "zod";
import { documentHashSchema } from "../db/documents/documents.schema.ts";
import { copiesSchema, titleSchema } from "./program-prints.schema.ts";

const PAPER_ROLES = ["a4", "packingSlip"] as const;
export type PaperRole = (typeof PAPER_ROLES)[number];

/** POST /station/shipments/{id}/papers */
export const newPaperSchema = z
  .strictObject({
    /** Hash from POST /station/documents. */
    documentHash: documentHashSchema,
    /** The role whose printer prints the paper. */
    role: z.enum(PAPER_ROLES).default("a4"),
    copies: copiesSchema,
    title: titleSchema,
  })
  .meta({ id: "NewShipmentPaper" });
export type NewPaper = z.output<typeof newPaperSchema>;

export const paperSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    documentHash: documentHashSchema,
    role: z.enum(PAPER_ROLES),
    copies: z.number().int(),
    title: z.string(),
    /** Print job of the paper; null until the paper is enqueued with the label. */
    printJobID: z.uuid().nullable(),
  })
  .meta({ id: "ShipmentPaper" });
export type Paper = z.infer<typeof paperSchema>;
