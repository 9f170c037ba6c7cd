/** Runs routes for requests with an Idempotency-Key. `idempotency.ts` defines the keys. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnyEndpoint } from "./endpoint.ts";
import { wrap } from "./envelope.ts";
import type { Idempotency, KeyedCall } from "./idempotency.ts";
import type { Accepted, RouteContext } from "./route.ts";

const REPLAYED = "Idempotent-Replayed";

/** Sends the stored answer if there is one; else the request continues as the key's call. */
export async function beginKeyed(
  idempotency: Idempotency,
  { shownOnce }: Pick<AnyEndpoint, "shownOnce">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { method, url: path, body, actor } = request;
  const key = String(request.headers["idempotency-key"]);
  // A token that sees only what it has created has separate keys, so that it never gets another
  // token's answer.
  const memberID = actor.token?.canRead === false ? actor.token.id : actor.memberID;
  const started = await idempotency.begin({
    memberID,
    role: actor.role,
    key,
    method,
    path,
    body,
    shownOnce,
  });
  if ("answer" in started)
    await reply
      .code(started.answer.status)
      .header(REPLAYED, "true")
      .type("application/json; charset=utf-8")
      .send(started.answer.body);
  else request.keyed = started.call;
}

/**
 * Runs a route under the call's key according to the route's `repeat`, or answers from what an
 * earlier call created.
 *
 * @returns The whole body of the answer.
 */
export async function runKeyed<D>(
  { shape, status }: AnyEndpoint,
  { run, repeat }: Accepted<D>,
  context: RouteContext<D>,
  keyed: KeyedCall,
  reply: FastifyReply,
): Promise<unknown> {
  if (repeat === undefined) {
    return keyed.inOneTransaction(status, () => {
      const data = run(context);
      return data instanceof Promise ? data : wrap(shape, data);
    });
  }
  if (keyed.subjectID === null || repeat === "again") return wrap(shape, await run(context));
  void reply.header(REPLAYED, "true");
  return wrap(shape, await repeat(context, keyed.subjectID));
}
