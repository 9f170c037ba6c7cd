/**
 * Runs one session over a connection: checks, then both directions at once, until the connection is
 * lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { ClockSkewError } from "../../db/hlc.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import { LOST, type Cause } from "../cause.ts";
import { checkStream } from "./check-stream.ts";
import { keepApplyingDue } from "./apply-due.ts";
import { createFollower, type Follower } from "./follow-stream.ts";
import type { SignedCheck } from "./last-published.ts";
import type { Line } from "./watch-connection.ts";
import type { LinkParts, Session } from "./link.ts";
import { signedText, type Sign } from "./message-signature.ts";
import { createPublisher, PUBLISHED, type Publisher } from "./publish-commits.ts";
import { STREAM_START, readPosition, writePosition } from "../../db/stream-position.ts";
import { createSessionClock, type SessionClock } from "./session-clock.ts";
import { findOutboxID } from "./sync.store.ts";
import { subjectOf } from "./stream-message.ts";

const TIMEOUT_MS = 5_000;
/**
 * Transactions that follow each other faster than this are sent together, so that a busy desk's
 * purchases do not wait for the disk with each message.
 */
const [BUSY_MS, TOGETHER_MS] = [60, 40];

/** Current parts of a link; those of the last session stay after its end. */
export type LinkNow = {
  session: Session | undefined;
  follower: Follower | undefined;
  publisher: Publisher | undefined;
  sessionClock: SessionClock | undefined;
  /** Why there is no connection; null in a session. */
  cause: Cause | null;
  /** When the last session ended, or the link was started, ms since the epoch. */
  cutAt: number;
  /** Ends the publisher's wait because there is something to publish. */
  wake(): void;
  /** Aborted when the station stops. */
  readonly ending: AbortSignal;
  /** Resolved after the first checks. */
  readonly checked: PromiseWithResolvers<void>;
};

/**
 * Resolves when the session is over.
 *
 * @throws Error for a fault that a later session may not have.
 */
export async function serveLine(parts: LinkParts, now: LinkNow, line: Line): Promise<void> {
  const { deps } = parts;
  const { connection, downs } = line;
  const js = jetstream(connection, { timeout: TIMEOUT_MS });
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: TIMEOUT_MS });
  const own = ownPart(parts);
  const checked = await checkStream(manager, readPosition(deps.db), own);
  const clock = createSessionClock({ deps, manager, isSigned: own.isSigned }, checked.behindMs);
  now.sessionClock = clock;
  await clock.align(readCursor(deps, PUBLISHED));
  if (checked.isOlderCopy) parts.onOlderCopy();
  const over = new AbortController();
  const { scope, sign } = parts;
  const publishing = createPublisher({ deps, js, scope, sign, signal: over.signal });
  now.publisher = publishing;
  const opened: Session = {
    connection,
    js,
    manager,
    hubNow: clock.hubNow,
    hasLost: checked.state === "other history",
    republish: () => publishing.rewind(),
  };
  rewindTo(deps, publishing, checked);
  if (checked.state === "gap") {
    await parts.bootstrap(opened);
    // The newest good snapshot may be older than the stream.
    if ((await checkStream(manager, readPosition(deps.db), own)).state === "gap")
      throw new Error(
        "the hub's snapshot of the organization ends before the start of its stream; waiting for another station's next snapshot",
      );
  }
  const endSession = await parts.onSession(opened);
  now.session = opened;
  now.checked.resolve();
  now.cause = null;
  const running = createFollower(deps, js, parts.boundary, parts.senders?.open(connection));
  now.follower = running;
  const stop = (): void => running.stop();
  void publishOn(deps, now, { own: publishing, clock, signal: over.signal, stop });
  const endDue = keepApplyingDue({ deps, hubNow: clock.hubNow, boundary: parts.boundary });
  const letGo = stopWith(line, downs, now.ending, stop);
  try {
    await running.run();
  } finally {
    letGo();
    over.abort();
    endDue();
    publishing.note(); // Other stations have what is published.
    endSession();
    endNow(now);
  }
}

/** Data by which this station finds its own published messages. */
function ownPart({ deps, sign }: LinkParts): Parameters<typeof checkStream>[2] {
  return {
    stationID: deps.db.stationID,
    incarnation: deps.db.incarnation,
    idOf: (number) => findOutboxID(deps.db, number),
    published: readCursor(deps, PUBLISHED),
    isSigned: ownCheck(deps.db.stationID, sign),
  };
}

/** Publishes again what the hub has lost. */
function rewindTo(
  deps: WriteDeps,
  publishing: Publisher,
  checked: Awaited<ReturnType<typeof checkStream>>,
): void {
  if (checked.state === "other history") {
    deps.log.warn(
      {},
      "the hub has lost changes that it had confirmed: this station publishes its stored changes again",
    );
    publishing.rewind();
    inTransaction(deps, () => writePosition(deps.db, STREAM_START));
  }
  // The hub may have lost only this station's own last messages, published after the station had
  // stored its position.
  if (checked.lastOwn !== undefined && checked.lastOwn < publishing.published)
    publishing.rewind(checked.lastOwn);
}

/**
 * Stops the session when the line is lost or the station stops.
 *
 * @returns A function that ends both.
 */
function stopWith(line: Line, downs: number, ending: AbortSignal, stop: () => void): () => void {
  ending.addEventListener("abort", stop, { once: true });
  if (ending.aborted) stop(); // The station stopped while the hub was asked.
  line.onDown = stop;
  // Also after an immediate reconnect: requests since may have reached another hub, and work
  // started before treats the connection as lost.
  if (!line.isUp || line.downs !== downs) stop();
  return () => {
    line.onDown = () => {};
    ending.removeEventListener("abort", stop);
  };
}

function endNow(now: LinkNow): void {
  now.wake();
  now.session = undefined;
  now.cutAt = Date.now();
  now.cause = LOST;
}

type Publishing = {
  readonly own: Publisher;
  readonly clock: SessionClock;
  readonly signal: AbortSignal;
  /** Ends the session: the next one checks the clocks first. */
  readonly stop: () => void;
};

async function publishOn(
  deps: Pick<SyncDeps, "log" | "syncTimes">,
  now: LinkNow,
  { own, clock, signal, stop }: Publishing,
): Promise<void> {
  const { publishAgainMs, publishLookMs } = deps.syncTimes;
  let lastAt = 0;
  while (!signal.aborted) {
    if (performance.now() - lastAt < BUSY_MS) await sleep(TOGETHER_MS);
    const woken = new Promise<void>((resolve) => (now.wake = resolve));
    try {
      const before = own.published;
      const aheadMs = await clock.align(before);
      if (aheadMs > 0) {
        await sleep(Math.min(aheadMs, publishLookMs));
        continue;
      }
      const isMore = await own.next();
      if (own.published > before) lastAt = performance.now();
      if (isMore) {
        lastAt = 0;
        continue;
      }
    } catch (err) {
      if (err instanceof ClockSkewError) return stop();
      deps.log.warn({ err }, "the hub did not accept this station's changes; they are sent again");
      await sleep(publishAgainMs);
      continue;
    }
    if (!signal.aborted)
      await Promise.race([woken, sleep(publishLookMs, undefined, { ref: false })]);
  }
}

/** @returns Whether this station signed a head: equal texts always have equal signatures. */
function ownCheck(stationID: string, sign: Sign | undefined): SignedCheck | undefined {
  return (
    sign &&
    ((head) => sign(signedText({ ...head, subject: subjectOf(stationID) })) === head.signature)
  );
}
