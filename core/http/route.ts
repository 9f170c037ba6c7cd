/**
 * A route is an endpoint and what runs behind it. `serve` ties the two together while the types of
 * the endpoint's schemas are known; what it returns accepts a request of unknown content, so that
 * routes of all types stand in one list.
 */
import type { Readable } from "node:stream";
import type { z } from "zod";
import { ERRORS, type ErrorCode } from "../base/errors.ts";
import type { Reader } from "../db/reader.ts";
import type { Actor } from "./actor.ts";
import type { HttpDeps } from "./deps.ts";
import type { AnyEndpoint, Endpoint, Parsed, Shape } from "./endpoint.ts";
import type { PageOf } from "./paging.schema.ts";

/** Context of a call. @template D Dependencies of the route's roof. */
export type RouteContext<D = HttpDeps> = {
  readonly deps: D;
  readonly actor: Actor;
  /**
   * "http://127.0.0.1:4747": the address that the request was sent to. URLs in answers start with
   * it.
   */
  readonly origin: string;
  /**
   * Whether the caller has given up. Lets other work have its turn first. Always false at the desk.
   */
  readonly isGone: () => Promise<boolean>;
  /**
   * `deps.reader` for as long as the caller is there: its reads end when the connection is lost.
   * For reads that may take long.
   */
  readonly callersReader: () => Reader;
  /**
   * For work that takes long: looks the token up again.
   * @throws AppError E2001, E1055 when it has ended or may no longer do this.
   */
  readonly checkAgain: () => void;
  /**
   * `done` is called when it is known whether the answer reached the caller: some moments after it
   * left.
   */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  /**
   * Present when the call has an Idempotency-Key: stores the key with the id of what was created.
   * For routes with `repeat`, inside the transaction that creates it.
   */
  readonly keep: ((subjectID: string) => void) | undefined;
  /**
   * The member that the call's token belongs to now, for answers that last.
   * @throws AppError E2001, E1055 when it has ended meanwhile.
   */
  readonly reauthenticate: () => Actor;
  /** The body as it came, for a route with `wholeBody`; else empty. */
  readonly bytes: Uint8Array;
  /** A header of the request. @param name In lower case. */
  readonly header: (name: string) => string | undefined;
};

/** An answer that is no JSON. A `Readable` is sent as it comes. */
export type Bytes = {
  readonly bytes: Uint8Array | string | Readable;
  readonly type: string;
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** @returns Whether a route answered with bytes, and not with data for an envelope. */
export function isBytes(data: unknown): data is Bytes {
  return typeof data === "object" && data !== null && "bytes" in data && "type" in data;
}

/** The parts of a request before they are checked. */
type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/**
 * How a POST is repeated under its Idempotency-Key when a crash took the first answer.
 *
 * Absent: `run` is synchronous, and it and its answer are one transaction. A function: `run` leaves
 * the machine; it stores what it creates by `context.keep`, and the repeat is answered from that.
 * "again": it may run again without harm.
 */
type Repeat<D> = "again" | ((context: RouteContext<D>, subjectID: string) => unknown);

/** A request that fits its endpoint: its input is parsed and held inside. */
export type Accepted<D> = {
  /** The parsed body, as other parts of the server may look at it. */
  readonly body: unknown;
  /** @returns The answer's data, or a promise of it. */
  readonly run: (context: RouteContext<D>) => unknown;
  readonly repeat: Repeat<D> | undefined;
};

export type Route<D = HttpDeps> = {
  readonly endpoint: AnyEndpoint;
  /** Parses a request. @throws InvalidInputError when one of its parts does not fit its schema. */
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
  readonly repeat?:
    | "again"
    | ((context: RouteContext<D>, input: Input<P, Q, B>, subjectID: string) => unknown);
};

/** Makes the `serve` of a roof. @template D Dependencies of that roof. */
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
    { repeat }: Options<D, P, Q, B> = {},
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
 * Ties an endpoint to what runs behind it.
 *
 * @param run Gets the parsed parts of the request; what it returns fits the endpoint's answer.
 * @param options.repeat How a keyed POST is repeated: see `Repeat`. As a function it also gets the
 *   parsed input.
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

// Overloads, since the compiler does not see that `Parsed` follows from whether there is a schema.
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
