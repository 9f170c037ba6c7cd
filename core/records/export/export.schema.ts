/** Wire shapes of exports. */
import { z } from "zod";

const exportFormatSchema = z.enum(["jsonl", "csv"]);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportAllQuerySchema = z.object({ format: exportFormatSchema.default("jsonl") });

export const newExportFileSchema = z
  .strictObject({
    /** Absolute path on this computer. */
    file: z.string().min(1).max(4_096),
    format: exportFormatSchema,
  })
  .meta({ id: "NewExportFile" });
export type NewExportFile = z.output<typeof newExportFileSchema>;
export const exportFileSchema = z.object({ bytes: z.number().int() });
