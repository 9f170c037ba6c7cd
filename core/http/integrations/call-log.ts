/**
 * Keeps the last calls of each organization's programs in memory, for integrators. The texts are
 * truncated, share one budget for all organizations, and are masked when they are read.
 */
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { maskText } from "../../base/mask.ts";
import type { HttpDeps } from "../deps.ts";
import { holdText } from "../read-body.ts";
import { listCalls } from "./integrations.api.ts";
import type { Call } from "./integrations.schema.ts";
import { maskJson, maskPath } from "./mask-json.ts";

const KEPT = 1_000;
const PRESENTED_AT_ONCE = 50;
const SHOWN_AT_MOST = 4_096; // Characters.
const BUDGET_BYTES = 16 * 1024 * 1024;
/**
 * Memory of a call in addition to its texts: the object, its strings' headers and its list entry.
 */
const OVERHEAD_BYTES = 400;

type Held = Omit<Call, "path" | "code"> & { readonly url: string; readonly bytes: number };
/** Oldest first; calls before `first` have been dropped and take no memory. */
type Queue = { held: (Held | undefined)[]; first: number; bytes: number };

export type CallLog = {
  /** Installs the hooks that log calls. */
  watch(app: FastifyInstance): void;
  /**
   * Lists calls, newest first. Masking long bodies takes time, so the work is spread over turns of
   * the event loop.
   */
  list(organizationID: string, limit: number): Promise<Call[]>;
  /** Memory held for all organizations, bytes. */
  heldBytes(): number;
  /** Number of calls held, for all organizations. */
  heldCalls(): number;
};

/** Creates an empty log. */
export function createCallLog(deps: Pick<HttpDeps, "now">): CallLog {
  const held = createHeldCalls();
  const answers = new WeakMap<FastifyRequest, string>();
  return {
    watch(app) {
      app.addHook("onSend", (request, _reply, payload, done) => {
        if (isLogged(request) && typeof payload === "string")
          answers.set(request, holdText(payload));
        done(null, payload);
      });
      app.addHook("onResponse", (request, reply, done) => {
        if (isLogged(request)) {
          held.keep(request.actor.organizationID, {
            id: request.id,
            at: deps.now(),
            method: request.method,
            url: holdText(request.url),
            status: reply.statusCode,
            durationMs: Math.round(reply.elapsedTime * 10) / 10,
            memberID: request.actor.memberID,
            requestBody: request.bodyText ?? "",
            responseBody: answers.get(request) ?? "",
          });
        }
        done();
      });
    },
    async list(organizationID, limit) {
      const list: Call[] = [];
      for (const call of held.newest(organizationID, limit)) {
        list.push(present(call));
        if (list.length % PRESENTED_AT_ONCE === 0) await setImmediate();
      }
      return list;
    },
    heldBytes: held.bytes,
    heldCalls: held.count,
  };
}

/** Calls under one budget for all organizations. */
type HeldCalls = {
  keep(organizationID: string, call: Omit<Held, "bytes">): void;
  newest(organizationID: string, limit: number): readonly Held[];
  bytes(): number;
  count(): number;
};

function createHeldCalls(): HeldCalls {
  const queues = new Map<string, Queue>();
  let bytes = 0;

  const dropOldest = (queue: Queue): void => {
    const dropped = queue.held[queue.first];
    if (dropped === undefined) return;
    queue.held[queue.first] = undefined;
    queue.first += 1;
    queue.bytes -= dropped.bytes;
    bytes -= dropped.bytes;
    if (queue.first < KEPT) return;
    queue.held = queue.held.slice(queue.first);
    queue.first = 0;
  };
  const keep: HeldCalls["keep"] = (organizationID, call) => {
    const queue = queues.get(organizationID) ?? { held: [], first: 0, bytes: 0 };
    queues.set(organizationID, queue);
    const size =
      OVERHEAD_BYTES + sizeOf(call.url) + sizeOf(call.requestBody) + sizeOf(call.responseBody);
    queue.held.push({ ...call, bytes: size });
    queue.bytes += size;
    bytes += size;
    if (queue.held.length - queue.first > KEPT) dropOldest(queue);
    // The organization whose calls take the most memory loses its oldest calls.
    while (bytes > BUDGET_BYTES)
      dropOldest([...queues.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most)));
  };

  return {
    keep,
    newest(organizationID, limit) {
      const queue = queues.get(organizationID);
      if (queue === undefined) return [];
      return queue.held
        .slice(Math.max(queue.first, queue.held.length - limit))
        .flatMap((call) => call ?? [])
        .reverse();
    },
    bytes: () => bytes,
    count: () =>
      [...queues.values()].reduce(
        (n, queue) => n + queue.held.filter((call) => call !== undefined).length,
        0,
      ),
  };
}

/** Returns whether a call is logged: calls by token with a JSON answer, except reads of the log. */
function isLogged(request: FastifyRequest): boolean {
  const endpoint = request.routeOptions.config.packbench;
  if (
    endpoint === undefined ||
    endpoint.shape === "bytes" ||
    endpoint.id === listCalls.id ||
    request.desk !== undefined
  )
    return false;
  // A call that was rejected before its token was read has no actor.
  return "actor" in request && request.actor.organizationID !== "";
}

/**
 * Computes an upper bound of a text's memory, in bytes; the engine stores Latin text in half of
 * this size.
 */
function sizeOf(text: string): number {
  return 2 * text.length;
}

function present({ url, bytes: _, ...call }: Held): Call {
  const code =
    call.status >= 400 ? (/"code":"(E\d{4})"/.exec(call.responseBody)?.[1] ?? null) : null;
  return {
    ...call,
    path: maskPath(url),
    code,
    requestBody: shown(call.requestBody),
    responseBody: shown(call.responseBody),
  };
}

/**
 * Masks a text before truncating it: a cut in the middle of a field's name would show the field's
 * value.
 */
function shown(text: string): string {
  return maskText(maskJson(text)).slice(0, SHOWN_AT_MOST);
}
