/**
 * A request's body as it comes in: JSON or nothing. What no code behind the door could use safely is refused or mended
 * here, once for all routes: nesting that would overflow the stack, and text that no database can keep as it is.
 */
import type { Readable } from "node:stream";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { AppError, type ErrorCode } from "../base/errors.ts";
import { wellFormed } from "../base/text.ts";

/** Bytes; an endpoint that takes files has its own `bodyLimit`. */
export const BODY_LIMIT = 1024 * 1024;

/** No body of the interface is deeper than six levels. */
const DEEPEST = 64;
/** Five hundred items with all their fields are some six thousand. Checking a body costs the thread time by its values, not its bytes. */
const MOST_VALUES = 10_000;

const HELD_AT_MOST = 8_192; // characters

/** The beginning of a text as a copy of its own: a slice alone would keep the long text alive. */
export function holdText(text: string): string {
  return text.length <= HELD_AT_MOST ? text : Buffer.from(text.slice(0, HELD_AT_MOST)).toString("utf8");
}

declare module "fastify" {
  interface FastifyRequest {
    /** The beginning of the body as the program sent it, for the call log. */
    bodyText?: string;
  }
}

/** Installs the parser of JSON bodies. An empty body is accepted with any content type; a broken one is answered with the endpoint's `invalid` code. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body);
    if (text === "") return done(null, undefined);
    const refuse = (message: string): void => done(new AppError(invalidCode(request), message));
    request.bodyText = holdText(text);
    const { depth, values } = measure(text);
    if (depth > DEEPEST) return refuse(`The body is nested deeper than ${DEEPEST} levels.`);
    if (values > MOST_VALUES) return refuse(`The body has more than ${MOST_VALUES} values.`);
    parse(request, text, (error, value) => {
      if (error === null) return done(null, text.includes("\\u") ? wellFormed(value) : value);
      request.bodyText = ""; // secrets are masked by the names of JSON; in another text they would be shown
      refuse("The body is not valid JSON.");
    });
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    done(new AppError("E2004"));
  });
}

/** For routes whose bodies are read somewhere else: whole files, which no log keeps either. Each body's memory is its own. */
export function keepWholeBodies(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", (request, payload: Readable, done) => collect(request, payload, done));
}

/**
 * Puts each part of a body in its place as it comes, in a turn of its own. Joining the parts at the end would touch the memory of
 * a whole file in one turn of the thread: 22 MiB take 65 ms where the system's first touch of a page costs 12 µs. So would reading
 * all that waits at the socket, which is 2 MiB at once.
 */
function collect(request: FastifyRequest, payload: Readable, done: (error: Error | null, body?: Buffer) => void): void {
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

/** The code with which a route answers a request that cannot be read. */
function invalidCode(request: FastifyRequest): ErrorCode {
  return request.routeOptions.config.packbench?.invalid ?? "E1085";
}

/**
 * Found out before parsing: schemas walk a value by recursion. A large file in one string costs no walk through it.
 *
 * @returns How deep the text is nested and how many values it has, at least; no more is counted than is needed to refuse it.
 */
function measure(text: string): { depth: number; values: number } {
  if (!hasMore(text, ["[", "{"], DEEPEST) && !hasMore(text, [","], MOST_VALUES)) return { depth: 0, values: 0 };
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let i = 0; i < text.length && deepest <= DEEPEST; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = endOfString(text, i);
    else if (c === COMMA) values += 1;
    else if (c === CLOSE_LIST || c === CLOSE_OBJECT) depth -= 1;
    else if (c === OPEN_LIST || c === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
  }
  return { depth: deepest, values };
}

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function hasMore(text: string, signs: readonly string[], most: number): boolean {
  let found = 0;
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) if (++found > most) return true;
  }
  return false;
}

/** @param at Of the opening quote. @returns Of the closing one, or the text's end. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i += 1;
    else if (c === QUOTE) return i;
  }
  return text.length;
}
