/**
 * Reads request bodies: JSON or nothing, or bytes for routes that take whole files. In JSON,
 * rejects nesting that would overflow the stack, and repairs text that a database cannot store
 * unchanged.
 */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { measureJson } from "../base/bounded-json.ts";
import { AppError, type ErrorCode, errors } from "../base/errors.ts";
import { wellFormed } from "../base/text.ts";

/** Longest body, in bytes; an endpoint that takes files has its own `bodyLimit`. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * Largest depth and largest number of values of a body. A usual body has at most six levels. Five
 * hundred items with all their fields have about six thousand values. The time to check a body
 * depends on its number of values, not its bytes.
 */
const LIMITS = { depth: 64, values: 10_000 };

const HELD_AT_MOST = 8_192; // Characters.

/** Copies the start of a text: a slice would keep the whole text in memory. */
export function holdText(text: string): string {
  return text.length <= HELD_AT_MOST
    ? text
    : Buffer.from(text.slice(0, HELD_AT_MOST)).toString("utf8");
}

declare module "fastify" {
  interface FastifyRequest {
    /** The start of the body in the form that the program sent, for the call log. */
    bodyText?: string;
  }
}

/**
 * Installs the parser of JSON bodies. An empty body is accepted with any content type; a broken
 * body is answered with the endpoint's `invalid` code.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    if (bytes.length === 0) return done(null, undefined);
    const refuse = (message: string): void => done(new AppError(invalidCode(request), message));
    if (!isUtf8(bytes)) return refuse("The body is not UTF-8: send its text in UTF-8.");
    const text = bytes.toString("utf8");
    request.bodyText = holdText(text);
    const limits = { ...LIMITS, values: mostValues(request) };
    const { depth, values } = measureJson(text, limits);
    if (depth > LIMITS.depth)
      return refuse(`The body is nested deeper than ${LIMITS.depth} levels.`);
    if (values > limits.values) return refuse(`The body has more than ${limits.values} values.`);
    parse(request, text, (error, value) => {
      if (error === null) return done(null, text.includes("\\u") ? wellFormed(value) : value);
      // Secrets are masked by JSON field names; in another text they would be visible.
      request.bodyText = "";
      refuse("The body is not valid JSON.");
    });
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    done(errors.bodyNotJson());
  });
}

/**
 * Installs a parser that leaves bodies as bytes, for routes that take whole files. The call log
 * does not keep these bodies. Each body has separate memory.
 */
export function keepWholeBodies(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", (request, payload: Readable, done) =>
    collect(request, payload, done),
  );
}

/**
 * Copies each part of a body to its place when it arrives, in separate turns of the event loop.
 * Joining the parts at the end would touch the memory of a whole file in one turn: 22 MiB take 65
 * ms on a system where the first access to a memory page costs 12 µs. Reading everything that waits
 * at the socket, up to 2 MiB at once, would block the loop in the same way.
 */
function collect(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const limit = request.routeOptions.bodyLimit;
  const announced = request.headers["content-length"];
  const room = announced === undefined ? limit : Number(announced);
  if (room > limit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  const body = Buffer.allocUnsafeSlow(room);
  let received = 0;
  const end = (error: Error | null): void => {
    payload.off("data", take).off("end", onEnd).off("error", end);
    done(error, body.subarray(0, received));
  };
  const onEnd = (): void => end(null);
  const take = (part: Buffer): void => {
    if (received + part.length > room) return end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    received += part.copy(body, received);
    payload.pause();
    setImmediate(() => payload.resume());
  };
  payload.on("data", take).on("end", onEnd).on("error", end);
}

function mostValues(request: FastifyRequest): number {
  return request.routeOptions.config.packbench?.mostValues ?? LIMITS.values;
}

/** Finds the code with which a route answers a request that cannot be read. */
function invalidCode(request: FastifyRequest): ErrorCode {
  return request.routeOptions.config.packbench?.invalid ?? "E1085";
}
