/**
 * An endpoint is data: one object holds everything that the server, the OpenAPI document, the
 * screen and a test need to know of an operation of /api/v1. Endpoints stand in `<domain>.api.ts`;
 * what runs behind one stands in `<domain>.routes.ts`.
 */
import type { z } from "zod";
import type { ErrorCode } from "../base/errors.ts";
import type { Audited } from "./audited.schema.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who may use an endpoint. `open`: no token is needed. `member`: any member. `admin`: an owner or
 * admin. `home`: the desk, or a member of the desk's own organization. `station`: the desk, or an
 * owner or admin of its organization.
 */
type Access = "open" | "member" | "admin" | "home" | "station";

/**
 * How data is put into the envelope. `one`: one object, never with paging fields. `page`: a page of
 * many. `whole`: all rows, with paging fields of a single page. `raw`: the answer's schema is the
 * whole body. `bytes`: no JSON.
 */
export type Shape = "one" | "page" | "whole" | "raw" | "bytes";

type Schema = z.ZodType | undefined;

/** The fields of an endpoint that do not depend on its schemas. */
type Description = {
  /**
   * The operation's name in the OpenAPI document, unique: the name that the endpoint is exported
   * by.
   */
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Required, so that no endpoint is open to every token by omission. */
  readonly access: Access;
  /** Entry that a call makes in the audit log; a call without one makes none. */
  readonly audited?: Audited;
  /** A token that may print alone may use it too; all others are closed to such a token. */
  readonly scope?: "print";
  /**
   * Fields, as "body.folder", that name a program, a path or where something is reached. The
   * window's page names none on a shared desk; elsewhere a `chosen` one is a path that a person has
   * chosen in the system's dialog.
   */
  readonly places?: Readonly<Record<string, "chosen" | "typed">>;
  /** Bytes; the server's own limit when it is absent. */
  readonly bodyLimit?: number;
  /**
   * The body is neither parsed nor checked by the server: its route gets the bytes, and `body` is
   * their description.
   */
  readonly wholeBody?: true;
  /** Media types of an answer of the shape `bytes`. */
  readonly media?: readonly string[];
};

export type Endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends z.ZodType,
  S extends Shape,
> = Description & {
  readonly shape: S;
  readonly status: 200 | 201;
  /** Code of the failure when the params, query or body do not fit their schemas. */
  readonly invalid: ErrorCode;
  /**
   * Codes that belong to this operation; those that any operation may answer with are added by the
   * server.
   */
  readonly errors: readonly ErrorCode[];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
};

/** Any endpoint, for lists of them. */
export type AnyEndpoint = Endpoint<Schema, Schema, Schema, z.ZodType, Shape>;

/**
 * Declares an endpoint.
 *
 * @param data Its schemas; `status` is 200, `invalid` E1085 and `errors` none when absent.
 * @returns The same object, complete, with the types of its schemas.
 */
export function endpoint<
  A extends z.ZodType,
  S extends Shape,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(
  data: Description & {
    readonly shape: S;
    readonly status?: 200 | 201;
    readonly invalid?: ErrorCode;
    readonly errors?: readonly ErrorCode[];
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly answer: A;
  },
): Endpoint<P, Q, B, A, S> {
  return { status: 200, invalid: "E1085", errors: [], ...data };
}

/** What a schema gives after parsing; undefined where there is no schema. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
