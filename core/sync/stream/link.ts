/**
 * The connection of a station with its hub while the station runs: checks, then both directions at
 * once, and all of it anew when the connection was lost. Nothing else waits for it: a station that
 * is cut off works on, and its transactions wait in its outbox.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { join } from "../../db/apply-remote.ts";
import { ClockSkewError } from "../../db/hlc.ts";
import { inTransaction } from "../../db/change.ts";
import type { Deps } from "../../deps.ts";
import { readCursor } from "../../outbox/outbox.service.ts";
import { projectRows } from "../project-rows.ts";
import { causeOf, LOST, NOT_YET, type Cause } from "../cause.ts";
import type { Boundary } from "./boundary.ts";
import { checkStream } from "./check-stream.ts";
import { keepApplyingDue } from "./apply-due.ts";
import { createFollower, type Follower } from "./follow-stream.ts";
import { lineOf, type Line } from "./line.ts";
import type { Senders } from "../senders.ts";
import type { SignedCheck } from "./last-published.ts";
import { signedText, type Sign } from "./message-signature.ts";
import { createPublisher, PUBLISHED, type Publisher } from "./publish-commits.ts";
import { NO_PLACE, readPlace, writePlace } from "../../db/stream-place.ts";
import { createSessionClock, type SessionClock } from "./session-clock.ts";
import { countWaiting, findOutboxID } from "./sync.store.ts";
import { STREAM, subjectOf, type OutboxCommit } from "./stream-message.ts";

const TIMEOUT_MS = 5_000;
/**
 * Transactions that follow each other faster than this go out together, so that a busy desk's
 * purchases do not wait for the disk of each message.
 */
const [BUSY_MS, TOGETHER_MS] = [60, 40];
/** Waiting transactions are counted up to so many. */
const COUNTED = 100_000;
/** In step: what is on its way is younger. */
const IN_STEP_MS = 2_000;

/** Of a session with the hub, from its checks to the loss of the connection. */
export type Session = {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  /** The hub's time, ms since the epoch. */
  hubNow(): number;
  /** The hub has lost messages that it had confirmed. */
  readonly hasLost: boolean;
  /** What this station keeps of its transactions goes out once more. */
  republish(): void;
};

export type LinkParts = {
  readonly deps: Deps;
  /** Waits until the hub is there. @throws Error for what waiting does not mend */
  connect(signal: AbortSignal): Promise<NatsConnection>;
  /** @see publish-commits.ts */
  scope(commit: OutboxCommit): OutboxCommit | undefined;
  /** @see boundary.ts */
  boundary(): Boundary;
  /**
   * Signs what this station publishes; absent at a server of the organization's own, which lists no
   * keys.
   */
  readonly sign?: Sign | undefined;
  /** Verifies who has sent a message; absent as `sign`. */
  readonly senders?: Senders | undefined;
  /**
   * Messages that this station lacks are no longer in the stream: it begins from a snapshot, and
   * its place is written.
   */
  bootstrap(session: Session): Promise<void>;
  /**
   * The hub knows transactions of this station that are not here: this database is an older copy.
   */
  onOlderCopy(): void;
  /** After the checks, before anything is published. @returns Called at the end of the session. */
  onSession(session: Session): Promise<() => void>;
};

type LinkState = {
  readonly state: "in step" | "behind" | "cut off";
  /** How old what waits on either side is, at most. */
  readonly lagMs: number;
  /** Transactions that are not published. */
  readonly waiting: number;
  /** This machine's clock less the hub's, ms. */
  readonly skewMs: number;
  /** Why there is no connection; null in a session. */
  readonly cause: Cause | null;
};

