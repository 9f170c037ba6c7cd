/**
 * How long a side of paper can be. Apart from the papers: the first screen has their names, and no
 * schema.
 */
import { z } from "zod";

/** One side of a sheet, mm. */
export const lengthMmSchema = z.number().min(20).max(500);
