/**
 * Detects whether a caller is still connected, and whether its answer arrived.
 *
 * Passing an answer's bytes to the operating system does not prove that the answer arrived. When a
 * caller disconnects while the event loop is busy, the station sees the close only in a later turn.
 * So a purchase checks the connection before it starts. An answer counts as received only if, 100
 * ms after it was sent, the connection is open or was closed without a reset. A caller that closed
 * without reading sends a reset, which a write of no bytes reports. A reset that comes later,
 * before the connection's next request, means that the answer was not received: the caller may have
 * paused and then died. If the caller asked to close the connection after the answer, the
 * connection is held open for these 100 ms, because a closed connection reports nothing.
 */
import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../base/errors.ts";

const HELD_MS = 100;
const NOTHING = Buffer.alloc(0);

/**
 * Returns whether the caller has closed its end; input that has arrived is read first. False for a
 * call without a socket.
 */
export async function isCallerGone(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { socket } = request.raw;
  if (!(socket instanceof Socket)) return false;
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return socket.destroyed || socket.readableEnded || reply.raw.destroyed;
}

/**
 * Requires that the caller is connected. A caller that disconnected while the station was busy may
 * repeat its call, so the first call must do nothing.
 *
 * @throws AppError E2009, which reaches no caller.
 */
export async function requireCaller({
  isGone,
}: {
  readonly isGone: () => Promise<boolean>;
}): Promise<void> {
  if (await isGone())
    throw errors.shipmentBusy(
      "The caller closed its connection before this was started. Nothing was done.",
    );
}

/**
 * Makes a signal that is aborted when the connection is lost before the answer was sent completely.
 * The signal of a call without a socket is never aborted.
 */
export function signalOfCaller(reply: FastifyReply): AbortSignal {
  const caller = new AbortController();
  reply.raw.once("close", () => {
    // The reason is an AppError, so that it is not logged.
    if (!reply.raw.writableFinished) caller.abort(errors.readTookTooLong("The caller has gone."));
  });
  return caller.signal;
}

/**
 * Watches whether an answer reaches its caller.
 *
 * @param done Called with true if the whole answer reached the caller, else with false. Called
 *   again with false when a reset comes later.
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
    // A connection that closed before its answer was sent has received nothing.
    const hasCome = reached && reply.raw.writableFinished;
    if (hasCome) answers?.sent.add(done);
    done(hasCome);
  };
  if (answers === undefined) return void reply.raw.once("finish", () => done(true));
  answers.open.add(settle);
  reply.raw.once("finish", () => (timer = setTimeout(settle, HELD_MS, true).unref()));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) settle(false);
  });
  // The connection was closed before this call; `done` is never called synchronously.
  if (reply.raw.destroyed) setImmediate(settle, false);
}

/**
 * Marks earlier answers as read, because the caller sends its next request only after reading. Must
 * be called at each request.
 */
export function noteNextRequest(request: FastifyRequest): void {
  watched.get(request.raw.socket)?.sent.clear();
}

type Settle = (reached: boolean) => void;
/**
 * `open`: answers whose arrival is not yet known. `sent`: answers that count as received until a
 * reset comes.
 */
type Answers = { readonly open: Set<Settle>; readonly sent: Set<Settle> };

const watched = new WeakMap<Socket, Answers>();

/** Returns the watched answers of a connection. After a reset, all these answers count as lost. */
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
  // This listener runs before Node's own listener, which closes our end and so prevents the test
  // write.
  socket.prependListener("end", () => {
    if (answers.open.size + answers.sent.size > 0)
      socket.write(NOTHING, (error) => settleAll(error === null || error === undefined));
  });
  socket.on("error", () => settleAll(false));
  return answers;
}

/**
 * Holds a connection open while its last answer is watched; otherwise Node would close the
 * connection itself.
 */
function holdOpen(socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const timer = setTimeout(destroySoon, HELD_MS).unref();
    socket.once("close", () => clearTimeout(timer));
  };
}
