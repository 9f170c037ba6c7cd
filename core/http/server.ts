/**
 * The one place where requests are parsed, authorised and answered. HTTP on loopback serves other programs; the desk's
 * window comes in by `inject()` and is the same to everything behind the door.
 */
import { Readable } from "node:stream";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema } from "fastify";
import fastifySwagger from "@fastify/swagger";
import { createJsonSchemaTransform, hasZodFastifySchemaValidationErrors, validatorCompiler } from "fastify-type-provider-zod";
import { asDiskFull } from "../base/disk.ts";
import { AppError, ERRORS, type ErrorCode } from "../base/errors.ts";
import { lastOfEach } from "../base/wire.ts";
import type { Actor, Deps } from "../deps.ts";
import { DOCS_CSP, docsPage, type ApiDocument } from "./docs-page.ts";
import { envelopeSchema, failure, failureSchema, wrap } from "./envelope.ts";
import { createIdempotency, type Idempotency, type KeyedCall } from "./idempotency.ts";
import { beginKeyed, runKeyed } from "./run-keyed.ts";
import { identify, isDesk } from "./identity.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import type { Bytes, Route, RouteContext } from "./route.ts";

export const API_PREFIX = "/api/v1";
const BODY_LIMIT = 1024 * 1024;

const NOBODY: Actor = { organizationID: "", memberID: "", role: "limitedAccessUser", via: "token" };

declare module "fastify" {
  interface FastifyContextConfig {
    packbench?: Route;
  }
}

/**
 * @param version Of the product; the interface's own version is 1.0.
 * @param hooks Put in before the routes, in this order: what stands in front of them, or listens.
 */
export async function createServer(deps: Deps, routes: readonly Route[], version: string, hooks: readonly ((app: FastifyInstance) => void)[] = []): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
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
  readJson(app);
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("X-Request-Id", request.id).header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
    done(isDesk() || isOurHost(request.headers.host) ? undefined : (new AppError("E2006") as unknown as FastifyError));
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
  const gate: Gate = { limit: createRateLimit(deps), idempotency: createIdempotency(deps) };
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

type Gate = { readonly limit: RateLimit; readonly idempotency: Idempotency };

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
    onRequest: (request, _reply, done) => {
      request.actor = route.access === "open" ? NOBODY : identify(deps, gate.limit, request.headers.authorization, request.ip);
      const { role, token } = request.actor;
      if (token !== undefined) gate.limit.countCall(token.id);
      if (token?.canWrite === false && route.method !== "GET") throw new AppError("E1055", "This token may only read.");
      if (route.access === "admin" && !["owner", "admin"].includes(role)) throw new AppError("E1055");
      done();
    },
    preValidation: [
      async (request, reply) => {
        if (route.body !== undefined && route.wholeBody !== true) request.body ??= {};
        request.query = lastOfEach(request.query as Record<string, unknown>);
        const key = request.headers["idempotency-key"];
        if (route.method === "POST" && key !== undefined) await beginKeyed(gate.idempotency, request, reply, String(key));
      },
    ],
    onSend: (request, reply, payload, done) => {
      request.keyed?.end(reply.statusCode, String(payload));
      done(null, payload);
    },
    handler: async (request, reply) => {
      const { keyed } = request;
      const context: RouteContext = {
        deps,
        actor: request.actor,
        origin: originOf(request, deps),
        onAnswered: (done) => watchAnswer(reply, done),
        keep: keyed?.keep,
        who: () => identify(deps, gate.limit, request.headers.authorization, request.ip),
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

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
    /** There while a POST with an Idempotency-Key runs. */
    keyed?: KeyedCall;
  }
}

