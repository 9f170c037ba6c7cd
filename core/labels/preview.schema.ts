/** Wire shapes of label layouts, label previews and QR codes. */
import { z } from "zod";
import { mediaSchema } from "../db/documents/media.schema.ts";
import { lengthMmSchema } from "../db/documents/paper-length.schema.ts";

const LABEL_SAMPLES = [
  "short",
  "long",
  "arabic",
  "hebrew",
  "han",
  "hangul",
  "cash",
  "return",
  "appointment",
] as const;
export type LabelSample = (typeof LABEL_SAMPLES)[number];

export const labelLayoutSchema = z
  .object({
    name: z.string(),
    version: z.number().int(),
    title: z.object({ tr: z.string(), en: z.string() }),
    /** The named papers for which the layout is suitable. */
    papers: z.array(mediaSchema.extend({ name: z.string() })),
  })
  .meta({ id: "LabelLayout" });
export type LabelLayoutFact = z.infer<typeof labelLayoutSchema>;

/** POST /station/labels/preview */
export const previewInputSchema = z
  .strictObject({
    /**
     * Name of a layout, used in its newest version. Absent: the layout of the shipment's label;
     * `standard` for a sample.
     */
    layout: z.string().max(40).optional(),
    /** Size of the paper; 100 mm wide and 150 mm high by default. */
    widthMm: lengthMmSchema.optional(),
    heightMm: lengthMmSchema.optional(),
    dpi: z.literal([203, 300, 600]).optional(),
    /** A sample label, when no shipment is named; `short` when absent. */
    sample: z.enum(LABEL_SAMPLES).optional(),
    shipmentID: z.string().max(64).optional(),
    /** Offer of the shipment with which the label would be bought; the cheapest when absent. */
    offerID: z.string().max(64).optional(),
  })
  .meta({ id: "ShownLabel" });
export type PreviewInput = z.infer<typeof previewInputSchema>;

/** `field`: the field's name on labels, such as "recipient.name". */
const changedTextSchema = z.object({ field: z.string(), from: z.string(), to: z.string() });

export const labelPreviewSchema = z
  .object({
    layout: z.object({ name: z.string(), version: z.number().int() }),
    /** A PNG; null for a label that does not fit. */
    dataURL: z.string().nullable(),
    /**
     * True, or why the label cannot be printed on this paper: its recipient or its barcode has no
     * room.
     */
    fits: z.union([
      z.literal(true),
      z.object({ code: z.enum(["E1072", "E2057"]), message: z.string() }),
    ]),
    /** Fields that have no room on the paper, the least important first. */
    omitted: z.array(z.string()),
    /** Texts with letters that no font has, as they are printed. */
    transliterated: z.array(changedTextSchema),
    /**
     * Texts that are sent to the carrier's system in another form. The label has the original
     * texts.
     */
    carrierText: z.array(changedTextSchema),
    /** A placeholder has zeros as digits; the number is assigned at the purchase. */
    barcode: z.object({ text: z.string(), isPlaceholder: z.boolean() }),
  })
  .meta({ id: "LabelPreview" });
export type LabelPreview = z.infer<typeof labelPreviewSchema>;

export const qrCodeSchema = z
  .object({
    /** Number of columns, and of rows; without a quiet zone. */
    columns: z.number().int(),
    /** Row by row: "1" is dark. */
    cells: z.string(),
  })
  .meta({ id: "QrCode" });
export type QrCode = z.infer<typeof qrCodeSchema>;
