/**
 * The states of this station's connection to its hub. No other work waits for the connection: a
 * disconnected station continues to work, and its transactions wait in its outbox.
 *
 *     connect → check → bootstrap → follow → connect → …      every fault: connect, after a pause
 *     connect → stopped                                       the station stops
 *
 * Each state except "stopped" is a function of this file that returns the next state.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from "@nats-io/jetstream";
import { inTransaction } from "../db/change.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import { readCursor } from "../db/outbox/outbox.service.ts";
import { readPosition, STREAM_START, writePosition } from "../db/stream-position.ts";
import type { SessionServices } from "./begin-session.ts";
import { causeOf, LOST, type Cause } from "./cause.ts";
import type { ConnectionSetup } from "./connection-setup.ts";
import { startApplyingDue } from "./stream/apply-due.ts";
import { checkStream, type Checked, type OwnMessages } from "./stream/check-stream.ts";
import { createFollower, type Follower } from "./stream/follow-stream.ts";
import { isInStep, unappliedLagMs, unpublishedLag } from "./stream/lag.ts";
import { ownMessages } from "./stream/own-messages.ts";
import { createPublisher, PUBLISHED, type Publisher } from "./stream/publish-changes.ts";
import { publishOutbox } from "./stream/publish-outbox.ts";
import type { Session } from "./stream/session.ts";
import { createSessionClock, type SessionClock } from "./stream/session-clock.ts";
import { STREAM } from "./stream/stream-message.ts";
import { watchConnection, type WatchedConnection } from "./stream/watch-connection.ts";

const TIMEOUT_MS = 5_000;
/** Interval between checks whether the awaited messages are applied, ms. */
const APPLIED_LOOK_MS = 20;
/** Longest wait for an unresponsive hub when the station stops, ms. */
const CLOSED_WITHIN_MS = 1_000;

/** Waits until the hub is reached. Owns the open connection of an earlier session, if any. */
type Connecting = {
  readonly name: "connect";
  readonly offline: Offline;
  readonly watched: WatchedConnection | undefined;
};
/** Asks the hub for its time, for the state of its stream, and for this station's last message. */
type Checking = {
  readonly name: "check";
  readonly offline: Offline;
  readonly watched: WatchedConnection;
};
/** Acts on the answers until the session may start. Owns the parts of the coming session. */
type Bootstrapping = {
  readonly name: "bootstrap";
  readonly offline: Offline;
  readonly resources: SessionResources;
};
/** Publishes and applies. Owns the session and its services, and ends them. */
type Following = {
  readonly name: "follow";
  readonly resources: SessionResources;
  readonly session: Session;
  readonly services: SessionServices;
  readonly follower: Follower;
};
/** The station stops, or has left the hub. Owns nothing. */
type Stopped = { readonly name: "stopped"; readonly offline: Offline };
export type State = Connecting | Checking | Bootstrapping | Following | Stopped;

/** A time without a session: its cause, and the last session, whose measurements stay visible. */
type Offline = {
  readonly cause: Cause;
  /** Time when the last session ended or, before any session, when attempts began: Date.now(). */
  readonly sinceMs: number;
  readonly resources?: SessionResources | undefined;
  readonly services?: SessionServices | undefined;
};

/** Everything that a session needs; the state `check` makes it. */
export type SessionResources = {
  readonly watched: WatchedConnection;
  /** Number of times that the connection was lost before the checks. */
  readonly losses: number;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly own: OwnMessages;
  readonly checked: Checked;
  readonly clock: SessionClock;
  readonly publisher: Publisher;
  /** Aborted at the end of the session. */
  readonly over: AbortController;
};

/** A connection: its setup and its current state. */
export type Machine = {
  readonly setup: ConnectionSetup;
  state: State;
  /** Aborted when the station stops. */
  readonly stopping: AbortSignal;
  /** Resolved when the first session starts. */
  readonly firstSession: PromiseWithResolvers<void>;
};

