/**
 * Answers failures in one envelope: our errors, bodies that break their schema, broken requests.
 */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { asDiskFull } from "../base/disk.ts";
import { AppError, ERRORS, type ErrorCode, errors } from "../base/errors.ts";
import { isObject } from "../base/sparse.ts";
import { readBoolean } from "../base/wire.ts";
import type { HttpDeps } from "./deps.ts";
import { drainBody } from "./drain-body.ts";
import { failure } from "./envelope.ts";
import { BODY_LIMIT } from "./read-body.ts";
import { InvalidInputError } from "./route.ts";

/**
 * Answers an error of a hook or a route. Any error other than an AppError, an InvalidInputError or
 * a 4xx error of the framework is a bug: it is logged in full and answered without its text.
 */
export function answerError(
  deps: Pick<HttpDeps, "log">,
  raised: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // This also covers writes outside a transaction, and reads that found no room to sort.
  const error = asDiskFull(raised);
  if (error instanceof AppError && error.code === "E2036")
    deps.log.error(
      { traceId: request.id, cause: error.details["cause"] },
      "the disk rejected a request's write",
    );
  if (error instanceof AppError && error.code === "E2059")
    deps.log.error(
      { traceId: request.id, cause: error.details["cause"] },
      "the label renderer was lost during a request",
    );
  const detail = (text: string): string | undefined => (isTestRequest(request) ? text : undefined);
  if (error instanceof AppError) {
    if (error.code === "E2001") void reply.header("WWW-Authenticate", "Bearer");
    if (error.code === "E2005")
      void reply.header("Retry-After", String(error.details["retryAfter"] ?? 1));
    return reply.code(error.status).send(failure(error, { detail: detail(error.message) }));
  }
  if (error instanceof InvalidInputError)
    return reply
      .code(ERRORS[error.code].status)
      .send(failure(error, { detail: detail(error.faults.slice(0, 2000)) }));
  const { code, statusCode } = frameworkError(error);
  const known = FRAMEWORK_CODES[code];
  if (known === "E2003") drainBody(request, reply);
  if (known !== undefined)
    return reply
      .code(ERRORS[known].status)
      .send(failure(new AppError(known, known === "E2003" ? tooLargeFor(request) : undefined)));
  if (statusCode >= 400 && statusCode < 500) {
    return reply.code(400).send(failure(errors.badRequest("The request could not be read.")));
  }
  deps.log.error(
    { traceId: request.id, method: request.method, route: request.routeOptions.url, err: error },
    "a request failed because of a bug",
  );
  return reply.code(500).send(failure(errors.unexpected(), { traceId: request.id }));
}

/** Reads the framework's error code and status; "" and 0 for other errors. */
function frameworkError(error: unknown): { readonly code: string; readonly statusCode: number } {
  const { code, statusCode } = isObject(error) ? error : {};
  return {
    code: typeof code === "string" ? code : "",
    statusCode: typeof statusCode === "number" ? statusCode : 0,
  };
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

/**
 * Answers a path that the router cannot read; no hook has run for such a path. A path with an id
 * that is too long is answered as not found.
 */
export function answerBrokenUrl(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const tooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
  const answer = tooLong
    ? errors.noSuchEndpoint()
    : errors.badRequest("The path could not be read.");
  void reply
    .header("X-Request-Id", request.id)
    .header("Cache-Control", "no-store")
    .header("X-Content-Type-Options", "nosniff")
    .code(answer.status)
    .send(failure(answer));
}

/** Time for the caller to read the answer before both sides are closed. */
const CLOSED_AFTER_MS = 1_000;

/**
 * Answers what Node's parser rejects before there is a request, and a request that did not arrive
 * completely in time.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const message = isLate
    ? "The request did not arrive completely in time. Send it again, header and body at once."
    : "The request is not valid HTTP.";
  const body = JSON.stringify(failure(errors.badRequest(message)));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A program that keeps its end open would keep its data in our memory.
  setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref();
}

function isTestRequest(request: FastifyRequest): boolean {
  if (!isObject(request.body)) return false;
  const { test, shipment } = request.body;
  return [test, isObject(shipment) ? shipment["test"] : undefined].some(
    (flag) => readBoolean(flag) === true,
  );
}
