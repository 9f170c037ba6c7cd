/**
 * The envelopes of the interface. Only lists have paging fields, so clients recognise a list by
 * these fields.
 */
import { z } from "zod";

export const successFields = { result: z.literal(true), additionalMessage: z.string() };
export const pagingFields = {
  limit: z.number(),
  page: z.number(),
  sort: z.string(),
  totalRows: z.number(),
  totalPages: z.number(),
};

export const failureSchema = z
  .object({
    result: z.literal(false),
    code: z.string(),
    errorCode: z.string(),
    message: z.string(),
    /**
     * Distinguishes causes that share a code, by stable words such as "used", separated by spaces.
     */
    reason: z.string().optional(),
    /** Values that a text for `reason` names, such as the line of a file. */
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    additionalMessage: z.string().optional(),
    traceId: z.string().optional(),
  })
  .meta({ id: "Failure" });
