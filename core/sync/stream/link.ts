/**
 * Keeps a station connected to its hub while the station runs: checks, then both directions at
 * once. Restarts on every reconnect. Nothing else waits for it: a disconnected station continues to
 * work, and its transactions wait in its outbox.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { join } from "../../db/apply-remote.ts";
import type { SyncDeps } from "../deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import { projectRows } from "../project-rows.ts";
import { causeOf, NOT_YET, type Cause } from "../cause.ts";
import type { Boundary } from "./boundary.ts";
import { lineOf, type Line } from "./watch-connection.ts";
import type { Senders } from "../senders.ts";
import type { Sign } from "./message-signature.ts";
import { PUBLISHED } from "./publish-commits.ts";
import { serveLine, type LinkNow } from "./serve-line.ts";
import { countWaiting } from "./sync.store.ts";
import { STREAM, type OutboxCommit } from "./stream-message.ts";

/** Limit of counting waiting transactions. */
const COUNTED = 100_000;
/** Maximum age of pending changes while in step. */
const IN_STEP_MS = 2_000;

/** A session with the hub, from its checks to the loss of the connection. */
export type Session = {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  /** The hub's time, ms since the epoch. */
  hubNow(): number;
  /** Whether the hub has lost messages that it had confirmed. */
  readonly hasLost: boolean;
  /** Publishes this station's stored transactions again. */
  republish(): void;
};

export type LinkParts = {
  readonly deps: SyncDeps;
  /**
   * Waits until the hub is reachable.
   *
   * @throws Error for a fault that waiting does not remove.
   */
  connect(signal: AbortSignal): Promise<NatsConnection>;
  /** @see publish-commits.ts */
  scope(commit: OutboxCommit): OutboxCommit | undefined;
  /** @see boundary.ts */
  boundary(): Boundary;
  /**
   * Signs what this station publishes; absent at an organization's own server, which lists no keys.
   */
  readonly sign?: Sign | undefined;
  /** Verifies senders of messages; absent as `sign`. */
  readonly senders?: Senders | undefined;
  /**
   * Starts from a snapshot and stores its position, when the stream has deleted messages that this
   * station lacks.
   */
  bootstrap(session: Session): Promise<void>;
  /**
   * Called when the hub knows transactions of this station that are not here: this database is an
   * older copy.
   */
  onOlderCopy(): void;
  /**
   * Called after the checks, before anything is published.
   *
   * @returns A function to call at the end of the session.
   */
  onSession(session: Session): Promise<() => void>;
};

type LinkState = {
  readonly state: "in step" | "behind" | "cut off";
  /** Maximum age of the changes that wait on either side. */
  readonly lagMs: number;
  /** Transactions that are not published. */
  readonly waiting: number;
  /** This machine's clock minus the hub's, ms. */
  readonly skewMs: number;
  /** Why there is no connection; null in a session. */
  readonly cause: Cause | null;
};

export type Link = {
  status(): LinkState;
  /** This machine's clock minus the hub's, ms, as last measured; 0 before the first connection. */
  readonly skewMs: number;
  /**
   * When the last session ended, or the first one was first attempted, by this machine's clock in
   * ms.
   */
  readonly cutAt: number;
  /** The current session; undefined while disconnected. */
  readonly session: Session | undefined;
  /**
   * Resolves when everything that the stream had at the call is applied.
   *
   * @throws The signal's reason.
   */
  caughtUp(signal: AbortSignal): Promise<void>;
  /** Resolves after the first checks, or after so many ms. */
  checked(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts immediately, in the background. */
export function startLink(parts: LinkParts): Link {
  const { deps } = parts;
  const ending = new AbortController();
  const now: LinkNow = {
    session: undefined,
    follower: undefined,
    publisher: undefined,
    sessionClock: undefined,
    cause: NOT_YET,
    cutAt: Date.now(),
    wake() {},
    ending: ending.signal,
    checked: Promise.withResolvers<void>(),
  };
  const onWritten = (): void => now.wake();
  deps.db.onWritten.add(onWritten);
  join(deps.db, (rows) => projectRows(deps, rows));

  const running = keepServing(parts, now);

  return {
    status: () => statusOf(deps, now),
    get skewMs() {
      return -behindMs(now);
    },
    get cutAt() {
      return now.cutAt;
    },
    get session() {
      return now.session;
    },
    async caughtUp(signal) {
      let target: number | undefined;
      while (
        target === undefined ||
        now.follower === undefined ||
        now.follower.position.seq < target
      ) {
        signal.throwIfAborted();
        if (target === undefined && now.session !== undefined)
          target = (await now.session.manager.streams.info(STREAM)).state.last_seq;
        else await sleep(20, undefined, { signal });
      }
    },
    checked: async (ms) => void (await Promise.race([now.checked.promise, sleep(ms)])),
    async stop() {
      ending.abort(new Error("the station stops"));
      deps.db.onWritten.delete(onWritten);
      await running;
      now.publisher?.note();
    },
  };
}

/** Closes a connection; an unresponsive hub must not delay the end. */
async function closeSoon(connection: NatsConnection | undefined): Promise<void> {
  if (connection !== undefined)
    await Promise.race([connection.close(), sleep(1_000, undefined, { ref: false })]);
}

/** Runs one session after the other until the station stops. */
async function keepServing(parts: LinkParts, now: LinkNow): Promise<void> {
  const { deps } = parts;
  const { sessionAgainMs, sessionAgainMostMs } = deps.syncTimes;
  const { ending } = now;
  let waitMs = sessionAgainMs;
  let line: Line | undefined;
  while (!ending.aborted) {
    try {
      if (line === undefined || line.connection.isClosed())
        line = lineOf(await parts.connect(ending));
      ending.throwIfAborted();
      await line.whenUp(ending);
      const startedAt = Date.now();
      await serveLine(parts, now, line);
      if (Date.now() - startedAt > sessionAgainMostMs) waitMs = sessionAgainMs;
    } catch (err) {
      if (ending.aborted) break;
      now.cause = causeOf(err);
      deps.log.warn({ err }, "disconnected from the hub; the station keeps working and reconnects");
      await sleep(waitMs, undefined, { signal: ending }).catch(() => {});
      waitMs = Math.min(sessionAgainMostMs, waitMs * 2);
    }
  }
  await closeSoon(line?.connection);
}

function behindMs({ sessionClock }: LinkNow): number {
  return sessionClock?.behindMs ?? 0;
}

function statusOf(deps: ReadDeps, now: LinkNow): LinkState {
  const { session, follower, publisher, cause, cutAt } = now;
  const { n: waiting, oldest } = countWaiting(
    deps.db,
    publisher?.published ?? readCursor(deps, PUBLISHED),
    COUNTED,
  );
  const nowMs = Date.now();
  const outMs = oldest === null ? 0 : Math.max(0, nowMs - Date.parse(oldest));
  const inMs =
    follower === undefined || follower.pending === 0 || session === undefined
      ? 0
      : Math.max(0, nowMs + behindMs(now) - follower.lastAt);
  const lagMs = session === undefined ? Math.max(outMs, nowMs - cutAt) : Math.max(outMs, inMs);
  return {
    state: session === undefined ? "cut off" : lagMs > IN_STEP_MS ? "behind" : "in step",
    lagMs,
    waiting,
    skewMs: -behindMs(now),
    cause,
  };
}
