/**
 * Retries requests about streams while the hub reloads its configuration, as it does when it admits
 * or revokes a desk. For some milliseconds the server then answers that no responder exists. Such a
 * request was not processed, so it may be repeated; otherwise claims, leases and keys of other
 * desks would fail.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { errors, type NatsConnection } from "@nats-io/transport-node";

const STREAMS = "$JS.API.";
/** Interval of retries and their longest duration, ms. Reloads took up to 15 ms on two cores. */
const [AGAIN_MS, AT_MOST_MS] = [10, 500];

/**
 * Wraps a connection so that its requests about streams are retried while the hub reloads its
 * configuration.
 */
export function retryWhileReloading(connection: NatsConnection): NatsConnection {
  const once = connection.request.bind(connection);
  connection.request = async (subject, ...rest) => {
    const until = performance.now() + AT_MOST_MS;
    for (;;) {
      try {
        return await once(subject, ...rest);
      } catch (error) {
        const hasNoResponder = error instanceof errors.RequestError && error.isNoResponders();
        if (!hasNoResponder || !subject.startsWith(STREAMS) || performance.now() > until)
          throw error;
      }
      await sleep(AGAIN_MS);
    }
  };
  return connection;
}
