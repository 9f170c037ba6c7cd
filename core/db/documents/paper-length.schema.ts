/**
 * Limits of a paper's side. Separate from the papers, because the first screen imports their names
 * without any schema.
 */
import { z } from "zod";

/** One side of a sheet, mm. */
export const lengthMmSchema = z.number().min(20).max(500);
