/**
 * The label model: all texts and symbols of a label, frozen at purchase. PDF, ZPL and pictures are
 * drawn only from the model, so a label looks the same at its first print and its last reprint,
 * except for the number of the copy.
 */
import { z } from "zod";
import { LABEL_LANGUAGES } from "./layout/layout.schema.ts";

const labelPartySchema = z.object({
  name: z.string(),
  /** Address lines as printed, without street, district and city. */
  lines: z.array(z.string()),
  street: z.string(),
  district: z.string(),
  city: z.string(),
  zip: z.string(),
  countryCode: z.string(),
  phone: z.string(),
});

/** A black and white picture: rows padded to whole bytes, 1 is black, in base64. */
const logoSchema = z.object({
  columns: z.int().min(1).max(1_200),
  rows: z.int().min(1).max(600),
  bits: z.base64(),
});
export type Logo = z.infer<typeof logoSchema>;

export const labelModelSchema = z.object({
  version: z.literal(2),
  /** The layout file that draws the label, and its version. */
  layout: z.object({ name: z.string(), version: z.int() }),
  /** Language of captions, dates and sums. */
  language: z.enum(LABEL_LANGUAGES),
  carrierName: z.string(),
  serviceName: z.string(),
  /** ASCII; the Code 128 symbol and the text under it. */
  barcode: z.string().regex(/^[\x20-\x7e]+$/),
  /** Code of the branch or transfer centre that sorts the parcel; "" when the carrier gave none. */
  routingCode: z.string(),
  sender: labelPartySchema,
  recipient: labelPartySchema,
  arePhonesMasked: z.boolean(),
  /** Number by which people know the shipment (`organizationShipmentID`). */
  shipmentNumber: z.number().int(),
  orderNumber: z.string(),
  reference: z.string(),
  /** Numbers of the invoices of the orders in the parcel; "" without one. */
  invoiceNumber: z.string(),
  /** "2.5" */
  desi: z.string(),
  weightKg: z.string(),
  payer: z.enum(["sender", "recipient"]),
  pieces: z.object({ no: z.int().min(1), of: z.int().min(1) }),
  /** Instants or days; "" when none was promised or agreed. */
  promisedOn: z.string(),
  appointmentOn: z.string(),
  /** Note to the branch and the courier. */
  note: z.string(),
  /** "2× T-shirt M"; empty when the sender hides the contents. */
  contents: z.array(z.string()),
  logo: logoSchema.nullable(),
  /** "150.00" and "TL", collected at the door, in cash unless `by` is "card"; null for none. */
  cashOnDelivery: z
    .object({ amount: z.string(), currency: z.string(), by: z.literal("card").optional() })
    .nullable(),
  /** Printed across the address of a label that must never be shipped. */
  mark: z.enum(["", "TEST", "SAMPLE"]),
  /**
   * 0 for the parcel's first label, otherwise the number of the reprint, so that two labels of one
   * parcel can be distinguished.
   */
  copyNumber: z.int().min(0),
  isReturn: z.boolean(),
  createdAt: z.string(),
});
export type LabelModel = z.infer<typeof labelModelSchema>;
export type LabelParty = z.infer<typeof labelPartySchema>;

export const DENSITIES = [203, 300, 600] as const;
export type Dpi = (typeof DENSITIES)[number];
