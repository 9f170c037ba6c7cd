/** Checks the setting of the running server that makes acknowledged messages durable. */
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { HubError } from "./hub-error.ts";

const REQUEST_MS = 5_000;

const answerSchema = z.object({
  data: z.object({
    jetstream: z.object({ config: z.object({ sync_always: z.boolean().optional() }) }),
  }),
});

/**
 * Requires that the server flushes each message to its disk.
 *
 * @param system Connection as the user of the system account.
 * @throws HubError when the server flushes only periodically.
 */
export async function requireFlush(system: NatsConnection): Promise<void> {
  const message = await system.request(`$SYS.REQ.SERVER.${system.info?.server_id ?? ""}.VARZ`, "", {
    timeout: REQUEST_MS,
  });
  const { config } = parseJson(message.string(), answerSchema, "the server's settings").data
    .jetstream;
  if (config.sync_always !== true)
    throw new HubError(
      "This nats-server does not write each message to the disk before it acknowledges it. Update it.",
    );
}