/** Runs one state after the other until the station stops. Never rejects. */
export async function runStates(machine: Machine): Promise<void> {
  const { setup, stopping } = machine;
  const { sessionAgainMs, sessionAgainMostMs } = setup.deps.syncTimes;
  let backoffMs = sessionAgainMs;
  let checkedAt = 0;
  while (machine.state.name !== "stopped") {
    const { state } = machine;
    if (state.name === "check") checkedAt = Date.now();
    try {
      machine.state = await nextState(machine, state);
      const isLong = Date.now() - checkedAt > sessionAgainMostMs;
      if (state.name === "follow" && isLong) backoffMs = sessionAgainMs;
    } catch (err) {
      machine.state = disconnected(state, stopping.aborted ? undefined : causeOf(err));
      if (stopping.aborted) continue;
      setup.deps.log.warn(
        { err },
        "disconnected from the hub; the station keeps working and reconnects",
      );
      await sleep(backoffMs, undefined, { signal: stopping }).catch(() => {});
      backoffMs = Math.min(sessionAgainMostMs, backoffMs * 2);
    }
  }
}

function nextState(machine: Machine, state: Exclude<State, Stopped>): Promise<State> {
  switch (state.name) {
    case "connect":
      return connect(machine, state);
    case "check":
      return check(machine, state);
    case "bootstrap":
      return bootstrap(machine, state);
    case "follow":
      return follow(machine, state);
  }
}

async function connect(
  { setup, stopping }: Machine,
  { offline, watched: known }: Connecting,
): Promise<Checking | Stopped> {
  if (stopping.aborted) return stop(offline, known);
  const isUsable = known !== undefined && !known.nc.isClosed();
  const watched = isUsable ? known : watchConnection(await setup.connect(stopping));
  await watched.whenUp(stopping);
  return stopping.aborted ? stop(offline, watched) : { name: "check", offline, watched };
}

async function check(
  { setup: { deps, scope, sign } }: Machine,
  { offline, watched }: Checking,
): Promise<Bootstrapping> {
  const { nc, losses } = watched;
  const js = jetstream(nc, { timeout: TIMEOUT_MS });
  const manager = await jetstreamManager(nc, { checkAPI: false, timeout: TIMEOUT_MS });
  const own = ownMessages(deps, sign);
  const checked = await checkStream(manager, readPosition(deps.db), own);
  const clock = createSessionClock({ deps, manager, isSigned: own.isSigned }, checked.behindMs);
  const over = new AbortController();
  const publisher = createPublisher({ deps, js, scope, sign, signal: over.signal });
  const resources = { watched, losses, js, manager, own, checked, clock, publisher, over };
  return { name: "bootstrap", offline, resources };
}

/**
 * Prepares a session after the stream was checked.
 *
 * @throws ClockSkewError when the clocks are more than five minutes apart; nothing is changed.
 *   Error when the hub's snapshot does not reach the start of the stream.
 */
async function bootstrap(machine: Machine, { resources }: Bootstrapping): Promise<Following> {
  const { deps, boundary, senders, onOlderCopy, takeSnapshot, beginSession } = machine.setup;
  const { watched, js, manager, own, checked, clock, publisher, over } = resources;
  const { nc } = watched;
  await clock.align(readCursor(deps, PUBLISHED));
  if (checked.isOlderCopy) onOlderCopy();
  republishLost(deps, publisher, checked);
  if (checked.state === "gap") {
    await takeSnapshot({ js });
    // The newest good snapshot may end before the first message of the stream.
    if ((await checkStream(manager, readPosition(deps.db), own)).state === "gap")
      throw new Error(
        "the hub's snapshot of the organization ends before the start of its stream; waiting for another station's next snapshot",
      );
  }
  const session: Session = {
    nc,
    js,
    manager,
    hubNow: clock.hubNow,
    hasLost: checked.state === "other history",
    republish: () => publisher.rewind(),
    losses: () => watched.losses,
    isInStep: () => machine.state.name === "follow" && isInStep(lagMsOf(deps, machine.state)),
    caughtUp: () => caughtUp(machine, over.signal),
  };
  const services = await beginSession(session);
  const follower = createFollower(deps, js, { boundary, isSent: senders?.open(nc) });
  return { name: "follow", resources, session, services, follower };
}

