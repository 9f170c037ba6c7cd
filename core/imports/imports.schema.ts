/** Wire shapes of importing an order file. */
import { z } from "zod";

export const importInputSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(300),
  /** The file's bytes, base64. */
  content: z.base64(),
});

export const rejectedRowSchema = z.object({
  /** In the file, from 1; the header is line 1. */
  line: z.number().int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

export const importResultSchema = z.object({
  fileName: z.string(),
  /** Data rows read. */
  rows: z.number().int(),
  /** Orders that are waiting now and were not before. */
  added: z.number().int(),
  /** Orders of this file that were imported before. */
  known: z.number().int(),
  rejected: z.array(rejectedRowSchema),
});
export type ImportResult = z.infer<typeof importResultSchema>;
