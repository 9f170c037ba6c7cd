/**
 * The envelopes of the interface. Paging fields are on lists only: clients recognise lists by them.
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
     * Which of the causes that a code covers it is, in words that stay: "used"; several with spaces
     * between them.
     */
    reason: z.string().optional(),
    additionalMessage: z.string().optional(),
    traceId: z.string().optional(),
  })
  .meta({ id: "Failure" });
