/**
 * Applies the hub's decisions to the running server and publishes them to the stations. The hub
 * asks the server over its system account to reload the configuration, which works on every
 * operating system.
 */
import { setTimeout } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { HubError } from "./hub-error.ts";

const REQUEST_MS = 2_000;
const RETRY_MS = 100;
const MAX_WAIT_MS = 15_000;

const answerSchema = z.object({ error: z.object({ description: z.string() }).optional() });

/**
 * Creates the function that applies decisions. Calls during a run share the next run, so that forty
 * stations that join at once cost a few reloads.
 *
 * @param write Writes the current configuration.
 * @param publish Publishes the change to the stations afterwards.
 * @returns A function that resolves when the server uses the configuration and the change is
 *   published. It rejects with HubError when the server rejects the configuration, and with another
 *   error when the server does not answer.
 */
export function createApply(
  system: NatsConnection,
  write: () => void,
  publish: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        write();
        return (running = reload(system).then(publish));
      });
    return next;
  };
}

/**
 * Makes the server reload its configuration. Repeats the request while the server does not answer:
 * a server that restarts has read the new file already, and another reload does no harm.
 */
async function reload(system: NatsConnection): Promise<void> {
  const untilMs = Date.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      const message = await system.request(
        `$SYS.REQ.SERVER.${system.info?.server_id ?? ""}.RELOAD`,
        "",
        { timeout: REQUEST_MS },
      );
      const { error } = parseJson(message.string(), answerSchema, "the server's answer");
      if (error === undefined) return;
      throw new HubError(`nats-server rejected its configuration: ${error.description}`);
    } catch (error) {
      if (error instanceof HubError || Date.now() > untilMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}
