/** Wire shapes of address files. */
import { z } from "zod";
import { rejectedRowSchema } from "./imports.schema.ts";

export const addressFileSchema = z
  .object({
    /** Id with which the file's good rows are imported. */
    id: z.uuid(),
    fileName: z.string(),
    /** Number of rows below the heading. */
    rows: z.number().int(),
    good: z.number().int(),
    /** Number of good rows whose district and city were read from the address. */
    repaired: z.number().int(),
    /** Headings of ignored columns. */
    unread: z.array(z.string()),
    /** Number of rows that must be corrected. */
    rejectedCount: z.number().int(),
    /** The first 1,000 faults in these rows. */
    rejected: z.array(rejectedRowSchema),
  })
  .meta({ id: "AddressFile" });
export type AddressFile = z.infer<typeof addressFileSchema>;

export const addressFileProgressSchema = z
  .object({
    done: z.number().int(),
    total: z.number().int(),
    added: z.number().int(),
    /** Number of rows that the book had already. */
    known: z.number().int(),
  })
  .meta({ id: "AddressFileProgress" });
export type AddressFileProgress = z.infer<typeof addressFileProgressSchema>;
