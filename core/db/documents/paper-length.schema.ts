/**
 * Limits of a paper's side. Separate from `media.schema.ts`, because the first screen imports the
 * papers' names from there and must not load this schema.
 */
import { z } from "zod";

/** One side of a sheet, mm. */
export const lengthMmSchema = z.number().min(20).max(500);
