/**
 * The one place where requests are parsed, authorised and answered. HTTP on loopback serves other programs; the desk's
 * window comes in by `inject()` and is the same to everything behind the door.
 */
import { Readable } from "node:stream";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema } from "fastify";
import fastifySwagger from "@fastify/swagger";
import { createJsonSchemaTransform, validatorCompiler } from "fastify-type-provider-zod";
import { AppError, ERRORS, type ErrorCode } from "../base/errors.ts";
import { lastOfEach, sameID } from "../base/wire.ts";
import type { Actor, Deps } from "../deps.ts";
import { DOCS_CSP, docsPage, type ApiDocument } from "./docs-page.ts";
import { answerBrokenRequest, answerBrokenUrl, answerError } from "./answer-failure.ts";
import { envelopeSchema, failure, failureSchema, wrap } from "./envelope.ts";
import { createBodyBudget, reserveBody, type BodyBudget } from "./body-budget.ts";
import { createIdempotency, type Idempotency, type KeyedCall } from "./idempotency.ts";
import { beginKeyed, runKeyed } from "./run-keyed.ts";
import { checkAccess, identify, type Tickets } from "./identity.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { BODY_LIMIT, keepWholeBodies, readBodies } from "./read-body.ts";
import type { Bytes, Route, RouteContext } from "./route.ts";
import { isCallerGone, noteNextRequest, signalOfCaller, watchAnswer } from "./watch-caller.ts";

export const API_PREFIX = "/api/v1";
/** A program that stops sending in the middle gives its connection up after this long. */
const HEADER_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 30_000;

const NOBODY: Actor = { organizationID: "", memberID: "", role: "limitedAccessUser", via: "token" };

declare module "fastify" {
  interface FastifyContextConfig {
    packbench?: Route;
  }
}

export type ServerOptions = {
  /** Of the product; the interface's own version is 1.0. */
  readonly version: string;
  /** Those that the desk's calls come in with. */
  readonly tickets: Tickets;
  /** Put in before the routes, in this order: what stands in front of them, or listens. */
  readonly hooks: readonly ((app: FastifyInstance) => void)[];
};

export async function createServer(deps: Deps, routes: readonly Route[], { version, tickets, hooks }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_WITHIN_MS,
    http: { headersTimeout: HEADER_WITHIN_MS, connectionsCheckingInterval: 1_000 },
    // HEAD is no method of this interface, and a handler that it ran would act unseen.
    exposeHeadRoutes: false,
    genReqId: () => deps.newId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBrokenUrl,
  });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are made by our own code and checked against their schemas by tests; parsing each one again would cost
  // more than making it.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  readBodies(app);
  app.addHook("onRequest", (request, reply, done) => {
    request.desk = tickets.take(request);
    void reply.header("X-Request-Id", request.id).header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
    done(request.desk !== undefined || isOurHost(request.headers.host) ? undefined : (new AppError("E2006") as unknown as FastifyError));
  });
  for (const hook of hooks) hook(app);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(deps, error, request, reply));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure(new AppError("E2002"))));
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Packbench", version: "1.0", description: `Shipping marketplace of this station. Packbench ${version}.` },
      servers: [{ url: API_PREFIX }],
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    stripBasePath: false,
  });
  const gate: Gate = { limit: createRateLimit(deps), idempotency: createIdempotency(deps), bodies: createBodyBudget() };
  await app.register(
    async (api) => {
      for (const route of routes) if (route.wholeBody !== true) mount(api, deps, gate, route);
      await api.register(async (whole) => {
        keepWholeBodies(whole);
        for (const route of routes) if (route.wholeBody === true) mount(whole, deps, gate, route);
      });
      api.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
      serveDocs(api, app);
    },
    { prefix: API_PREFIX },
  );
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
  serveDocs(app, app);
  return app;
}

/** The page is made at its first reading and kept: routes do not change while the station runs. */
function serveDocs(at: FastifyInstance, app: FastifyInstance): void {
  let page: string | undefined;
  at.get("/docs", { schema: { hide: true } }, (_request, reply) => {
    page ??= docsPage(app.swagger() as unknown as ApiDocument, API_PREFIX); // of its many shapes, the one we registered
    return reply.header("Content-Security-Policy", DOCS_CSP).header("Referrer-Policy", "no-referrer").type("text/html; charset=utf-8").send(page);
  });
}

type Gate = { readonly limit: RateLimit; readonly idempotency: Idempotency; readonly bodies: BodyBudget };

