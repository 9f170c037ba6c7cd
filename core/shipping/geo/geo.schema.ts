/** Wire shapes of cities, districts and countries. */
import { z } from "zod";

export const citySchema = z
  .object({ name: z.string(), areaCode: z.string(), cityCode: z.string(), countryCode: z.string() })
  .meta({ id: "City" });
export type City = z.infer<typeof citySchema>;

export const districtSchema = z
  .object({
    name: z.string(),
    districtID: z.number().int(),
    cityCode: z.string(),
    regionCode: z.string().nullable(),
    countryCode: z.string(),
  })
  .meta({ id: "District" });
export type District = z.infer<typeof districtSchema>;

export const countrySchema = z
  .object({
    countryCode: z.string(),
    name: z.string(),
    phoneCode: z.string(),
    currency: z.string(),
  })
  .meta({ id: "Country" });
export type Country = z.infer<typeof countrySchema>;

/** A province or district of Turkey; `districtID` is 0 for a province. */
export const placeSchema = z
  .object({
    cityCode: z.string(),
    cityName: z.string(),
    districtID: z.number().int(),
    districtName: z.string(),
  })
  .meta({ id: "Place" });
export type Place = z.infer<typeof placeSchema>;

export const neighbourhoodsSchema = z
  .object({
    /**
     * Neighbourhoods without the word "mahallesi", villages with "Köyü": "Caferağa", "Aksu Köyü".
     */
    neighbourhoods: z.array(z.string()),
    /** Postal codes of the province, since the codes of a single district are not known. */
    postalCodes: z.array(z.string()),
  })
  .meta({ id: "Neighbourhoods" });
