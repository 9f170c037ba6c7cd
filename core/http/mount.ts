/**
 * Answers one endpoint: identifies the caller, checks the request, runs the route and wraps its
 * result.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { lastOfEach, sameID } from "../base/wire.ts";
import type { Actor } from "./actor.ts";
import type { HttpDeps } from "./deps.ts";
import { reserveBody, type BodyBudget } from "./body-budget.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { wrap } from "./envelope.ts";
import type { Idempotency, KeyedCall } from "./idempotency.ts";
import { checkAccess, type Identify } from "./identity.ts";
import { checkPlaces } from "./page-places.ts";
import type { RateLimit } from "./rate-limit.ts";
import { BODY_LIMIT } from "./read-body.ts";
import { isBytes, type Bytes, type Route, type RouteContext } from "./route.ts";
import { beginKeyed, runKeyed } from "./run-keyed.ts";
import { isCallerGone, noteNextRequest, signalOfCaller, watchAnswer } from "./watch-caller.ts";

const ANONYMOUS: Actor = {
  organizationID: "",
  memberID: "",
  role: "limitedAccessUser",
  via: "token",
};

/** Checks that all routes share. */
export type Gate = {
  readonly identify: Identify;
  readonly limit: RateLimit;
  readonly idempotency: Idempotency;
  readonly bodies: BodyBudget;
};

/** Registers a route with its checks, in this order: token, rate, access, size, key, schemas. */
export function mount<D extends HttpDeps>(
  api: FastifyInstance,
  deps: D,
  gate: Gate,
  route: Route<D>,
): void {
  const { endpoint } = route;
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { packbench: endpoint },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    onRequest: (request, reply, done) => {
      noteNextRequest(request);
      identify(deps, gate, endpoint, request);
      reserveRoom(gate, endpoint, request, reply);
      done();
    },
    preValidation: [
      async (request, reply) => {
        identifyAgain(deps, gate, endpoint, request);
        if (endpoint.body !== undefined && endpoint.wholeBody !== true) request.body ??= {};
        request.query = sameIDs(lastOfEach(namesOf(request.query)));
        request.params = sameIDs(namesOf(request.params));
        const isKeyed = request.headers["idempotency-key"] !== undefined;
        // A call that is answered with a file writes nothing, so it needs no key.
        if (endpoint.method === "POST" && endpoint.shape !== "bytes" && isKeyed)
          await beginKeyed(gate.idempotency, endpoint, request, reply);
      },
    ],
    onSend: async (request, reply, payload) => {
      await request.keyed?.end(reply.statusCode, String(payload));
      return payload;
    },
    handler: async (request, reply) => {
      const { keyed } = request;
      const accepted = route.accept({
        params: request.params,
        query: request.query,
        body: request.body,
      });
      request.body = accepted.body;
      if (request.actor.page !== undefined) checkPlaces(endpoint, request.actor.page, request);
      // The token may have ended while the request waited for earlier calls with this key.
      if (keyed !== undefined) identifyAgain(deps, gate, endpoint, request);
      const context = contextOf(deps, gate, endpoint, request, reply);
      if (keyed !== undefined)
        return reply
          .code(endpoint.status)
          .send(
            await accepted.prepare(context, () =>
              runKeyed(endpoint, accepted, context, keyed, reply),
            ),
          );
      const data = await accepted.prepare(context, async () => await accepted.run(context));
      if (isBytes(data)) return sendBytes(reply, data);
      return reply.code(endpoint.status).send(wrap(endpoint.shape, data));
    },
  });
}

/**
 * Reserves room for the body, except for the window's calls: their bodies are in memory already,
 * and bodies of other callers must not block them.
 */
function reserveRoom(
  { bodies }: Gate,
  { bodyLimit = BODY_LIMIT }: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (request.desk !== undefined) return;
  reserveBody(bodies, request.actor.organizationID, bodyLimit, request.raw, reply.raw);
}

/**
 * Identifies the caller, counts a token's call, and checks access to the route.
 *
 * @throws AppError E2001, E2005, E1055
 */
function identify(
  deps: Pick<HttpDeps, "db" | "desk">,
  gate: Gate,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): void {
  request.actor =
    endpoint.access === "open"
      ? ANONYMOUS
      : (request.desk ?? gate.identify(request.headers.authorization, request.ip));
  const { token } = request.actor;
  if (token !== undefined) gate.limit.countCall(token.id);
  checkAccess(deps, endpoint, request.actor);
}

function contextOf<D extends HttpDeps>(
  deps: D,
  gate: Gate,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteContext<D> {
  return {
    deps,
    actor: request.actor,
    origin: originOf(request, deps),
    onAnswered: (done) => watchAnswer(request, reply, done),
    isGone: () => isCallerGone(request, reply),
    callersReader: () =>
      deps.reader.until(signalOfCaller(reply), request.actor.token?.id ?? "desk"),
    checkAgain: () => identifyAgain(deps, gate, endpoint, request),
    keep: request.keyed?.keep,
    reauthenticate: () => gate.identify(request.headers.authorization, request.ip),
    bytes: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    header: (name) => request.headers[name]?.toString(),
  };
}

/**
 * Authenticates again, because the token may have ended while the body was read, while the call
 * waited for its key, or while the route was running.
 *
 * @throws AppError E2001, E1055
 */
function identifyAgain(
  deps: Pick<HttpDeps, "db" | "desk">,
  gate: Gate,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): void {
  if (endpoint.access === "open" || request.desk !== undefined) return;
  request.actor = gate.identify(request.headers.authorization, request.ip);
  checkAccess(deps, endpoint, request.actor);
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
    /** The member at the desk, for a call through the desk's door. */
    desk: Actor | undefined;
    /** Present while a POST with an Idempotency-Key runs. */
    keyed?: KeyedCall;
  }
}

/** Copies query or path parameters into an object; without parameters, an empty object. */
function namesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Normalizes ids, because an id is the same in upper and lower case. */
function sameIDs(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? sameID(value.toWellFormed()) : value,
    ]),
  );
}

function originOf(request: FastifyRequest, deps: Pick<HttpDeps, "origin">): string {
  return request.desk !== undefined || request.headers.host === undefined
    ? deps.origin()
    : `${request.protocol}://${request.headers.host}`;
}

function sendBytes(reply: FastifyReply, file: Bytes): FastifyReply {
  if (file.fileName !== undefined)
    void reply.header("Content-Disposition", `inline; filename="${file.fileName}"`);
  void reply.headers(file.headers ?? {});
  if (file.bytes instanceof Readable) return reply.code(200).type(file.type).send(file.bytes);
  const body =
    typeof file.bytes === "string"
      ? Buffer.from(file.bytes)
      : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  return reply.code(200).type(file.type).send(body);
}
