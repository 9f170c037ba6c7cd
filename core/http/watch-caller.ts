/**
 * Whether a caller is still there, and whether its answer reached it.
 *
 * Handing an answer's bytes to the operating system does not prove that it arrived. When a caller
 * gives up while the event loop is busy, its close is seen only in a later turn. So a purchase
 * checks the connection before it begins, and an answer counts as received only when, 100 ms after
 * it was sent, the connection is open or was closed without a reset. A caller that closed without
 * reading sends a reset; a write of no bytes reports it. A reset that comes later, before the
 * connection's next request, takes the verdict back: the caller may have stopped for a while and
 * then died. Where the caller asked for the connection's end behind the answer, it is held open for
 * those 100 ms: closed, it would report nothing.
 */
import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../base/errors.ts";

const HELD_MS = 100;
const NOTHING = Buffer.alloc(0);

/**
 * @returns Whether the caller has closed its end; input that has arrived is read first. False for a
 *   call without a socket.
 */
export async function isCallerGone(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { socket } = request.raw;
  if (!(socket instanceof Socket)) return false;
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return socket.destroyed || socket.readableEnded || reply.raw.destroyed;
}

/**
 * A caller that gave up while the station was busy may ask again, so its first call does nothing.
 * @throws AppError E2009, which no caller is left to read
 */
export async function requireCaller({
  isGone,
}: {
  readonly isGone: () => Promise<boolean>;
}): Promise<void> {
  if (await isGone())
    throw errors.shipmentBusy(
      "The caller closed its connection before this was begun. Nothing was done.",
    );
}

/**
 * Aborted when the connection is lost before the answer was sent whole. Never for a call without a
 * socket.
 */
export function signalOfCaller(reply: FastifyReply): AbortSignal {
  const caller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) caller.abort(errors.readTookTooLong("The caller has gone.")); // an error of ours: not logged
  });
  return caller.signal;
}

/**
 * @param done Called with whether the whole answer reached the caller, and once more with false
 *   when a reset comes later.
 */
export function watchAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (reached: boolean) => void,
): void {
  const { socket } = request.raw;
  const answers = socket instanceof Socket ? answersOf(socket) : undefined;
  let timer: NodeJS.Timeout | undefined;
  const settle = (reached: boolean): void => {
    if (answers?.open.delete(settle) === false) return;
    clearTimeout(timer);
    const hasCome = reached && reply.raw.writableFinished; // one that closed before its answer was there has none
    if (hasCome) answers?.sent.add(done);
    done(hasCome);
  };
  if (answers === undefined) return void reply.raw.once("finish", () => done(true));
  answers.open.add(settle);
  reply.raw.once("finish", () => (timer = setTimeout(settle, HELD_MS, true).unref()));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) settle(false);
  });
  if (reply.raw.destroyed) setImmediate(settle, false); // its close was before this; never inside who asks
}

/**
 * A caller that sends its next request has read the answers before it. To be called at each
 * request.
 */
export function noteNextRequest(request: FastifyRequest): void {
  watched.get(request.raw.socket)?.sent.clear();
}

type Settle = (reached: boolean) => void;
/**
 * `open`: not known yet whether they reach the caller. `sent`: counted as received until a reset
 * comes.
 */
type Answers = { readonly open: Set<Settle>; readonly sent: Set<Settle> };

const watched = new WeakMap<Socket, Answers>();

/** The answers of a connection; all of them have the connection's fate. */
function answersOf(socket: Socket): Answers {
  const known = watched.get(socket);
  if (known !== undefined) return known;
  const answers: Answers = { open: new Set(), sent: new Set() };
  const settleAll: Settle = (reached) => {
    const sent = [...answers.sent];
    answers.sent.clear();
    if (!reached) for (const done of sent) done(false);
    for (const settle of answers.open) settle(reached);
  };
  watched.set(socket, answers);
  holdOpen(socket);
  // Before Node's own listener, which shuts our end and with it the way to ask.
  socket.prependListener("end", () => {
    if (answers.open.size + answers.sent.size > 0)
      socket.write(NOTHING, (error) => settleAll(error === null || error === undefined));
  });
  socket.on("error", () => settleAll(false));
  return answers;
}

/** Node ends a connection behind its last answer: let the caller end it, for as long as it is watched. */
function holdOpen(socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const timer = setTimeout(destroySoon, HELD_MS).unref();
    socket.once("close", () => clearTimeout(timer));
  };
}
