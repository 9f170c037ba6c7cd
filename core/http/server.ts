/**
 * The only place where requests are parsed, authorised and answered. HTTP on loopback serves other
 * programs. The desk's window calls by `inject()`. The routes treat programs and the window
 * equally.
 */
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { errors } from "../base/errors.ts";
import type { HttpDeps } from "./deps.ts";
import { answerBrokenRequest, answerBrokenUrl, answerError } from "./answer-failure.ts";
import { serveDocuments } from "./api-documents.ts";
import { createBodyBudget } from "./body-budget.ts";
import { API_PREFIX } from "./api-prefix.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { serveViewer } from "./docs-viewer.ts";
import { failure } from "./envelope.ts";
import { createIdempotency } from "./idempotency.ts";
import { identifyBy, type FindActor, type Tickets } from "./identity.ts";
import { requestID } from "./log-requests.ts";
import { mount, type Gate } from "./mount.ts";
import { createRateLimit } from "./rate-limit.ts";
import { BODY_LIMIT, keepWholeBodies, readBodies } from "./read-body.ts";
import type { Route } from "./route.ts";
import type { HostNames } from "./host-names.ts";
import { SERVER_LIMITS } from "./server-limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    packbench?: AnyEndpoint;
  }
}

export type ServerOptions = {
  /** The product's resources; the API document viewer is in this folder. */
  readonly resourcesDir: string;
  /** Finds the member of a token. */
  readonly findActor: FindActor;
  /** Tickets of the desk's calls. */
  readonly tickets: Tickets;
  /** Host names by which this station is served. */
  readonly names: HostNames;
  /**
   * Checks calls of web pages, which have an `Origin`, before every route. Throws, answers, or
   * calls `done`.
   */
  readonly guardPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
    origin: string,
  ) => void;
  /** Installs hooks before the routes, such as the call log's. */
  readonly watch: (app: FastifyInstance) => void;
};

/** Creates the server with all its routes, not yet listening. */
export async function createServer<D extends HttpDeps>(
  deps: D,
  routes: readonly Route<D>[],
  { resourcesDir, findActor, tickets, names, guardPage, watch }: ServerOptions,
): Promise<FastifyInstance> {
  const app = bareServer(deps);
  readBodies(app);
  app.addHook("onRequest", (request, reply, done) => {
    request.desk = tickets.take(request);
    void reply
      .header("X-Request-Id", request.id)
      .header("Cache-Control", "no-store")
      .header("X-Content-Type-Options", "nosniff");
    if (request.desk === undefined && !names.isOurs(request.headers.host, request.raw.socket))
      throw errors.hostNotServed();
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    // The header is sent on every answer: a cache must not give one origin's answer to another
    // origin.
    void reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || request.desk !== undefined) done();
    else guardPage(request, reply, done, origin);
  });
  watch(app);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(deps, error, request, reply),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(failure(errors.noSuchEndpoint())),
  );
  const gate: Gate = {
    identify: identifyBy(findActor),
    limit: createRateLimit(deps),
    idempotency: createIdempotency(deps),
    bodies: createBodyBudget(),
  };
  const isWhole = ({ endpoint }: Route<D>): boolean => endpoint.wholeBody === true;
  await app.register(
    async (api) => {
      for (const route of routes) if (!isWhole(route)) mount(api, deps, gate, route);
      await api.register(async (below) => {
        keepWholeBodies(below);
        for (const route of routes) if (isWhole(route)) mount(below, deps, gate, route);
      });
      serveDocuments(api, resourcesDir);
      serveViewer(api, resourcesDir);
    },
    { prefix: API_PREFIX },
  );
  serveDocuments(app, resourcesDir);
  serveViewer(app, resourcesDir);
  return app;
}

function bareServer(deps: Pick<HttpDeps, "newId">): FastifyInstance {
  return fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: SERVER_LIMITS.requestTimeout,
    http: {
      // Without this option Node would answer without a body; our answer names the code.
      requireHostHeader: false,
      headersTimeout: SERVER_LIMITS.headersTimeout,
      connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingInterval,
    },
    // The interface has no HEAD requests. A handler that runs for HEAD would act without being
    // noticed.
    exposeHeadRoutes: false,
    genReqId: (raw) => requestID(raw, deps.newId),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBrokenUrl,
    // A route parses its own input, where the types of its schemas are known. Our code makes the
    // answers, and tests check the answers against their schemas; parsing an answer would cost more
    // than making it. So the framework's compilers are not even loaded.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
  });
}

function noCompiler(): never {
  throw new Error("a route passed a schema to the framework; schemas belong in the endpoint");
}
