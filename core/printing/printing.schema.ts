/** Wire shapes of printers and print jobs. */
import { z } from "zod";

export const printerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  driver: z.enum(["tcp", "file"]),
  host: z.string(),
  port: z.number().int(),
  path: z.string(),
  language: z.literal("ZPL"),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  widthMm: z.number(),
  heightMm: z.number(),
  isActive: z.boolean(),
});
export type Printer = z.infer<typeof printerSchema>;

export const PRINT_STATUSES = ["QUEUED", "SENDING", "SENT", "CONFIRMED", "FAILED", "UNKNOWN"] as const;

export const printJobSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
  shipmentID: z.uuid(),
  barcode: z.string(),
  printerID: z.uuid().nullable(),
  printerName: z.string(),
  kind: z.literal("LABEL"),
  status: z.enum(PRINT_STATUSES),
  attempts: z.number().int(),
  lastError: z.string(),
  sentAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  isReprint: z.boolean(),
});
export type PrintJob = z.infer<typeof printJobSchema>;