export type Link = {
  status(): LinkState;
  /**
   * This machine's clock less the hub's, ms, as the last connection has measured it; 0 before the
   * first.
   */
  readonly skewMs: number;
  /**
   * When the last session ended, or the first one began to be looked for, by this machine's clock
   * in ms.
   */
  readonly cutAt: number;
  /** The session of now; undefined while cut off. */
  readonly session: Session | undefined;
  /** Resolves when all that the stream had at the call is applied. @throws the signal's reason */
  caughtUp(signal: AbortSignal): Promise<void>;
  /** Resolves after the first checks, or after so many ms. */
  checked(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** Begins at once, beside all other work. */
export function startLink(parts: LinkParts): Link {
  const { deps } = parts;
  const { sessionAgainMs, sessionAgainMostMs, publishAgainMs, publishLookMs } = deps.syncTimes;
  const ending = new AbortController();
  let session: Session | undefined;
  let follower: Follower | undefined;
  let publisher: Publisher | undefined;
  let cause: Cause | null = NOT_YET;
  let sessionClock: SessionClock | undefined;
  const behindMs = (): number => sessionClock?.behindMs ?? 0;
  let cutAt = Date.now();
  let wake = (): void => {};
  const first = Promise.withResolvers<void>();
  const onWritten = (): void => wake();
  deps.db.onWritten.add(onWritten);
  join(deps.db, (rows) => projectRows(deps, rows));

  const serve = async (line: Line): Promise<void> => {
    const { connection, downs } = line;
    const js = jetstream(connection, { timeout: TIMEOUT_MS });
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: TIMEOUT_MS });
    const own = {
      stationID: deps.db.stationID,
      incarnation: deps.db.incarnation,
      idOf: (number: number) => findOutboxID(deps.db, number),
      published: readCursor(deps, PUBLISHED),
      isSigned: ownCheck(deps.db.stationID, parts.sign),
    };
    const checked = await checkStream(manager, readPlace(deps.db), own);
    const clock = createSessionClock({ deps, manager, isSigned: own.isSigned }, checked.behindMs);
    sessionClock = clock;
    await clock.align(readCursor(deps, PUBLISHED));
    if (checked.isOlderCopy) parts.onOlderCopy();
    const over = new AbortController();
    const publishing = createPublisher({
      deps,
      js,
      scope: parts.scope,
      sign: parts.sign,
      signal: over.signal,
    });
    publisher = publishing;
    const opened: Session = {
      connection,
      js,
      manager,
      hubNow: clock.hubNow,
      hasLost: checked.state === "other history",
      republish: () => publishing.rewind(),
    };
    if (checked.state === "other history") {
      deps.log.warn(
        {},
        "the hub has lost changes that it had confirmed: what this station keeps is published once more",
      );
      publishing.rewind();
      inTransaction(deps, () => writePlace(deps.db, NO_PLACE));
    }
    // Its own last messages may be all that the hub has lost: they were published after this
    // station had noted its place.
    if (checked.lastOwn !== undefined && checked.lastOwn < publishing.published)
      publishing.rewind(checked.lastOwn);
    if (checked.state === "gap") {
      await parts.bootstrap(opened);
      // The newest snapshot that was good may be older than the stream.
      if ((await checkStream(manager, readPlace(deps.db), own)).state === "gap")
        throw new Error(
          "the hub's snapshot of the organization ends before what its stream still has; another station's next one is waited for",
        );
    }
    const endSession = await parts.onSession(opened);
    session = opened;
    first.resolve();
    cause = null;
    const running = createFollower(deps, js, parts.boundary, parts.senders?.open(connection));
    follower = running;
    const stop = (): void => running.stop();
    void publishOn(publishing, clock, over.signal, stop);
    const endDue = keepApplyingDue({ deps, hubNow: clock.hubNow, boundary: parts.boundary });
    ending.signal.addEventListener("abort", stop, { once: true });
    if (ending.signal.aborted) stop(); // while the hub was asked
    line.onDown = stop;
    // Also where it was back at once: what was asked since may have been another hub, and what was
    // begun counts the connection as lost.
    if (!line.isUp || line.downs !== downs) stop();
    try {
      await running.run();
    } finally {
      line.onDown = () => {};
      ending.signal.removeEventListener("abort", stop);
      over.abort();
      endDue();
      publisher.note(); // what is published the other stations have
      endSession();
      wake();
      session = undefined;
      cutAt = Date.now();
      cause = LOST;
    }
  };

  /** @param stop Ends the session: the next one checks the clocks before anything else. */
  const publishOn = async (
    own: Publisher,
    clock: SessionClock,
    signal: AbortSignal,
    stop: () => void,
  ): Promise<void> => {
    let lastAt = 0;
    while (!signal.aborted) {
      if (performance.now() - lastAt < BUSY_MS) await sleep(TOGETHER_MS);
      const woken = new Promise<void>((resolve) => (wake = resolve));
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
        deps.log.warn({ err }, "the hub did not take this station's changes; they are sent again");
        await sleep(publishAgainMs);
        continue;
      }
      if (!signal.aborted)
        await Promise.race([woken, sleep(publishLookMs, undefined, { ref: false })]);
    }
  };

  const run = async (): Promise<void> => {
    let waitMs = sessionAgainMs;
    let line: Line | undefined;
    while (!ending.signal.aborted) {
      try {
        if (line === undefined || line.connection.isClosed())
          line = lineOf(await parts.connect(ending.signal));
        ending.signal.throwIfAborted();
        await line.whenUp(ending.signal);
        const begun = Date.now();
        await serve(line);
        if (Date.now() - begun > sessionAgainMostMs) waitMs = sessionAgainMs;
      } catch (err) {
        if (ending.signal.aborted) break;
        cause = causeOf(err);
        deps.log.warn({ err }, "cut off from the hub; the station works on and connects again");
        await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => {});
        waitMs = Math.min(sessionAgainMostMs, waitMs * 2);
      }
    }
    await closeSoon(line?.connection);
  };
  const running = run();

  const status = (): LinkState => {
    const { n: waiting, oldest } = countWaiting(
      deps.db,
      publisher?.published ?? readCursor(deps, PUBLISHED),
      COUNTED,
    );
    const now = Date.now();
    const outMs = oldest === null ? 0 : Math.max(0, now - Date.parse(oldest));
    const inMs =
      follower === undefined || follower.pending === 0 || session === undefined
        ? 0
        : Math.max(0, now + behindMs() - follower.lastAt);
    const lagMs = session === undefined ? Math.max(outMs, now - cutAt) : Math.max(outMs, inMs);
    return {
      state: session === undefined ? "cut off" : lagMs > IN_STEP_MS ? "behind" : "in step",
      lagMs,
      waiting,
      skewMs: -behindMs(),
      cause,
    };
  };

  return {
    status,
    get skewMs() {
      return -behindMs();
    },
    get cutAt() {
      return cutAt;
    },
    get session() {
      return session;
    },
    async caughtUp(signal) {
      let target: number | undefined;
      while (target === undefined || follower === undefined || follower.place.seq < target) {
        signal.throwIfAborted();
        if (target === undefined && session !== undefined)
          target = (await session.manager.streams.info(STREAM)).state.last_seq;
        else await sleep(20, undefined, { signal });
      }
    },
    checked: async (ms) => void (await Promise.race([first.promise, sleep(ms)])),
    async stop() {
      ending.abort(new Error("the station stops"));
      deps.db.onWritten.delete(onWritten);
      await running;
      publisher?.note();
    },
  };
}

/**
 * @returns Whether this station has signed a head: the same text always gets the same signature.
 */
function ownCheck(stationID: string, sign: Sign | undefined): SignedCheck | undefined {
  return (
    sign &&
    ((head) => sign(signedText({ ...head, subject: subjectOf(stationID) })) === head.signature)
  );
}

/** A hub that does not answer does not hold up the end. */
async function closeSoon(connection: NatsConnection | undefined): Promise<void> {
  if (connection !== undefined)
    await Promise.race([connection.close(), sleep(1_000, undefined, { ref: false })]);
}
