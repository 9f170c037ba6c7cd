/** The connection of this station to its hub, as the rest of the station sees it. */
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "../db/apply-remote.ts";
import { readCursor } from "../db/outbox/outbox.service.ts";
import type { SessionServices } from "./begin-session.ts";
import { NOT_YET, type Cause } from "./cause.ts";
import type { ConnectionSetup } from "./connection-setup.ts";
import {
  caughtUp,
  lagMsOf,
  runStates,
  type Machine,
  type SessionResources,
  type State,
} from "./connection-states.ts";
import { projectRows } from "./project-rows.ts";
import { isInStep, unpublishedLag } from "./stream/lag.ts";
import { PUBLISHED } from "./stream/publish-changes.ts";
import type { Session } from "./stream/session.ts";

type ConnectionStatus = {
  readonly state: "in step" | "behind" | "cut off";
  /**
   * Age of the oldest change that waits to be published or applied, ms; while cut off, at least the
   * time without a session.
   */
  readonly lagMs: number;
  /** Number of transactions that are not published yet. */
  readonly waiting: number;
  /** This machine's clock minus the hub's, ms. */
  readonly skewMs: number;
  /** Reason why there is no connection; null in a session. */
  readonly cause: Cause | null;
};

export type HubConnection = {
  status(): ConnectionStatus;
  /** This machine's clock minus the hub's, ms, as last measured; 0 before the first connection. */
  readonly skewMs: number;
  /**
   * Time when the last session ended, or when the first session was first attempted, by this
   * machine's clock in ms; undefined during a session.
   */
  readonly offlineSince: number | undefined;
  /** The current session; undefined while disconnected. */
  readonly session: Session | undefined;
  /** Services of the current session, or of the last session. */
  readonly services: SessionServices | undefined;
  /**
   * Resolves when everything that the stream had at the call is applied.
   *
   * @throws The signal's reason.
   */
  caughtUp(signal: AbortSignal): Promise<void>;
  /** Resolves when the first session starts, or after `ms` milliseconds. */
  checked(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the connection immediately, in the background. */
export function startConnection(setup: ConnectionSetup): HubConnection {
  const { deps } = setup;
  const stop = new AbortController();
  const machine: Machine = {
    setup,
    state: {
      name: "connect",
      offline: { cause: NOT_YET, sinceMs: Date.now() },
      watched: undefined,
    },
    stopping: stop.signal,
    firstSession: Promise.withResolvers<void>(),
  };
  join(deps.db, (rows) => projectRows(deps, rows));
  const running = runStates(machine);
  return {
    status: () => statusOf(machine),
    get skewMs() {
      return skewMsOf(machine.state);
    },
    get offlineSince() {
      return machine.state.name === "follow" ? undefined : machine.state.offline.sinceMs;
    },
    get session() {
      return machine.state.name === "follow" ? machine.state.session : undefined;
    },
    get services() {
      const { state } = machine;
      return state.name === "follow" ? state.services : state.offline.services;
    },
    caughtUp: (signal) => caughtUp(machine, signal),
    checked: async (ms) => void (await Promise.race([machine.firstSession.promise, sleep(ms)])),
    async stop() {
      stop.abort(new Error("the station stops"));
      await running;
    },
  };
}

function statusOf({ setup: { deps }, state }: Machine): ConnectionStatus {
  const published = resourcesOf(state)?.publisher.published ?? readCursor(deps, PUBLISHED);
  const { waiting, ageMs } = unpublishedLag(deps, published);
  const known = { waiting, skewMs: skewMsOf(state) };
  if (state.name === "follow") {
    const lagMs = lagMsOf(deps, state);
    return { ...known, state: isInStep(lagMs) ? "in step" : "behind", lagMs, cause: null };
  }
  const { sinceMs, cause } = state.offline;
  return { ...known, state: "cut off", lagMs: Math.max(ageMs, Date.now() - sinceMs), cause };
}

/** Finds the parts of the current session, or of the last session. */
function resourcesOf(state: State): SessionResources | undefined {
  return "resources" in state ? state.resources : state.offline.resources;
}

function skewMsOf(state: State): number {
  return -(resourcesOf(state)?.clock.behindMs ?? 0);
}