/** Publishes again what the hub has lost. */
function republishLost(deps: WriteDeps, publisher: Publisher, checked: Checked): void {
  if (checked.state === "other history") {
    deps.log.warn(
      {},
      "the hub has lost changes that it had confirmed: this station publishes its stored changes again",
    );
    publisher.rewind();
    inTransaction(deps, () => writePosition(deps.db, STREAM_START));
  }
  // The hub may have lost only this station's own last messages, published after the station had
  // stored its position.
  if (checked.lastOwn !== undefined && checked.lastOwn < publisher.published)
    publisher.rewind(checked.lastOwn);
}

/** Publishes and applies changes until the session ends or the hub can no longer be followed. */
async function follow(
  { setup: { deps, boundary }, stopping, firstSession }: Machine,
  state: Following,
): Promise<Connecting> {
  firstSession.resolve();
  const { resources, follower, services } = state;
  const { watched, losses, clock, publisher, over } = resources;
  const stopFollowing = (): void => follower.stop();
  void publishOutbox({ deps, publisher, clock, signal: over.signal }).then(stopFollowing);
  const stopApplyingDue = startApplyingDue({ deps, hubNow: clock.hubNow, boundary });
  const stopListening = watched.onLoss(stopFollowing);
  stopping.addEventListener("abort", stopFollowing, { once: true });
  // The station may have stopped, or lost its connection, during the checks. An immediate reconnect
  // counts as a loss too: later requests may have reached another hub.
  if (stopping.aborted || !watched.isUp || watched.losses !== losses) stopFollowing();
  try {
    await follower.run();
  } finally {
    stopListening();
    stopping.removeEventListener("abort", stopFollowing);
    over.abort(new Error("the session with the hub is over"));
    stopApplyingDue();
    publisher.note(); // Stores how far this station has published.
    services.end();
  }
  return disconnected(state, LOST);
}

async function stop(offline: Offline, watched: WatchedConnection | undefined): Promise<Stopped> {
  // An unresponsive hub must not delay the end.
  if (watched !== undefined)
    await Promise.race([watched.nc.close(), sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  return { name: "stopped", offline };
}

/**
 * Makes the state that follows when the given state ends by a loss, a fault or a stop.
 *
 * @param cause Undefined when the station stops.
 */
function disconnected(state: Exclude<State, Stopped>, cause: Cause | undefined): Connecting {
  if (state.name === "follow") {
    const { resources, services } = state;
    const offline = { cause: cause ?? LOST, sinceMs: Date.now(), resources, services };
    return { name: "connect", offline, watched: resources.watched };
  }
  const offline = cause === undefined ? state.offline : { ...state.offline, cause };
  if (state.name !== "bootstrap") return { name: "connect", offline, watched: state.watched };
  const { resources } = state;
  resources.over.abort(new Error("the session with the hub could not start"));
  return { name: "connect", offline: { ...offline, resources }, watched: resources.watched };
}

/**
 * Resolves when this station has applied all messages that the stream had at the call, or at the
 * start of the next session if none is running. Repeats a request without an answer.
 *
 * @throws The signal's reason.
 */
export async function caughtUp(machine: Machine, signal: AbortSignal): Promise<void> {
  for (let target: number | undefined; ; await sleep(APPLIED_LOOK_MS, undefined, { signal })) {
    signal.throwIfAborted();
    const { state } = machine;
    if (state.name !== "follow") continue;
    const { streams } = state.resources.manager;
    target ??= (await streams.info(STREAM).catch(() => undefined))?.state.last_seq;
    if (target !== undefined && state.follower.position.seq >= target) return;
  }
}

/** Measures the age of the oldest change that waits to be published or applied, ms. */
export function lagMsOf(deps: ReadDeps, { resources, follower }: Following): number {
  const { ageMs } = unpublishedLag(deps, resources.publisher.published);
  return Math.max(ageMs, unappliedLagMs(follower, resources.clock));
}
