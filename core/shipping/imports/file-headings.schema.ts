/** Wire shape of the headings of an order file, from which a person chooses its columns. */
import { z } from "zod";

export const fileHeadingsSchema = z
  .object({
    fileName: z.string(),
    headings: z.array(
      z.object({
        heading: z.string(),
        /** Up to three different cells below it, shortened. */
        samples: z.array(z.string()),
      }),
    ),
    /** Heading that each column has by the usual headings, or by a kept source that nearly fits. */
    guess: z.record(z.string(), z.string()),
    /** Name of the kept source that gave the guess; "" without one. */
    nearest: z.string(),
    /** Required columns without a guess. */
    missing: z.array(z.string()),
    /** Names of the kept sources that fit the file. */
    sources: z.array(z.string()),
  })
  .meta({ id: "FileHeadings" });
export type FileHeadings = z.infer<typeof fileHeadingsSchema>;
