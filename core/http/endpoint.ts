/**
 * An endpoint is data: one object has everything that the server, the OpenAPI document, the screen
 * and a test need to know about an operation of /api/v1. Endpoints are in `<domain>.api.ts`; their
 * implementations are in `<domain>.routes.ts`.
 */
import type { z } from "zod";
import type { ErrorCode } from "../base/errors.ts";
import type { Audited } from "./audited.schema.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who may use an endpoint. `open`: no token is needed. `member`: any member. `admin`: an owner or
 * admin. `home`: the desk, or a member of the desk's own organization. `station`: the desk, or an
 * owner or admin of its organization. An operation for the desk alone has `home` and checks
 * `actor.via` itself.
 */
type Access = "open" | "member" | "admin" | "home" | "station";

/**
 * The ways in which data is put into the envelope. `one`: one object without paging fields. `page`:
 * one page of a longer list. `whole`: all rows, with paging fields of a single page. `raw`: the
 * answer's schema is the whole body. `bytes`: not JSON.
 */
export type Shape = "one" | "page" | "whole" | "raw" | "bytes";

type Schema = z.ZodType | undefined;

/** The fields of an endpoint that do not depend on its schemas. */
type Description = {
  /** Unique name of the operation in the OpenAPI document; equals the endpoint's export name. */
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Required, so that no endpoint is open to every token by omission. */
  readonly access: Access;
  /**
   * Who may use the endpoint at a desk where members sign in with badges, where this differs from
   * `access`. By `access`, a packer uses what is for members and the home organization, a lead also
   * what is for admins and the station. `owner`: only an owner. `lead`: no packer. `leave`: a packer
   * with a lead's leave. `always`: also while the desk is locked.
   */
  readonly atDesk?: "owner" | "lead" | "leave" | "always";
  /** Entry that a call makes in the audit log; absent: no entry. */
  readonly audited?: Audited;
  /** `step` of the answers that make the entry; other answers changed nothing. */
  readonly auditedStep?: string;
  /**
   * Secrets that only the first answer contains, with the values that a repeat under an
   * Idempotency-Key gets in their place: the station does not store them.
   */
  readonly shownOnce?: Readonly<Record<string, string | null>>;
  /** Allows tokens that may only print; other endpoints reject such tokens. */
  readonly scope?: "print";
  /**
   * Fields, such as "body.folder", that name a program, a path or an address. On a shared desk the
   * window's page may not set them; elsewhere a `chosen` field must be a path that a person has
   * chosen in the system's dialog.
   */
  readonly places?: Readonly<Record<string, "chosen" | "typed">>;
  /** Longest accepted body, in bytes; default: the server's limit. */
  readonly bodyLimit?: number;
  /** Largest number of values in a body; default: the server's limit. */
  readonly mostValues?: number;
  /**
   * Whether the server leaves the body unparsed: the route gets the bytes, and `body` only
   * describes them.
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
  /** Error code when the params, query or body do not fit their schemas. */
  readonly invalid: ErrorCode;
  /** Codes of this operation; the server adds the codes that any operation may answer. */
  readonly errors: readonly ErrorCode[];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
};

/** Any endpoint, for lists of endpoints. */
export type AnyEndpoint = Endpoint<Schema, Schema, Schema, z.ZodType, Shape>;

/**
 * Declares an endpoint.
 *
 * @param data The endpoint with its schemas; `status` defaults to 200, `invalid` to E1085 and
 *   `errors` to none.
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

/** Type that a schema gives after parsing; undefined without a schema. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
