/** Wire shape of the sentences that a screen reads back. */
import { z } from "zod";

export const SCREEN_LANGUAGES = ["en", "tr"] as const;
export type ScreenLanguage = (typeof SCREEN_LANGUAGES)[number];

export const sentencesSchema = z
  .object({
    /** English sentences of the station with names of their values, and their words. */
    sentences: z.array(z.object({ template: z.string(), words: z.string() })),
    /** Words in place of those that another server sends with a code. */
    codes: z.record(z.string(), z.string()),
  })
  .meta({ id: "Sentences" });
export type Sentences = z.infer<typeof sentencesSchema>;
