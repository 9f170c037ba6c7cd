/** Finds which keys are connected to the server, and when each key was last connected. */
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";

const REQUEST_MS = 2_000;
/** Maximum number of connections in the server's answer, open and closed together. */
const MOST = 4_096;

const answerSchema = z.object({
  data: z.object({
    connections: z.array(
      z.object({ authorized_user: z.string().optional(), stop: z.string().optional() }),
    ),
  }),
});

/** `now`: public keys with an open connection. `last`: time when each key was last connected. */
export type Connected = {
  readonly now: ReadonlySet<string>;
  readonly last: ReadonlyMap<string, Date>;
};

/**
 * Asks the server which stations are connected.
 *
 * @returns Undefined when the server does not answer.
 */
export async function findConnected(system: NatsConnection): Promise<Connected | undefined> {
  try {
    const request = JSON.stringify({ auth: true, state: 2, limit: MOST });
    const message = await system.request(
      `$SYS.REQ.SERVER.${system.info?.server_id ?? ""}.CONNZ`,
      request,
      { timeout: REQUEST_MS },
    );
    const { connections } = parseJson(
      message.string(),
      answerSchema,
      "the server's list of connections",
    ).data;
    const now = new Set<string>();
    const last = new Map<string, Date>();
    for (const { authorized_user: key, stop } of connections) {
      if (key === undefined) continue;
      if (stop === undefined) now.add(key);
      const at = stop === undefined ? new Date() : new Date(stop);
      if ((last.get(key)?.getTime() ?? 0) < at.getTime()) last.set(key, at);
    }
    return { now, last };
  } catch {
    return undefined;
  }
}
