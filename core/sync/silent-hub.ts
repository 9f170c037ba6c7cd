/** Distinguishes a hub that does not answer from a hub that is busy or rejects a request. */
import { setTimeout as sleep } from "node:timers/promises";
import { errors as natsErrors, type NatsConnection } from "@nats-io/transport-node";
import { errors } from "../base/errors.ts";

const PING_MS = 5_000;

const SILENT =
  "The hub's server is there, but it does not answer. Check on its computer that it runs and is not overloaded, then try again.";

/**
 * Returns whether an error of the library means that no answer came in time, or that the connection
 * ended before the answer.
 */
export function isSilence(error: unknown): boolean {
  if (
    error instanceof natsErrors.TimeoutError ||
    error instanceof natsErrors.ClosedConnectionError ||
    error instanceof natsErrors.ConnectionError
  )
    return true;
  return (
    error instanceof natsErrors.RequestError &&
    !error.isNoResponders() &&
    (error.cause === undefined || isSilence(error.cause))
  );
}

/** Converts a missing answer to E2112; returns any other error unchanged. */
export function asSilence(error: unknown): unknown {
  return isSilence(error) ? errors.hubNotReached(SILENT, { reason: "silent" }) : error;
}

/**
 * Checks the server after a call without an answer: a busy server still answers a ping.
 *
 * @throws AppError E2112 when the server does not answer in time.
 */
export async function requireAnswer(nc: NatsConnection, pingMs = PING_MS): Promise<void> {
  const isThere = await Promise.race([
    nc.rtt().then(
      () => true,
      () => false,
    ),
    sleep(pingMs, false, { ref: false }),
  ]);
  if (!isThere) throw errors.hubNotReached(SILENT, { reason: "silent" });
}

/**
 * Repeats a call without an answer once, because a hub may be busy for a moment.
 *
 * @throws AppError E2112 when the server does not answer a ping, or the second call gets no answer
 *   either; otherwise the hub's error.
 */
export async function askTwice<T>(
  nc: NatsConnection,
  ask: () => Promise<T>,
  pingMs = PING_MS,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isSilence(error)) throw error;
  }
  await requireAnswer(nc, pingMs);
  try {
    return await ask();
  } catch (error) {
    throw asSilence(error);
  }
}
