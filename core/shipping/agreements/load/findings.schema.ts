/**
 * Findings in a price list. Problems refuse the whole list; notices are shown with a list that is
 * accepted.
 */
import { z } from "zod";

export const PROBLEM_CODES = [
  "priceMissing",
  "notANumber",
  "ambiguousNumber",
  "otherCurrency",
  "desiUnreadable",
  "dateCell",
  "overlap",
  "gap",
  "negative",
  "tooLarge",
  "sameDesiTwice",
  "twoPrices",
  "noSteps",
  "unknownZone",
  "zoneMissing",
  "zoneEmpty",
  "zoneTwice",
  "serviceEmpty",
  "nameTooLong",
  "tooManyZones",
  "tooManyServices",
  "tooManySteps",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const NOTICE_CODES = [
  "pricesFall",
  "rounded",
  "startsAbove",
  "noFurtherDesi",
  "furtherDesiDear",
  "rowIgnored",
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

const findingOf = <C extends string>(codes: readonly C[]) =>
  z.object({
    code: z.enum(codes),
    /** Row of the file, from 1. */
    row: z.number().int(),
    /** Letters of the column; null: the whole row. */
    column: z.string().nullable(),
    /** Values that the sentence of the code names. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  });

export const problemSchema = findingOf(PROBLEM_CODES).meta({ id: "PriceListProblem" });
export type Problem = z.infer<typeof problemSchema>;

export const noticeSchema = findingOf(NOTICE_CODES).meta({ id: "PriceListNotice" });
export type Notice = z.infer<typeof noticeSchema>;
