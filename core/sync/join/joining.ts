/**
 * Runs a join of this station, from its code or credentials to the organization's data, and shows
 * its progress. Only one join runs at a time.
 */
import { isAppError, errors } from "../../base/errors.ts";
import { causeOf, type Cause } from "../cause.ts";
import type { HubSettings } from "../hub-settings.ts";
import { createOrganizationSecrets } from "../organization-secrets.ts";
import { asSilence } from "../silent-hub.ts";
import { connectStation, isRefused } from "../connect-station.ts";
import { enrolByCode, joinHub } from "./join-hub.ts";
import { enrolAtServer, requireFit, type ServerAccess } from "./join-server.ts";
import type { SyncState } from "../sync-state.ts";
import { requireByPolicy } from "./policy-hub.ts";

/** A join code, or an own server with this station's credentials. */
export type JoinBy = string | ServerAccess;

/** Organization of the desk. */
export type DeskOrganization = { readonly organizationID: string };

/** The shared state. `hub` is set when a hub accepts this station and when the join is complete. */
type Sync = Pick<SyncState, "deps" | "folder" | "port" | "policy" | "deskName" | "hub">;

export type Joining = {
  /**
   * Returns the share of the organization's data that has arrived, 0 to 1; null while no join runs.
   */
  progress(): number | null;
  /** Returns why the last automatic join failed; null when no automatic join failed. */
  failed(): Cause | null;
  /**
   * Requires that the station is not joining.
   *
   * @throws AppError E2120 while the station joins.
   */
  requireIdle(): void;
  /**
   * Makes the hub accept this station at start. If the hub does not answer, a station that has
   * joined this hub continues without it.
   *
   * @throws AppError E2111 to E2119, E2121, E2145, E2146, E2150, E2159; nothing is changed.
   */
  enrolAtStart(by: JoinBy): Promise<HubSettings>;
  /**
   * Joins by the company's policy. If this fails, the desk works without the hub, and the next
   * start tries again.
   */
  enrolByPolicy(): Promise<HubSettings | undefined>;
  /**
   * Receives the organization's data, or brings this station's organization.
   *
   * @param open Finds or creates the desk's organization; with an id, finds only that one.
   * @throws The errors of `joinHub`.
   */
  bring<D extends DeskOrganization>(
    known: HubSettings,
    open: (organizationID: string | undefined) => D,
  ): Promise<D>;
  /**
   * Continues an interrupted join.
   *
   * @returns Undefined when the join fails: the desk works as before, and the next start tries
   *   again.
   */
  goOn<D extends DeskOrganization>(
    known: HubSettings,
    open: (organizationID: string | undefined) => D,
  ): Promise<D | undefined>;
  /**
   * Runs the whole join while the desk works.
   *
   * @throws AppError E2111 to E2121, E2145, E2146, E2150, E2157, E2159 to E2161
   */
  join(by: JoinBy): Promise<void>;
};

/** `progress`: share of the data that has arrived during a join. */
type State = { readonly sync: Sync; progress: number | null; failed: Cause | null };

/** Creates the join of a station; runs nothing. */
export function createJoining(sync: Sync): Joining {
  const { deps, policy } = sync;
  const state: State = { sync, progress: null, failed: null };
  return {
    progress: () => state.progress,
    failed: () => state.failed,
    requireIdle: () => requireIdle(state),
    async enrolAtStart(by) {
      try {
        return await enrol(state, by);
      } catch (err) {
        const known = sync.hub;
        // The hub that did not answer is always the known hub, because a code or server of another
        // hub is rejected before a request is sent.
        if (known?.state !== "joined" || !isAppError(err, "hubNotReached")) throw err;
        deps.log.warn(
          { err },
          "the hub does not answer; the station has joined it before, and works without it",
        );
        return known;
      }
    },
    enrolByPolicy: () =>
      orNoted(
        state,
        async () => (policy.joinCode === undefined ? undefined : enrol(state, policy.joinCode)),
        "the hub of the company's policy was not joined; the next start retries it",
      ),
    bring: (known, open) => bring(state, known, open),
    goOn: (known, open) =>
      orNoted(
        state,
        () => bring(state, known, open),
        "joining the hub could not continue; the next start retries it",
      ),
    join: (by) => join(state, by),
  };
}

function requireIdle({ progress }: State): void {
  if (progress !== null) throw errors.alreadyJoining();
}

async function enrol({ sync }: State, by: JoinBy): Promise<HubSettings> {
  const { deps, policy, deskName, hub } = sync;
  requireByPolicy(policy, by);
  const name = deskName.now();
  const known = await (typeof by === "string"
    ? enrolByCode(deps, { text: by, name }, hub, (of) => isRefused(deps, of))
    : enrolAtServer(deps, { ...by, name }, hub));
  sync.hub = known;
  return known;
}

async function bring<D extends DeskOrganization>(
  state: State,
  known: HubSettings,
  open: (organizationID: string | undefined) => D,
): Promise<D> {
  const { sync } = state;
  const { deps, folder, port } = sync;
  const connection = await connectStation(deps, known);
  state.progress = 0;
  try {
    await requireFit(connection, known);
    const joined = await joinHub({
      deps,
      folder,
      known,
      connection,
      port,
      open,
      onFirst: (organizationID) =>
        createOrganizationSecrets(deps, known.sealedBoxSeed).found(organizationID),
      onProgress: (share) => (state.progress = share),
    });
    sync.hub = joined.hub;
    return joined.desk;
  } catch (error) {
    throw asSilence(error);
  } finally {
    state.progress = null;
    await connection.close();
  }
}

async function join(state: State, by: JoinBy): Promise<void> {
  requireIdle(state);
  state.progress = 0;
  try {
    const known = await enrol(state, by);
    if (known.state !== "joined")
      await bring(state, known, (organizationID) => ({
        organizationID: organizationID ?? state.sync.deps.desk.organizationID(),
      }));
  } finally {
    state.progress = null;
  }
}

/**
 * Runs a step of the start: on failure, the log and `failed` have the reason, and the desk
 * continues.
 */
async function orNoted<T>(
  state: State,
  run: () => Promise<T>,
  failed: string,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (err) {
    state.sync.deps.log.warn({ err }, failed);
    state.failed = causeOf(err);
    return undefined;
  }
}
