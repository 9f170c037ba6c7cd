/**
 * The last calls of each organization's programs, for people who integrate. Kept in memory: only what is at hand
 * anyway is held while a call is answered, and masked when somebody reads it.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { isDesk } from "./identity.ts";
import { maskJson, maskPath } from "./mask-json.ts";

const KEPT = 1_000;
const HELD_AT_MOST = 8_192;
const SHOWN_AT_MOST = 4_096; // characters

export const callSchema = z.object({
  /** X-Request-Id. */
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  /** Of a failure. */
  code: z.string().nullable(),
  durationMs: z.number(),
  memberID: z.string(),
  requestBody: z.string(),
  responseBody: z.string(),
});
export type Call = z.infer<typeof callSchema>;

type Held = Omit<Call, "path" | "code" | "requestBody"> & { readonly url: string; readonly requestBody: unknown };

export type CallLog = {
  /** Listens to every call. */
  watch(app: FastifyInstance): void;
  /** Newest first. */
  list(organizationID: string, limit: number): Call[];
};

export function createCallLog(deps: Pick<Deps, "now">): CallLog {
  const rings = new Map<string, { readonly held: Held[]; next: number }>();
  const bodies = new WeakMap<FastifyRequest, { request: unknown; response: string }>();

  const keep = (organizationID: string, call: Held): void => {
    const ring = rings.get(organizationID) ?? { held: [], next: 0 };
    rings.set(organizationID, ring);
    ring.held[ring.next] = call;
    ring.next = (ring.next + 1) % KEPT;
  };

  return {
    watch(app) {
      // Before the body is read as its schema wants it: as the program sent it.
      app.addHook("preValidation", (request, _reply, done) => {
        if (isLogged(request)) bodies.set(request, { request: holdBody(request), response: "" });
        done();
      });
      app.addHook("onSend", (request, _reply, payload, done) => {
        if (isLogged(request) && typeof payload === "string") {
          const known = bodies.get(request);
          bodies.set(request, { request: known?.request, response: cutText(payload) });
        }
        done(null, payload);
      });
      app.addHook("onResponse", (request, reply, done) => {
        const known = bodies.get(request);
        if (known !== undefined) {
          keep(request.actor.organizationID, {
            id: request.id,
            at: deps.now(),
            method: request.method,
            url: request.url,
            status: reply.statusCode,
            durationMs: Math.round(reply.elapsedTime * 10) / 10,
            memberID: request.actor.memberID,
            requestBody: known.request,
            responseBody: known.response,
          });
        }
        done();
      });
    },
    list(organizationID, limit) {
      const ring = rings.get(organizationID);
      if (ring === undefined) return [];
      const inOrder = [...ring.held.slice(ring.next), ...ring.held.slice(0, ring.next)];
      return inOrder.slice(-limit).reverse().map(present);
    },
  };
}

/** Calls by token, with a JSON answer; reading the log is no call worth logging. */
function isLogged(request: FastifyRequest): boolean {
  const route = request.routeOptions.config.packbench;
  if (route === undefined || route.shape === "bytes" || route.path === "/station/calls" || isDesk()) return false;
  return (request.actor as typeof request.actor | undefined)?.organizationID !== undefined && request.actor.organizationID !== "";
}

/** A large body is not held whole: a thousand of them would fill the memory. */
function holdBody(request: FastifyRequest): unknown {
  if (request.body instanceof Uint8Array) return undefined; // a file, and read elsewhere
  const size = Number(request.headers["content-length"] ?? HELD_AT_MOST + 1);
  if (request.body === undefined || size <= HELD_AT_MOST) return request.body;
  return cutText(JSON.stringify(request.body));
}

/** A copy: a slice alone would keep the long text alive. */
function cutText(text: string): string {
  return text.length <= HELD_AT_MOST ? text : Buffer.from(text.slice(0, HELD_AT_MOST)).toString("utf8");
}

function present({ url, requestBody, ...call }: Held): Call {
  const request = requestBody === undefined || requestBody === null ? "" : typeof requestBody === "string" ? requestBody : JSON.stringify(requestBody);
  const code = call.status >= 400 ? (/"code":"(E\d{4})"/.exec(call.responseBody)?.[1] ?? null) : null;
  return { ...call, path: maskPath(url), code, requestBody: shown(request), responseBody: shown(call.responseBody) };
}

function shown(text: string): string {
  return maskJson(text.slice(0, SHOWN_AT_MOST)).slice(0, SHOWN_AT_MOST);
}
