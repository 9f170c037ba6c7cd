/**
 * Brings what the hub has decided to the running server and to the stations. The server is made to
 * read its configuration again over its system account: that works on every operating system.
 */
import { setTimeout } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { HubError } from "./hub-error.ts";

const REQUEST_MS = 2_000;
const RETRY_MS = 100;
const GIVE_UP_MS = 15_000;

const answerSchema = z.object({ error: z.object({ description: z.string() }).optional() });

/**
 * Calls that come while one runs share the next one: forty stations that join at once cost a few
 * reloads.
 *
 * @param write Writes the configuration as it is to be now.
 * @param publish Then lets the stations know.
 * @returns Resolves when the server works by it. Rejects with HubError when it does not take it.
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
 * A server that is just being started again reads the new file anyway; asking it once more does no
 * harm.
 */
async function reload(system: NatsConnection): Promise<void> {
  const untilMs = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const message = await system.request(
        `$SYS.REQ.SERVER.${system.info?.server_id ?? ""}.RELOAD`,
        "",
        { timeout: REQUEST_MS },
      );
      const { error } = parseJson(message.string(), answerSchema, "the server's answer");
      if (error === undefined) return;
      throw new HubError(`nats-server did not take its configuration: ${error.description}`);
    } catch (error) {
      if (error instanceof HubError || Date.now() > untilMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}
