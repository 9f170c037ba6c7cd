/**
 * Calls /api/v1, typed by the endpoints: the endpoint's schemas determine the types of a call's
 * input and answer. The caller chooses the transport.
 */
import type { z } from "zod";
import { isObject } from "../base/sparse.ts";
import type { AnyEndpoint, Endpoint, Method, Shape } from "./endpoint.ts";

/** A call as it is sent: `path` is below /api/v1 and includes the query. */
export type CallRequest = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly body?: unknown;
};

/** Values that a text for a failure's reason names. */
export type FailureValues = Readonly<Record<string, string | number>>;

export type CallOptions = {
  /** Sends a request, and returns the whole JSON body of the answer. */
  readonly send: (request: CallRequest) => Promise<unknown>;
  /**
   * Makes the error of a failed call. All arguments are undefined when the answer is not a failure
   * of the interface.
   */
  readonly failure: (
    code: string | undefined,
    message: string | undefined,
    reason: string | undefined,
    values: FailureValues | undefined,
  ) => Error;
};

type Part<N extends string, S> = S extends z.ZodType
  ? Partial<z.input<S>> extends z.input<S>
    ? { readonly [K in N]?: z.input<S> }
    : { readonly [K in N]: z.input<S> }
  : { readonly [K in N]?: never };
type PartsOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, Shape>
    ? Part<"params", P> & Part<"query", Q> & Part<"body", B>
    : never;
/**
 * The arguments after the endpoint: one input, which may be omitted if none of its parts is
 * required.
 */
export type Input<E> =
  Partial<PartsOf<E>> extends PartsOf<E> ? [input?: PartsOf<E>] : [input: PartsOf<E>];

/**
 * The `data` of an endpoint's answer. Lists give rows without their paging; endpoints that do not
 * answer JSON give never.
 */
export type DataOf<E extends AnyEndpoint> = E["shape"] extends "page" | "whole"
  ? z.output<E["answer"]>[]
  : E["shape"] extends "one"
    ? z.output<E["answer"]>
    : E["shape"] extends "raw"
      ? DataIn<z.output<E["answer"]>>
      : never;
type DataIn<T> = T extends { readonly data: infer D } ? D : never;

/**
 * Calls an endpoint.
 *
 * @returns The answer's data, not parsed again, because both ends are of the same build.
 * @throws The error that `failure` makes.
 */
export type Call = <E extends AnyEndpoint>(endpoint: E, ...input: Input<E>) => Promise<DataOf<E>>;

/**
 * Creates the typed call of a client.
 *
 * @param options The transport of a call, and how its failure is thrown.
 */
export function createCall({ send, failure }: CallOptions): Call {
  return async (endpoint, ...input) => {
    const answer = await send(requestOf(endpoint, ...input));
    if (isSuccess(endpoint, answer)) return answer.data;
    throw failureIn(answer, failure);
  };
}

/** Makes the error of an answer that is not a success, by `failure`. */
export function failureIn(answer: unknown, failure: CallOptions["failure"]): Error {
  return failure(
    textOf(answer, "code"),
    textOf(answer, "message"),
    textOf(answer, "reason"),
    valuesOf(answer),
  );
}

/**
 * Makes the request of a call, also for endpoints that answer a file, which `Call` cannot return.
 */
export function requestOf<E extends AnyEndpoint>(endpoint: E, ...input: Input<E>): CallRequest {
  return filled(endpoint, input[0] ?? {});
}

type Parts = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };

function filled({ method, path }: AnyEndpoint, { params, query, body }: Parts): CallRequest {
  const values = entriesOf(params);
  const place = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? "")),
  );
  const given = [...entriesOf(query)].filter(([, value]) => value !== undefined && value !== null);
  const search = given
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return {
    method,
    path: `/${place.slice(1)}${search === "" ? "" : `?${search}`}`,
    ...(body === undefined ? {} : { body }),
  };
}

/** Returns whether an answer is a success; the type of its data follows from the endpoint. */
function isSuccess<E extends AnyEndpoint>(
  _endpoint: E,
  answer: unknown,
): answer is { readonly data: DataOf<E> } {
  return (
    typeof answer === "object" && answer !== null && "result" in answer && answer.result === true
  );
}

function valuesOf(answer: unknown): FailureValues | undefined {
  const values = entriesOf(answer).get("values");
  return isObject(values) ? (values as FailureValues) : undefined;
}

function textOf(answer: unknown, name: string): string | undefined {
  const text = entriesOf(answer).get(name);
  return typeof text === "string" ? text : undefined;
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
