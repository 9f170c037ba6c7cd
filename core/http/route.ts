/**
 * A route is an endpoint with its implementation. `serve` connects them while the types of the
 * endpoint's schemas are known. A route accepts a request of unknown content, so that routes of all
 * types fit in one list.
 */
import type { Readable } from "node:stream";
import type { z } from "zod";
import { ERRORS, type ErrorCode } from "../base/errors.ts";
import type { Reader } from "../db/reader.ts";
import type { Actor } from "./actor.ts";
import type { HttpDeps } from "./deps.ts";
import type { AnyEndpoint, Endpoint, Parsed, Shape } from "./endpoint.ts";
import type { PageOf } from "./paging.schema.ts";

/**
 * A route's arguments in addition to its input.
 *
 * @template D The dependencies of the route's roof, in the roof's `deps.ts`.
 */
export type RouteContext<D = HttpDeps> = {
  readonly deps: D;
  readonly actor: Actor;
  /**
   * "http://127.0.0.1:4747": the address that the request was sent to. URLs in answers start with
   * it.
   */
  readonly origin: string;
  /**
   * Returns whether the caller has disconnected. Lets other work run first. Always false at the
   * desk.
   */
  readonly isGone: () => Promise<boolean>;
  /**
   * Returns `deps.reader` for this caller: the reads end when the connection is lost. For reads
   * that may take long.
   */
  readonly callersReader: () => Reader;
  /**
   * Looks the token up again, for work that takes long.
   *
   * @throws AppError E2001, E1055 when the token has ended or now lacks the permission.
   */
  readonly checkAgain: () => void;
  /**
   * Calls `done` shortly after the answer was sent, when it is known whether the answer reached the
   * caller. Calls `done` again with false if the connection is reset later.
   */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  /**
   * Stores the call's Idempotency-Key with the id of the created subject; undefined for a call
   * without a key. For routes with `repeat`, inside the transaction that creates the subject.
   */
  readonly keep: ((subjectID: string) => void) | undefined;
  /**
   * Returns the current member of the call's token, for an answer that stays open.
   *
   * @throws AppError E2001, E1055 when the token has ended.
   */
  readonly reauthenticate: () => Actor;
  /** The raw body, for a route with `wholeBody`; else empty. */
  readonly bytes: Uint8Array;
  /**
   * Reads a header of the request.
   *
   * @param name In lower case.
   */
  readonly header: (name: string) => string | undefined;
};

/** An answer that is not JSON. A `Readable` is streamed. */
export type Bytes = {
  readonly bytes: Uint8Array | string | Readable;
  readonly type: string;
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns whether a route's result is bytes instead of data for an envelope. */
export function isBytes(data: unknown): data is Bytes {
  return typeof data === "object" && data !== null && "bytes" in data && "type" in data;
}

/** The parts of a request before they are checked. */
type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/**
 * The way to repeat a POST under its Idempotency-Key when a crash lost the first answer.
 *
 * Absent: `run` is synchronous and shares one transaction with its answer. A function: `run` calls
 * other machines and stores the id of what it creates by `context.keep`; the function answers the
 * repeat from this id. "again": `run` may run again without harm.
 */
type Repeat<D> = "again" | ((context: RouteContext<D>, subjectID: string) => unknown);

/** A request that fits its endpoint, with its parsed input. */
export type Accepted<D> = {
  /** The parsed body, for other parts of the server. */
  readonly body: unknown;
  /** See `Options`. */
  readonly prepare: (context: RouteContext<D>, run: () => Promise<unknown>) => Promise<unknown>;
  /** Processes the request, and returns the answer's data or a promise of the data. */
  readonly run: (context: RouteContext<D>) => unknown;
  readonly repeat: Repeat<D> | undefined;
};

export type Route<D = HttpDeps> = {
  readonly endpoint: AnyEndpoint;
  /**
   * Parses a request.
   *
   * @throws InvalidInputError when a part does not fit its schema.
   */
  readonly accept: (raw: RawInput) => Accepted<D>;
};

type Schema = z.ZodType | undefined;
type Input<P, Q, B> = {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
};
type Answer<A extends z.ZodType, S extends Shape> = S extends "page"
  ? PageOf<z.input<A>>
  : S extends "whole"
    ? readonly z.input<A>[]
    : S extends "bytes"
      ? Bytes
      : z.input<A>;

type Run<D, P, Q, B, Result> = (
  context: RouteContext<D>,
  input: Input<P, Q, B>,
) => Result | Promise<Result>;
type Options<D, P, Q, B> = {
  /**
   * Obtains what the call needs before its transaction, then calls `run` in the same turn of the
   * event loop. For a route without `repeat`, whose `run` cannot wait; absent: the call needs
   * nothing.
   */
  readonly prepare?: (
    context: RouteContext<D>,
    input: Input<P, Q, B>,
    run: () => Promise<unknown>,
  ) => Promise<unknown>;
  readonly repeat?:
    | "again"
    | ((context: RouteContext<D>, input: Input<P, Q, B>, subjectID: string) => unknown);
};

/**
 * Returns `serve` for routes of a roof whose dependencies are D.
 *
 * @see serve
 */
export function serveWith<D>() {
  return <
    P extends Schema,
    Q extends Schema,
    B extends Schema,
    A extends z.ZodType,
    S extends Shape,
  >(
    endpoint: Endpoint<P, Q, B, A, S>,
    run: Run<D, P, Q, B, Answer<A, S>>,
    { prepare, repeat }: Options<D, P, Q, B> = {},
  ): Route<D> => ({
    endpoint,
    accept(raw) {
      const parse = <T extends Schema>(schema: T | undefined, value: unknown): Parsed<T> =>
        parsePart(schema, value, endpoint.invalid);
      const input: Input<P, Q, B> = {
        params: parse(endpoint.params, raw.params),
        body: parse(endpoint.wholeBody === true ? undefined : endpoint.body, raw.body),
        query: parse(endpoint.query, raw.query),
      };
      return {
        body: input.body ?? raw.body,
        prepare: (context, call) =>
          prepare === undefined ? call() : prepare(context, input, call),
        run: (context) => run(context, input),
        repeat:
          typeof repeat === "function"
            ? (context, subjectID) => repeat(context, input, subjectID)
            : repeat,
      };
    },
  });
}

/**
 * Connects an endpoint to its implementation.
 *
 * @param run Gets the parsed parts of the request; its result fits the endpoint's answer.
 * @param options.prepare Obtains what a call needs before its transaction.
 * @param options.repeat How a keyed POST is repeated: see `Repeat`. A function also gets the parsed
 *   input.
 */
export const serve = serveWith<HttpDeps>();

/** A part of a request does not fit its schema. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly code: ErrorCode;
  /** "weight: must be a number; order.notes: must have at most 2000 characters" */
  readonly faults: string;

  constructor(code: ErrorCode, issues: readonly z.core.$ZodIssue[]) {
    const faults = issues
      .map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
      .join("; ");
    super(`${ERRORS[code].message} ${faults.slice(0, 500)}`);
    this.code = code;
    this.faults = faults;
  }
}

// The function is overloaded, because the compiler does not see that `Parsed` depends on whether a
// schema exists.
function parsePart<S extends Schema>(
  schema: S | undefined,
  value: unknown,
  invalid: ErrorCode,
): Parsed<S>;
function parsePart(schema: Schema, value: unknown, invalid: ErrorCode): unknown {
  if (schema === undefined) return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new InvalidInputError(invalid, error.issues);
}
