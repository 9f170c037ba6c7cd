/**
 * A hub that admits or revokes a desk reads its configuration anew, and for some milliseconds
 * nothing answers for its streams: the server says so at once, and nobody has had the request. It
 * is asked again then, so that no claim, lease or key of another desk fails by it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { errors, type NatsConnection } from "@nats-io/transport-node";

const STREAMS = "$JS.API.";
/** Seen: up to 15 ms on two cores. */
const [AGAIN_MS, AT_MOST_MS] = [10, 500];

/**
 * @returns The same connection, whose requests about streams wait for a hub that reads its
 *   configuration.
 */
export function askAgain(connection: NatsConnection): NatsConnection {
  const once = connection.request.bind(connection);
  connection.request = async (subject, ...rest) => {
    const until = performance.now() + AT_MOST_MS;
    for (;;) {
      try {
        return await once(subject, ...rest);
      } catch (error) {
        const isUnheard = error instanceof errors.RequestError && error.isNoResponders();
        if (!isUnheard || !subject.startsWith(STREAMS) || performance.now() > until) throw error;
      }
      await sleep(AGAIN_MS);
    }
  };
  return connection;
}
