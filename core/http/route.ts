/**
 * A route is data: one object says everything the server, the OpenAPI page and a test need to know.
 * Routes are listed by their domain and put together in core/routes.ts; no other file imports them.
 */
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { ErrorCode } from "../base/errors.ts";
import type { Reader } from "../db/reader.ts";
import type { Actor, Deps } from "../deps.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who may use a route. `open`: no token asked. `member`: any member. `admin`: owner or admin. `home`: the desk, or a
 * member of the desk's own organization. `station`: the desk, or an owner or admin of its organization.
 */
export type Access = "open" | "member" | "admin" | "home" | "station";

/**
 * How data is put into the envelope. `one`: about one object, never with paging fields. `page`: a page of many.
 * `whole`: all there is, with paging fields that say so. `raw`: the handler makes the whole body.
 */
export type Shape = "one" | "page" | "whole" | "raw" | "message" | "bytes";

export type PageOf<T> = { readonly rows: readonly T[]; readonly limit: number; readonly page: number; readonly sort: string; readonly totalRows: number };

export type RouteContext = {
  readonly deps: Deps;
  readonly actor: Actor;
  /** "http://127.0.0.1:4747": the address this station was asked at. URLs in answers start with it. */
  readonly origin: string;
  /** Whether the caller has given up. Lets other work have its turn first. Always false at the desk. */
  readonly isGone: () => Promise<boolean>;
  /** `deps.reader` for as long as the caller is there: its reads end when the connection is lost. For reads that may take long. */
  readonly callersReader: () => Reader;
  /** For work that takes long: looks the token up again. @throws AppError E2001, E1055 when it has ended or may no longer do this. */
  readonly checkAgain: () => void;
  /** `done` is called when it is known whether the answer reached the caller: some moments after it left. */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  /**
   * There when the call has an Idempotency-Key: keeps it with what is made. For routes with `repeat`, inside the
   * commit that makes it.
   */
  readonly keep: ((subjectID: string) => void) | undefined;
  /** Whom the call's token stands for now, for answers that last. @throws AppError E2001, E1055 when it has ended meanwhile. */
  readonly who: () => Actor;
  /** The body as it came, for a route with `wholeBody`; else empty. */
  readonly bytes: Uint8Array;
  /** A header of the request. @param name In lower case. */
  readonly header: (name: string) => string | undefined;
};

/**
 * How a POST is repeated under its Idempotency-Key when a crash took the first answer.
 *
 * Absent: `run` is synchronous, and it and its answer are one commit. A function: `run` leaves the machine; it keeps
 * what it makes by `context.keep`, and the repeat is answered from that. "again": it may run again, which harms nothing.
 */
export type Repeat<I = { params: never; query: never; body: never }> = "again" | ((context: RouteContext, input: I, subjectID: string) => unknown);

/** A `Readable` is sent as it comes. */
export type Bytes = { readonly bytes: Uint8Array | string | Readable; readonly type: string; readonly fileName?: string; readonly headers?: Readonly<Record<string, string>> };

export type Route = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  readonly shape: Shape;
  readonly status: 200 | 201;
  /** Code for a body or query that breaks its schema. */
  readonly invalid: ErrorCode;
  readonly errors: readonly ErrorCode[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly bodyLimit?: number;
  /** The body is neither parsed nor checked here: `run` gets its bytes, and `body` says for readers what is in them. */
  readonly wholeBody?: true;
  readonly repeat?: Repeat;
  readonly run: (context: RouteContext, input: { params: never; query: never; body: never }) => unknown;
};

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Ties the schemas of a route to what its `run` gets, then forgets the types: a list of routes holds them all. */
export function route<
  A extends z.ZodType,
  H extends Shape,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(r: {
  method: Method;
  path: `/${string}`;
  tag: string;
  summary: string;
  /** Required, so that a new route is not open to every token by omission. */
  access: Access;
  shape: H;
  status?: 200 | 201;
  invalid?: ErrorCode;
  errors?: readonly ErrorCode[];
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  bodyLimit?: number;
  wholeBody?: true;
  repeat?: Repeat<{ params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }>;
  run: (context: RouteContext, input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }) => Answer<H, A> | Promise<Answer<H, A>>;
}): Route {
  return { status: 200, invalid: "E1085", errors: [], ...r } as unknown as Route;
}

type Answer<H extends Shape, A extends z.ZodType> = H extends "page"
  ? PageOf<z.input<A>>
  : H extends "whole"
    ? readonly z.input<A>[]
    : H extends "bytes"
      ? Bytes
      : z.input<A>;
