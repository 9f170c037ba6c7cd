/**
 * Aligns a station's clock with the hub's clock before the station exchanges data with the hub.
 * Otherwise a desk that worked alone while its clock was ahead would bring stamps that win over
 * every other station's change, and could publish nothing until the time of these stamps.
 */
import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { restampAhead } from "../../db/restamp.ts";
import { restampAll } from "../../db/restamp-all.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import { measureBehind } from "../stream/check-stream.ts";
import { PUBLISHED } from "../stream/publish-changes.ts";
import { MAX_AHEAD_MS, requireClose } from "../stream/session-clock.ts";

const TIMEOUT_MS = 5_000;

/**
 * Aligns this station's clock with the hub's before it publishes, and gives the current time to
 * unpublished changes whose stamps are ahead.
 *
 * @param isShared Whether other stations have what this station has published.
 * @throws ClockSkewError when the clocks are more than five minutes apart; Error when the hub does
 *   not answer.
 */
export async function alignClock(
  deps: WriteDeps,
  connection: NatsConnection,
  isShared: boolean,
): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: TIMEOUT_MS });
  const { behindMs } = await measureBehind(manager);
  requireClose(behindMs);
  deps.db.clock.correct(behindMs);
  const limits = { nowMs: Date.now() + behindMs, maxAheadMs: MAX_AHEAD_MS };
  const isAhead = isShared
    ? restampAhead(deps, { ...limits, after: readCursor(deps, PUBLISHED) })
    : restampAll(deps, limits);
  if (!isAhead) return;
  deps.log.warn(
    {},
    "this computer's clock was ahead: changes made meanwhile were given the current time",
  );
}