function mount(api: FastifyInstance, deps: Deps, gate: Gate, route: Route): void {
  api.route({
    method: route.method,
    url: route.path,
    config: { packbench: route },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    ...(route.wholeBody === undefined ? {} : { validatorCompiler: () => () => true }),
    schema: {
      tags: [route.tag],
      summary: route.summary,
      ...(route.access === "open" ? {} : { security: [{ token: [] }] }),
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      response: responsesOf(route),
      "x-error-codes": codesOf(route),
    } as FastifySchema, // its type knows no extensions
    onRequest: (request, reply, done) => {
      noteNextRequest(request);
      request.actor = route.access === "open" ? NOBODY : (request.desk ?? identify(deps, request.headers.authorization, request.ip));
      const { token } = request.actor;
      if (token !== undefined) gate.limit.countCall(token.id);
      checkAccess(deps, route, request.actor);
      // The window's own bodies are in memory already, and others' do not keep them out.
      if (request.desk === undefined) reserveBody(gate.bodies, request.actor.organizationID, route.bodyLimit ?? BODY_LIMIT, request.raw, reply.raw);
      done();
    },
    preValidation: [
      async (request, reply) => {
        identifyAgain(deps, route, request);
        if (route.body !== undefined && route.wholeBody !== true) request.body ??= {};
        request.query = sameIDs(lastOfEach(request.query as Record<string, unknown>));
        request.params = sameIDs(request.params as Record<string, unknown>);
        const key = request.headers["idempotency-key"];
        if (route.method === "POST" && key !== undefined) await beginKeyed(gate.idempotency, request, reply, String(key));
      },
    ],
    onSend: async (request, reply, payload) => {
      await request.keyed?.end(reply.statusCode, String(payload));
      return payload;
    },
    preHandler: (request, _reply, done) => {
      if (request.keyed !== undefined) identifyAgain(deps, route, request); // after its turn
      done();
    },
    handler: async (request, reply) => {
      const { keyed } = request;
      const context: RouteContext = {
        deps,
        actor: request.actor,
        origin: originOf(request, deps),
        onAnswered: (done) => watchAnswer(request, reply, done),
        isGone: () => isCallerGone(request, reply),
        callersReader: () => deps.reader.until(signalOfCaller(reply)),
        checkAgain: () => identifyAgain(deps, route, request),
        keep: keyed?.keep,
        who: () => identify(deps, request.headers.authorization, request.ip),
        bytes: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
        header: (name) => request.headers[name]?.toString(),
      };
      const input = { params: request.params as never, query: request.query as never, body: request.body as never };
      if (keyed !== undefined) return reply.code(route.status).send(await runKeyed(route, context, input, keyed, reply));
      const data = await route.run(context, input);
      if (route.shape === "bytes") return sendBytes(reply, data as Bytes);
      return reply.code(route.status).send(wrap(route.shape, data));
    },
  });
}

/** Authenticates again before the route runs: reading the body or waiting for a key takes time, and the token may have ended since. @throws AppError E2001, E1055 */
function identifyAgain(deps: Deps, route: Route, request: FastifyRequest): void {
  if (route.access === "open" || request.desk !== undefined) return;
  request.actor = identify(deps, request.headers.authorization, request.ip);
  checkAccess(deps, route, request.actor);
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
    /** The member at the desk, for a call that came in by the desk's own door. */
    desk: Actor | undefined;
    /** There while a POST with an Idempotency-Key runs. */
    keyed?: KeyedCall;
  }
}

/** A page in a browser that made its own name point here must not reach us: only our own names are served. */
function isOurHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase();
  return name !== undefined && ["127.0.0.1", "localhost", "[::1]"].includes(name);
}

/** An id in upper case is the same id. */
function sameIDs(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? sameID(value.toWellFormed()) : value]));
}

function originOf(request: FastifyRequest, deps: Deps): string {
  return request.desk !== undefined || request.headers.host === undefined ? deps.origin() : `http://${request.headers.host}`;
}

function sendBytes(reply: FastifyReply, file: Bytes): FastifyReply {
  if (file.fileName !== undefined) void reply.header("Content-Disposition", `inline; filename="${file.fileName}"`);
  void reply.headers(file.headers ?? {});
  if (file.bytes instanceof Readable) return reply.code(200).type(file.type).send(file.bytes);
  const body = typeof file.bytes === "string" ? Buffer.from(file.bytes) : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  return reply.code(200).type(file.type).send(body);
}

/** Every code this route may answer with. */
function codesOf(route: Route): ErrorCode[] {
  const common: ErrorCode[] = [route.invalid, "E2000", "E2005", ...(route.access === "open" ? [] : (["E2001", "E1055"] as const))];
  const bodies: ErrorCode[] = [...(route.body === undefined ? [] : (["E2003", "E2004"] as const)), ...(route.method === "POST" ? (["E2007"] as const) : [])];
  const writes: ErrorCode[] = route.method === "GET" ? [] : ["E2036"];
  return [...new Set([...route.errors, ...common, ...bodies, ...writes])].sort();
}

/** The declared answers: success by the route's envelope, failures by the statuses its codes have. */
function responsesOf(route: Route): Record<number, unknown> {
  const statuses = [...new Set(codesOf(route).map((code) => ERRORS[code].status))];
  return { [route.status]: envelopeSchema(route), ...Object.fromEntries(statuses.map((status) => [status, failureSchema])) };
}
