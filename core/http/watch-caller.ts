/**
 * Whether a caller is still there, and whether its answer reached it.
 *
 * Handing an answer's bytes to the operating system does not prove that it arrived. When a caller gives up while the
 * event loop is busy, its close is seen only in a later turn. So a purchase checks the connection before it begins, and an
 * answer counts as received only when, 100 ms after it was sent, the connection is open or was closed without a reset. A
 * caller that closed without reading sends a reset; a write of no bytes reports it.
 */
import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

const HELD_MS = 100;
const NOTHING = Buffer.alloc(0);

/** @returns Whether the caller has closed its end; input that has arrived is read first. False for a call without a socket. */
export async function isCallerGone(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { socket } = request.raw;
  if (!(socket instanceof Socket)) return false;
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return socket.destroyed || socket.readableEnded || reply.raw.destroyed;
}

/** @param done Called once: whether the whole answer reached the caller. */
export function watchAnswer(request: FastifyRequest, reply: FastifyReply, done: (reached: boolean) => void): void {
  const { socket } = request.raw;
  const answers = socket instanceof Socket ? answersOf(socket) : undefined;
  let timer: NodeJS.Timeout | undefined;
  const settle = (reached: boolean): void => {
    if (answers?.delete(settle) === false) return;
    clearTimeout(timer);
    done(reached);
  };
  if (answers === undefined) return void reply.raw.once("finish", () => done(true));
  answers.add(settle);
  reply.raw.once("finish", () => (timer = setTimeout(settle, HELD_MS, true).unref()));
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) settle(false);
  });
}

type Settle = (reached: boolean) => void;

const watched = new WeakMap<Socket, Set<Settle>>();

/** The answers that are not known yet of a connection; all of them have the connection's fate. */
function answersOf(socket: Socket): Set<Settle> {
  const known = watched.get(socket);
  if (known !== undefined) return known;
  const answers = new Set<Settle>();
  const settleAll: Settle = (reached) => answers.forEach((settle) => settle(reached));
  watched.set(socket, answers);
  // Before Node's own listener, which shuts our end and with it the way to ask.
  socket.prependListener("end", () => {
    if (answers.size > 0) socket.write(NOTHING, (error) => settleAll(error === null || error === undefined));
  });
  socket.on("error", () => settleAll(false));
  return answers;
}
