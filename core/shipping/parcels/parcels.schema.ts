/** Wire shapes of parcel templates. */
import { z } from "zod";
import { isLikeBadge } from "../../base/badge-number.ts";
import { laxMeasure, laxText, laxWord, patchText } from "../../base/wire.ts";
import { DISTANCE_UNITS, MASS_UNITS } from "../../base/units.ts";

export const distanceUnitInput = laxWord(DISTANCE_UNITS);
export const massUnitInput = laxWord(MASS_UNITS);

const LONGEST_BARCODE = 100;
const isBoxBarcode = (text: string): boolean => /^\S*$/.test(text) && !isLikeBadge(text);
const WRONG_BARCODE = { message: "must not have spaces, and must not be a badge" };

export const newTemplateSchema = z
  .object({
    name: laxText(100),
    length: laxMeasure,
    width: laxMeasure,
    height: laxMeasure,
    weight: laxMeasure,
    distanceUnit: distanceUnitInput,
    massUnit: massUnitInput,
    /** Barcode that is printed on the box. */
    barcode: laxText(LONGEST_BARCODE).refine(isBoxBarcode, WRONG_BARCODE),
  })
  .meta({ id: "NewParcelTemplate" });
export type NewTemplate = z.output<typeof newTemplateSchema>;

/** Change of a template; absent fields stay unchanged. */
export const templatePatchSchema = z
  .object({
    name: patchText(100),
    length: laxMeasure,
    width: laxMeasure,
    height: laxMeasure,
    weight: laxMeasure,
    distanceUnit: distanceUnitInput,
    massUnit: massUnitInput,
    /** Barcode that is printed on the box; "" without. */
    barcode: patchText(LONGEST_BARCODE).refine((text) => isBoxBarcode(text ?? ""), WRONG_BARCODE),
  })
  .meta({ id: "ParcelTemplatePatch" });
export type TemplatePatch = z.output<typeof templatePatchSchema>;

const MOST_BOXES = 1_000;

/** All templates of the organization in their new order, each once. */
export const templateOrderSchema = z
  .object({ ids: z.array(z.string().max(100)).min(1).max(MOST_BOXES) })
  .meta({ id: "ParcelTemplateOrder" });
export type TemplateOrder = z.output<typeof templateOrderSchema>;

/** Measures of a parcel in the API's shape: decimal texts, and their units. */
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

export const parcelTemplateSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    name: z.string(),
    ...measureFields,
    isActive: z.boolean(),
    LanguageCode: z.string(),
    /** Barcode that is printed on the box; "" without. */
    barcode: z.string(),
  })
  .meta({ id: "ParcelTemplate" });
export type ParcelTemplate = z.infer<typeof parcelTemplateSchema>;
