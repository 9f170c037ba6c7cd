/** The envelopes of the interface. Paging fields stand on lists only: clients tell lists by them. */
import { z } from "zod";
import { AppError, type ErrorCode } from "../base/errors.ts";
import type { PageOf, Route, Shape } from "./route.ts";

const success = { result: z.literal(true), additionalMessage: z.string() };
const paging = { limit: z.number(), page: z.number(), sort: z.string(), totalRows: z.number(), totalPages: z.number() };

/** The declared schema of a route's whole answer. */
export function envelopeSchema(route: Pick<Route, "shape" | "answer">): z.ZodType {
  const shapes: Record<Shape, () => z.ZodType> = {
    one: () => z.object({ ...success, data: route.answer }),
    message: () => z.object({ result: z.literal(true), message: z.string(), data: route.answer }),
    page: () => z.object({ ...success, data: z.array(route.answer), ...paging }),
    whole: () => z.object({ ...success, data: z.array(route.answer), ...paging }),
    raw: () => route.answer,
    bytes: () => z.unknown(),
  };
  return shapes[route.shape]();
}

export const failureSchema = z.object({
  result: z.literal(false),
  code: z.string(),
  errorCode: z.string(),
  message: z.string(),
  additionalMessage: z.string().optional(),
  traceId: z.string().optional(),
});

export function wrap(shape: Shape, data: unknown): unknown {
  switch (shape) {
    case "one":
      return { result: true, additionalMessage: "Success", data };
    case "message":
      return { result: true, message: "Success", data };
    case "page":
      return list(data as PageOf<unknown>);
    case "whole": {
      const rows = data as readonly unknown[];
      return list({ rows, limit: rows.length, page: 1, sort: "", totalRows: rows.length });
    }
    case "raw":
    case "bytes":
      return data;
  }
}

/** @param detail Said in test mode only, as the interface wants it. */
export function failure(error: AppError | { code: ErrorCode; message: string }, extra: { detail?: string | undefined; traceId?: string } = {}): Record<string, unknown> {
  return {
    result: false,
    code: error.code,
    errorCode: error.code,
    message: error.message,
    ...(extra.detail === undefined ? {} : { additionalMessage: extra.detail }),
    ...(extra.traceId === undefined ? {} : { traceId: extra.traceId }),
  };
}

function list(page: PageOf<unknown>): unknown {
  const { rows, limit, totalRows } = page;
  return {
    result: true,
    additionalMessage: "Success",
    data: rows,
    limit,
    page: page.page,
    sort: page.sort,
    totalRows,
    totalPages: Math.max(1, Math.ceil(totalRows / Math.max(1, limit))),
  };
}
