/** Puts answers and failures into the envelopes of `envelope.schema.ts`. */
import type { z } from "zod";
import type { AppError, ErrorCode } from "../base/errors.ts";
import type { failureSchema } from "./envelope.schema.ts";
import type { Shape } from "./endpoint.ts";
import type { PageOf } from "./paging.schema.ts";

export type Success<T> = {
  readonly result: true;
  readonly additionalMessage: string;
  readonly data: T;
};
export type SuccessPage<T> = Success<T[]> & {
  readonly limit: number;
  readonly page: number;
  readonly sort: string;
  readonly totalRows: number;
  readonly totalPages: number;
};

/**
 * Wraps the result of a route in the envelope of its shape. `raw` and `bytes` are returned
 * unchanged.
 *
 * @param data Result of a route with this shape.
 */
export function wrap(shape: Shape, data: unknown): unknown {
  switch (shape) {
    case "one":
      return wrapOne(data);
    case "page":
      if (isPage(data)) return wrapPage(data);
      break;
    case "whole":
      if (Array.isArray(data)) return wrapWhole(data);
      break;
    case "raw":
    case "bytes":
      return data;
  }
  throw new Error(`a route of the shape "${shape}" returned another shape`);
}

function isPage(data: unknown): data is PageOf<unknown> {
  return typeof data === "object" && data !== null && "rows" in data && "totalRows" in data;
}

/** Makes the envelope of one object. */
export function wrapOne<T>(data: T): Success<T> {
  return { result: true, additionalMessage: "Success", data };
}

/** Makes the envelope of all rows, as a single page. */
export function wrapWhole<T>(rows: readonly T[]): SuccessPage<T> {
  return wrapPage({ rows, limit: rows.length, page: 1, sort: "", totalRows: rows.length });
}

function wrapPage<T>(page: PageOf<T>): SuccessPage<T> {
  const { rows, limit, totalRows } = page;
  return {
    ...wrapOne([...rows]),
    limit,
    page: page.page,
    sort: page.sort,
    totalRows,
    totalPages: Math.max(1, Math.ceil(totalRows / Math.max(1, limit))),
  };
}

/** Returns the reason of an error with the values that it names; nothing without a reason. */
function causeOf({
  reason,
  ...values
}: AppError["details"]): Pick<z.infer<typeof failureSchema>, "reason" | "values"> {
  if (typeof reason !== "string") return {};
  return Object.keys(values).length === 0 ? { reason } : { reason, values };
}

/**
 * Makes the envelope of an error.
 *
 * @param extra.detail Sent as `additionalMessage`. The interface allows it only in test mode.
 * @param extra.traceId Trace id of an internal error.
 */
export function failure(
  error: AppError | { code: ErrorCode; message: string },
  extra: { detail?: string | undefined; traceId?: string } = {},
): Record<string, unknown> {
  return {
    result: false,
    code: error.code,
    errorCode: error.code,
    message: error.message,
    ...("details" in error ? causeOf(error.details) : {}),
    ...(extra.detail === undefined ? {} : { additionalMessage: extra.detail }),
    ...(extra.traceId === undefined ? {} : { traceId: extra.traceId }),
  };
}
