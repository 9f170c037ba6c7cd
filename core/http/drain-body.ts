/**
 * Reading the rest of a body that was refused: a program that is still sending reads no answer
 * before it is through, and one whose connection is closed gets none.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Of a refused body. Beyond that the connection is closed. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Drops what still comes of a request's body. The connection stays open for the next request; the
 * server's own limit of time holds. To be called before the answer is sent.
 */
export function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (Number(raw.headers["content-length"] ?? 0) > MOST_BYTES) return;
  let left = MOST_BYTES;
  raw.on("data", (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) raw.destroy(); // its length was not announced
  });
  raw.resume();
  reply.removeHeader("connection");
}
