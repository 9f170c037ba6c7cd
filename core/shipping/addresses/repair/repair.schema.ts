/** Wire shapes of repairing a pasted address. */
import { z } from "zod";
import { placeSchema } from "../../geo/geo.schema.ts";

export const repairInputSchema = z
  .strictObject({ text: z.string().min(1).max(2_000) })
  .meta({ id: "PastedAddress" });

/** Reasons for a guess. A guess is a field that the text does not state exactly. */
const GUESSES = [
  /** A common short name: "İst" is İstanbul. */
  "SHORT_NAME",
  /** One letter differs, is missing or added, or two neighbouring letters are swapped. */
  "MISSPELT",
  /** Only one province has this district. */
  "BY_DISTRICT",
  "BY_POSTAL_CODE",
  /** Only one district has this neighbourhood. */
  "BY_NEIGHBOURHOOD",
  /** The province's name is repeated, which means its central district. */
  "CENTRE",
  /** The name was the first part, without any word of an address. */
  "STANDS_FIRST",
  /** The neighbourhood had no word such as "mahallesi" after it. */
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
    /** Like "+905321234567"; "" when the text has none. */
    phone: z.string(),
    /** Rest of the text, with the neighbourhood. */
    address1: z.string(),
    /** Name as in the data; "" when it is unknown or missing in the text. */
    neighbourhood: z.string(),
    zip: z.string(),
    /** Province and district: "" and 0 when the text does not say. */
    cityCode: z.string(),
    cityName: z.string(),
    districtID: z.number().int(),
    districtName: z.string(),
    /** SURE: the text has the whole location. LIKELY: see `guesses`. ASKS: a person must choose. */
    confidence: z.enum(["SURE", "LIKELY", "ASKS"]),
    guesses: z.array(guessSchema),
    /** For ASKS: the districts that fit the text; empty when no district fits. */
    choices: z.array(placeSchema),
  })
  .meta({ id: "RepairedAddress" });
export type Repaired = z.infer<typeof repairedSchema>;