/** Empty bodies are fine whatever the content type says; broken ones are told with the route's own code. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    parse(request, String(body), (error, value) => (error === null ? done(null, value) : done(new AppError(invalidCode(request), "The body is not valid JSON.") as unknown as FastifyError)));
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    done(new AppError("E2004") as unknown as FastifyError);
  });
}

/** For routes whose bodies are read somewhere else. */
function keepWholeBodies(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

function invalidCode(request: FastifyRequest): ErrorCode {
  return request.routeOptions.config.packbench?.invalid ?? "E1085";
}

function answerError(deps: Deps, raised: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asDiskFull(raised) as FastifyError; // a write outside a commit, or a read that found no room to sort
  if (error instanceof AppError && error.code === "E2036") deps.log.error({ traceId: request.id, cause: error.details["cause"] }, "the disk did not take what a request wrote");
  const detail = (text: string): string | undefined => (isTestRequest(request) ? text : undefined);
  if (error instanceof AppError) {
    if (error.code === "E2001") void reply.header("WWW-Authenticate", "Bearer");
    if (error.code === "E2005") void reply.header("Retry-After", String(error.details["retryAfter"] ?? 1));
    return reply.code(error.status).send(failure(error, { detail: detail(error.message) }));
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const said = error.validation.map((v) => `${v.instancePath.slice(1).replaceAll("/", ".") || "body"}: ${v.message ?? "is not valid"}`).join("; ");
    const code = invalidCode(request);
    return reply.code(400).send(failure({ code, message: `${ERRORS[code].message} ${said.slice(0, 500)}` }, { detail: detail(said.slice(0, 2000)) }));
  }
  const known = FRAMEWORK_CODES[error.code];
  if (known !== undefined) return reply.code(ERRORS[known].status).send(failure(new AppError(known, known === "E2003" ? tooLargeFor(request) : undefined)));
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return reply.code(400).send(failure(new AppError("E1085", "The request could not be read.")));
  }
  deps.log.error({ traceId: request.id, method: request.method, route: request.routeOptions.url, error }, "a request failed by a fault of ours");
  return reply.code(500).send(failure(new AppError("E2000"), { traceId: request.id }));
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "E2003",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "E2004",
  FST_ERR_NOT_FOUND: "E2002",
};

function tooLargeFor(request: FastifyRequest): string {
  const limit = request.routeOptions.config.packbench?.bodyLimit ?? BODY_LIMIT;
  return `The request body is larger than ${limit / 1024 / 1024} MiB. Send less at once.`;
}

/** A path that no route can be looked up by: there was no route, so no hook has run. An id too long to be one is not found. */
function answerBrokenUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const tooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
  const answer = tooLong ? new AppError("E2002") : new AppError("E1085", "The path could not be read.");
  void reply.header("X-Request-Id", request.id).header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff").code(answer.status).send(failure(answer));
}

/** What Node's parser refuses before there is a request. */
function answerBrokenRequest(_error: Error & { code?: string }, socket: import("node:net").Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify(failure(new AppError("E1085", "The request is no valid HTTP.")));
  socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

function isTestRequest(request: FastifyRequest): boolean {
  const body = request.body as { test?: unknown; shipment?: { test?: unknown } } | null | undefined;
  return typeof body === "object" && body !== null && (body.test === true || body.shipment?.test === true);
}

/** A page in a browser that made its own name point here must not reach us: only our own names are served. */
function isOurHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase();
  return name !== undefined && ["127.0.0.1", "localhost", "[::1]"].includes(name);
}

function originOf(request: FastifyRequest, deps: Deps): string {
  return isDesk() || request.headers.host === undefined ? deps.origin() : `http://${request.headers.host}`;
}

function watchAnswer(reply: FastifyReply, done: (reached: boolean) => void): void {
  let told = false;
  const tell = (reached: boolean): void => {
    if (!told) done(reached);
    told = true;
  };
  reply.raw.once("finish", () => tell(true));
  reply.raw.once("close", () => tell(reply.raw.writableFinished));
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
  return [...new Set([...route.errors, ...common, ...bodies])].sort();
}

/** The declared answers: success by the route's envelope, failures by the statuses its codes have. */
function responsesOf(route: Route): Record<number, unknown> {
  const statuses = [...new Set(codesOf(route).map((code) => ERRORS[code].status))];
  return { [route.status]: envelopeSchema(route), ...Object.fromEntries(statuses.map((status) => [status, failureSchema])) };
}
