/** Publishes this station's transactions during a session, as they are written. */
import { setTimeout as sleep } from "node:timers/promises";
import type { WriteDeps } from "../../db/deps.ts";
import { ClockSkewError } from "../../db/hlc.ts";
import type { SyncDeps } from "../deps.ts";
import type { Publisher } from "./publish-changes.ts";
import type { SessionClock } from "./session-clock.ts";

/**
 * Transactions that follow each other faster than `BUSY_MS` are sent together, so that a busy
 * desk's purchases do not wait for the disk with each message.
 */
const [BUSY_MS, TOGETHER_MS] = [60, 40];

type Publishing = {
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
  readonly publisher: Publisher;
  readonly clock: SessionClock;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
};

/**
 * Publishes until the end of the session. Resolves earlier when this machine's clock is too far
 * from the hub's: then the session must end, so that the next session checks the clocks first.
 * Never rejects.
 */
export async function publishOutbox({ deps, publisher, clock, signal }: Publishing): Promise<void> {
  const { publishAgainMs, publishLookMs } = deps.syncTimes;
  let woken = Promise.withResolvers<void>();
  const wake = (): void => woken.resolve();
  deps.db.onWritten.add(wake);
  signal.addEventListener("abort", wake, { once: true });
  let lastAt = 0;
  while (!signal.aborted) {
    if (performance.now() - lastAt < BUSY_MS) await sleep(TOGETHER_MS);
    woken = Promise.withResolvers<void>();
    try {
      const before = publisher.published;
      const aheadMs = await clock.align(before);
      if (aheadMs > 0) {
        await sleep(Math.min(aheadMs, publishLookMs));
        continue;
      }
      const isMore = await publisher.next();
      if (publisher.published > before) lastAt = performance.now();
      if (isMore) {
        lastAt = 0;
        continue;
      }
    } catch (err) {
      if (err instanceof ClockSkewError) break;
      deps.log.warn({ err }, "the hub did not accept this station's changes; they are sent again");
      await sleep(publishAgainMs);
      continue;
    }
    if (!signal.aborted)
      await Promise.race([woken.promise, sleep(publishLookMs, undefined, { ref: false })]);
  }
  deps.db.onWritten.delete(wake);
}
