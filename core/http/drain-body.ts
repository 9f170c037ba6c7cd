/**
 * Reads the rest of a rejected body. Many programs read the answer only after they have sent their
 * whole body, and get no answer if the connection is closed earlier.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Longest rejected body that is read to its end. The connection of a longer body is closed. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Drops the rest of a request's body. The connection stays open for the next request, unless the
 * body is longer than `MOST_BYTES` or exceeds the server's time limits. Must be called before the
 * answer is sent.
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
