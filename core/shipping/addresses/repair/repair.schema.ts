/** Wire shapes of repairing a pasted address. */
import { z } from "zod";
import { placeSchema } from "../../geo/geo.schema.ts";

export const repairInputSchema = z
  .strictObject({ text: z.string().min(1).max(2_000) })
  .meta({ id: "PastedAddress" });

/** Why a field was filled in otherwise than it is written. */
const GUESSES = [
  /** "İst" is İstanbul. */
  "SHORT_NAME",
  /** A letter differs. */
  "MISSPELT",
  /** Only one province has this district. */
  "BY_DISTRICT",
  "BY_POSTAL_CODE",
  /** Only one district has this neighbourhood. */
  "BY_NEIGHBOURHOOD",
  /** The province's name stands twice: its central district. */
  "CENTRE",
  /** It stands first, and has no word of an address. */
  "STANDS_FIRST",
  /** No "mahallesi" stands behind it. */
  "WITHOUT_ITS_WORD",
] as const;

const guessSchema = z.object({
  field: z.enum(["name", "city", "district", "neighbourhood"]),
  why: z.enum(GUESSES),
  written: z.string(),
  read: z.string(),
});
export type Guess = z.infer<typeof guessSchema>;

export const repairedSchema = z
  .object({
    name: z.string(),
    email: z.string(),
    /** "+905321234567"; "" when none stands in the text. */
    phone: z.string(),
    /** What is left of the text; the neighbourhood is in it. */
    address1: z.string(),
    /** As the data writes it; "" when it is unknown or the text names none. */
    neighbourhood: z.string(),
    zip: z.string(),
    /** "" and 0 where the text does not say. */
    cityCode: z.string(),
    cityName: z.string(),
    districtID: z.number().int(),
    districtName: z.string(),
    /** SURE: all of the place stands in the text. LIKELY: see `guesses`. ASKS: a person chooses. */
    confidence: z.enum(["SURE", "LIKELY", "ASKS"]),
    guesses: z.array(guessSchema),
    /** When it asks: districts of this name; empty when the text names none. */
    choices: z.array(placeSchema),
  })
  .meta({ id: "RepairedAddress" });
export type Repaired = z.infer<typeof repairedSchema>;
