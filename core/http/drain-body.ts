/**
 * Reads the rest of a rejected body: a program that is still sending does not read the answer
 * before it has finished, and gets none if its connection is closed.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Maximum read of a rejected body. Beyond it the connection is closed. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Drops the rest of a request's body. The connection stays open for the next request, within the
 * server's time limits. Must be called before the answer is sent.
 */
export function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (Number(raw.headers["content-length"] ?? 0) > MOST_BYTES) return;
  let left = MOST_BYTES;
  raw.on("data", (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) raw.destroy(); // The body's length was not announced.
  });
  raw.resume();
  reply.removeHeader("connection");
}
