/** Wire shapes of parcel templates. */
import { z } from "zod";
import { laxMeasure, laxText, laxWord } from "../base/wire.ts";
import { DISTANCE_UNITS, MASS_UNITS } from "../base/units.ts";

export const distanceUnitInput = laxWord(DISTANCE_UNITS);
export const massUnitInput = laxWord(MASS_UNITS);

export const newTemplateSchema = z.object({
  name: laxText(100),
  length: laxMeasure,
  width: laxMeasure,
  height: laxMeasure,
  weight: laxMeasure,
  distanceUnit: distanceUnitInput,
  massUnit: massUnitInput,
}).meta({ id: "NewParcelTemplate" });
export type NewTemplate = z.output<typeof newTemplateSchema>;

/** A parcel's measures as they are answered: decimal texts, and their units. */
export const measureFields = {
  length: z.string(),
  width: z.string(),
  height: z.string(),
  desi: z.string(),
  oldDesi: z.string(),
  distanceUnit: z.string(),
  weight: z.string(),
  oldWeight: z.string(),
  massUnit: z.string(),
};

export const parcelTemplateSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
  name: z.string(),
  ...measureFields,
  isActive: z.boolean(),
  LanguageCode: z.string(),
}).meta({ id: "ParcelTemplate" });
export type ParcelTemplate = z.infer<typeof parcelTemplateSchema>;
