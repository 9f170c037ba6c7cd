/**
 * The label model: all texts and symbols of a label, frozen at purchase. PDF, ZPL and pictures are drawn from it alone,
 * so a label looks the same at its first print and at its last reprint.
 */
import { z } from "zod";

const labelPartySchema = z.object({
  name: z.string(),
  /** Street lines as printed, without district and city. */
  lines: z.array(z.string()),
  district: z.string(),
  city: z.string(),
  zip: z.string(),
  countryCode: z.string(),
  phone: z.string(),
});

export const labelModelSchema = z.object({
  version: z.literal(1),
  widthMm: z.number(),
  heightMm: z.number(),
  carrierName: z.string(),
  serviceName: z.string(),
  /** ASCII; the Code128 symbol and the text under it. */
  barcode: z.string().regex(/^[\x20-\x7e]+$/),
  sender: labelPartySchema,
  recipient: labelPartySchema,
  /** organizationShipmentID, for the eye. */
  shipmentNumber: z.number().int(),
  orderNumber: z.string(),
  reference: z.string(),
  desi: z.string(),
  weightKg: z.string(),
  /** "2× T-shirt M"; empty when the sender hides the contents. */
  contents: z.array(z.string()),
  /** "150.00" and "TL", collected at the door; null when nothing is. */
  cashOnDelivery: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  test: z.boolean(),
  isReturn: z.boolean(),
  createdAt: z.string(),
});
export type LabelModel = z.infer<typeof labelModelSchema>;
export type LabelParty = z.infer<typeof labelPartySchema>;

export const DENSITIES = [203, 300, 600] as const;
export type Dpi = (typeof DENSITIES)[number];
