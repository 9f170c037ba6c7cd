/**
 * Logs requests, one line each: id, route, status and times. At the level debug every request is
 * logged. At the level info a GET is logged only if it fails or is slow, so that a desk that only
 * reads its lists writes no lines; all other requests are logged. A line has ids but no path,
 * query, body or name, so that it contains no personal data.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { HttpDeps } from "./deps.ts";

/**
 * Form that a caller's request id must have to appear in our log: one word with a digit, unlike a
 * name or a sentence.
 */
const SANE_ID = /^(?=.*\d)[\w-]{8,64}$/;
const SLOW_MS = 250;

/**
 * Start of a request and end of each of its stages, ms of the process's clock. `commitsBefore`,
 * `commitsAfter`: total COMMIT time since the process started, ms.
 */
type Marks = {
  startedAt: number;
  identity: number;
  body: number;
  run: number;
  commitsBefore: number;
  commitsAfter: number;
};

/** Uses the caller's `X-Request-ID` if its form is acceptable, else a new id. */
export function requestID(request: IncomingMessage, newId: () => string): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && SANE_ID.test(given) ? given : newId();
}

/**
 * Logs requests with the duration of their stages.
 *
 * @param isEvery Whether every request is logged, as at the level debug.
 */
export function logRequests(
  { log, db }: Pick<HttpDeps, "log" | "db">,
  isEvery: boolean,
): (app: FastifyInstance) => void {
  const all = new WeakMap<FastifyRequest, Marks>();
  return (app) => {
    app.addHook("onRequest", (request, _reply, done) => {
      const startedAt = performance.now();
      all.set(request, {
        startedAt,
        identity: startedAt,
        body: startedAt,
        run: startedAt,
        commitsBefore: 0,
        commitsAfter: 0,
      });
      done();
    });
    app.addHook("preParsing", (request, _reply, _payload, done) => {
      const marks = all.get(request);
      if (marks !== undefined) marks.identity = performance.now();
      done();
    });
    app.addHook("preHandler", (request, _reply, done) => {
      const marks = all.get(request);
      if (marks !== undefined)
        Object.assign(marks, { body: performance.now(), commitsBefore: db.commits.ms });
      done();
    });
    app.addHook("onSend", (request, _reply, payload, done) => {
      const marks = all.get(request);
      if (marks !== undefined)
        Object.assign(marks, { run: performance.now(), commitsAfter: db.commits.ms });
      done(null, payload);
    });
    app.addHook("onResponse", (request, reply, done) => {
      const marks = all.get(request);
      const ended = performance.now();
      if (
        marks !== undefined &&
        (isEvery ||
          request.method !== "GET" ||
          reply.statusCode >= 400 ||
          ended - marks.startedAt >= SLOW_MS)
      ) {
        log.info(lineOf(request, reply.statusCode, marks, ended), "request");
      }
      done();
    });
  };
}

function lineOf(
  request: FastifyRequest,
  status: number,
  marks: Marks,
  ended: number,
): Record<string, unknown> {
  return {
    requestID: request.id,
    route: routeOf(request),
    status,
    ms: rounded(ended - marks.startedAt),
    stages: stagesOf(marks, ended),
    ...callerOf(request),
  };
}

/**
 * Computes the durations of the stages, ms. A stage that a rejected request did not reach counts as
 * 0.
 */
function stagesOf(
  { startedAt, identity, body, run, commitsBefore, commitsAfter }: Marks,
  ended: number,
): Record<string, number> {
  const [known, read, ran] = [
    Math.max(startedAt, identity),
    Math.max(startedAt, identity, body),
    Math.max(startedAt, identity, body, run),
  ];
  const commit = body > startedAt ? commitsAfter - commitsBefore : 0;
  return {
    identity: rounded(known - startedAt),
    body: rounded(read - known),
    run: rounded(Math.max(0, ran - read - commit)),
    commit: rounded(commit),
    answer: rounded(ended - ran),
  };
}

/**
 * Returns the pattern of the route, never the path: a path has ids, or is a link that opens without
 * a token.
 */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? "none"}`;
}

/**
 * Returns the ids of the caller; "desk" for the window. No field has "token" in its name, because
 * such a field would be masked.
 */
function callerOf(request: FastifyRequest): {
  readonly organizationID?: string;
  readonly caller?: string;
} {
  if (!("actor" in request) || request.actor.organizationID === "") return {};
  const { organizationID, token } = request.actor;
  return { organizationID, caller: token?.id ?? "desk" };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
