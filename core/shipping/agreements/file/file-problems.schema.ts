/** Problems of a file that is a whole agreement: those of its price list, and those of its head. */
import { z } from "zod";
import { PROBLEM_CODES } from "../load/findings.schema.ts";

export const HEAD_PROBLEM_CODES = [
  "headUnknown",
  "headTwice",
  "headCells",
  "headMissing",
  "headDay",
  "headPercent",
  "headPercentUnclear",
  "headNumber",
  "headTime",
  "headChoice",
  "headCode",
  "headBarcode",
  "headLink",
  "headDays",
  "headLastDay",
  "headSeveralServices",
  "barcodePair",
  "rangeOverlaps",
  "rangeUsed",
  "checkDigitDiffers",
  "dayPast",
  "daySame",
  "zoneNoMeaning",
  "zoneMeaning",
  "zoneNotListed",
  "zonesMixed",
  "zonesEnd",
  "zonesSame",
  "provinceTwice",
] as const;
export type HeadProblemCode = (typeof HEAD_PROBLEM_CODES)[number];

export const fileProblemSchema = z
  .object({
    code: z.enum([...PROBLEM_CODES, ...HEAD_PROBLEM_CODES]),
    /** Row of the file, from 1. */
    row: z.number().int(),
    /** Letters of the column; null: the whole row. */
    column: z.string().nullable(),
    /** Values that the sentence of the code names. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: "AgreementFileProblem" });
export type FileProblem = z.infer<typeof fileProblemSchema>;
