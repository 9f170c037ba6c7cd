/** Wire shapes of labels that must be scanned back from their parcels. */
import { z } from "zod";

const labelToScanSchema = z
  .object({
    shipmentID: z.uuid(),
    number: z.number().int(),
    /** Order number; "" for a shipment without an order. */
    orderNumber: z.string(),
    barcode: z.string(),
    /** Code that was scanned meanwhile, whose order opens after the label; "" for none. */
    nextCode: z.string(),
  })
  .meta({ id: "LabelToScan" });
export type LabelToScan = z.infer<typeof labelToScanSchema>;

export const labelsToScanSchema = z
  .object({ list: z.array(labelToScanSchema) })
  .meta({ id: "LabelsToScan" });

export const skipLabelScanSchema = z.strictObject({
  shipmentID: z.uuid(),
});

export const skippedLabelScanSchema = z
  .object({
    /** The shipment. */
    id: z.string(),
    /** Code of the order to open now; "" for none. */
    nextCode: z.string(),
  })
  .meta({ id: "SkippedLabelScan" });
