/**
 * Sync of this station: joins a hub, runs the connection to the hub, and shows the state of the
 * join and of the connection. A station that has joined no hub does nothing here.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { settleRestore } from "../station/backups/after-restore.ts";
import { HUB_ORGANIZATION, writeMeta } from "../db/station-meta.ts";
import type { SyncDeps } from "./deps.ts";
import type { LiveTopic } from "../db/outbox/topics.schema.ts";
import type { Stations } from "../fulfilment/shared-printers/stations.ts";
import type { JoinedStations } from "../fulfilment/today/joined-stations.ts";
import { beginSession, type SessionSetup } from "./begin-session.ts";
import { startConnection, type HubConnection } from "./connection.ts";
import { connectUntil } from "./connect-station.ts";
import { cutDeliveries } from "./deliveries/share-deliveries.ts";
import type { HubSettings } from "./hub-settings.ts";
import { takeSnapshot } from "./join/exchange-organization.ts";
import { createJoining, type DeskOrganization, type JoinBy, type Joining } from "./join/joining.ts";
import { finishLeaving } from "./leave/leave-hub.ts";
import { createManagement, type Management } from "./manage-stations.ts";
import { createOrganizationSecrets } from "./organization-secrets.ts";
import { withEnds } from "./check-station-ends.ts";
import { createSenders, type Senders } from "./senders.ts";
import { createStationsView, type StationsView } from "./stations-view.ts";
import { removeLeftSnapshots } from "./snapshot/exchange-snapshot.ts";
import { createBoundary } from "./stream/boundary.ts";
import { signerOf, type Sign } from "./stream/message-signature.ts";
import { createScope } from "./stream/scope.ts";
import { createSyncState, type SyncState, type SyncSurroundings } from "./sync-state.ts";
import type { SyncStatus } from "./sync.schema.ts";

export type Sync = Management & {
  /**
   * Joins a hub, continues an interrupted join, or starts the connection of a station that has
   * joined.
   *
   * @param open Finds or creates the desk's organization; with an id, finds only that one.
   * @throws AppError E2111 to E2119, E2121, E2145, E2146, E2150, E2159 when the station may not
   * join; nothing is changed.
   */
  enter<D extends DeskOrganization>(
    by: JoinBy | undefined,
    open: (organizationID: string | undefined) => D,
  ): Promise<D>;
  /**
   * Joins while the desk works; the station then restarts in the hub's organization.
   *
   * @throws AppError E2111 to E2121, E2145, E2146, E2150, E2157, E2159 to E2161
   */
  join(by: JoinBy): Promise<void>;
  /**
   * Names this desk, here and at the other stations.
   *
   * @throws AppError E2036 when the disk rejects the write.
   */
  name(name: string): void;
  status(): SyncStatus;
  /** The other stations, for prints at their printers. */
  readonly stations: Stations;
  /** All stations, for the view of today. */
  readonly joined: JoinedStations;
  stop(): Promise<void>;
};

/**
 * Longest wait of a station that has just joined for other stations' changes, ms; then it starts
 * anyway.
 */
const CAUGHT_UP_WITHIN_MS = 15_000;
/**
 * Longest wait of a station that has just joined for its numbers and its share of the balance, ms.
 */
const SHARE_WITHIN_MS = 3_000;

/**
 * Creates the sync of a station.
 *
 * @param of.restart Restarts the station, after an answer was sent.
 * @param of.onChanged For the screen: `status` has changed, or a snapshot was merged while the desk
 *   works.
 */
export function createSync(
  deps: SyncDeps,
  of: SyncSurroundings & {
    readonly restart: () => void;
    readonly onChanged: (topic: LiveTopic) => void;
  },
): Sync {
  const { restart, onChanged, ...surroundings } = of;
  const state = createSyncState(deps, surroundings);
  const joining = createJoining(state);
  const join = async (by: JoinBy): Promise<void> => {
    await joining.join(by);
    restart();
  };
  const { requireIdle } = joining;
  const management = createManagement(state, { requireIdle, join, restart });
  const view = createStationsView(state, joining, management);
  const connect = (known: HubSettings, organizationID: string): HubConnection =>
    (state.connection = connectToHub(state, known, organizationID, {
      view,
      management,
      onChanged,
    }));
  return {
    enter: (by, open) => enter(state, joining, connect, by, open),
    join,
    stations: view.stations,
    joined: view.joined,
    name(name) {
      state.deskName.set(name);
      onChanged("sync.changed");
    },
    ...management,
    status: () => view.status(),
    async stop() {
      await state.connection?.stop();
      await of.host.stop();
    },
  };
}

async function enter<D extends DeskOrganization>(
  state: SyncState,
  joining: Joining,
  connect: (known: HubSettings, organizationID: string) => HubConnection,
  by: JoinBy | undefined,
  open: (organizationID: string | undefined) => D,
): Promise<D> {
  const { deps, folder, host } = state;
  removeLeftSnapshots(folder);
  host.resume();
  if (state.hub !== undefined && finishLeaving({ deps, hub: state.hub })) state.hub = undefined;
  const known =
    by === undefined
      ? (state.hub ?? (await joining.enrolByPolicy()))
      : await joining.enrolAtStart(by);
  if (known === undefined) return open(undefined);
  if (known.state === "joined" && known.organizationID !== null) {
    const connection = connect(known, known.organizationID);
    // The hub's knowledge of this database is checked before anything is written, and before the
    // station's open work continues.
    await connection.checked(deps.syncTimes.checkedWithinMs);
    return open(known.organizationID);
  }
  const brought = await (by === undefined ? joining.goOn(known, open) : joining.bring(known, open));
  if (brought === undefined) return open(known.cameFrom ?? undefined);
  const connection = connect(state.hub ?? known, brought.organizationID);
  await connection
    .caughtUp(AbortSignal.timeout(CAUGHT_UP_WITHIN_MS))
    .then(() => Promise.race([connection.services?.leases.taken, sleep(SHARE_WITHIN_MS)]))
    .catch((err: unknown) =>
      deps.log.warn({ err }, "the station has joined but is not in step yet"),
    );
  return brought;
}

type Connecting = {
  readonly view: Pick<StationsView, "statusEntry">;
  readonly management: Pick<Management, "sendName">;
  readonly onChanged: (topic: LiveTopic) => void;
};

/** Starts the connection to the hub, which lasts while the station runs. */
function connectToHub(
  state: SyncState,
  known: HubSettings,
  organizationID: string,
  { view, management, onChanged }: Connecting,
): HubConnection {
  const { deps, folder, deskName, packingNow, roster, atServer, faults, port } = state;
  const { hubKey, cameFrom } = known;
  const shared = { organizationID, cameFrom };
  writeMeta(deps.db, HUB_ORGANIZATION, organizationID);
  cutDeliveries(deps, organizationID);
  const signing = signingOf(deps, known);
  const secrets = createOrganizationSecrets(deps, known.sealedBoxSeed);
  const sessions: SessionSetup = {
    deps,
    hub: { organizationID, hubKey, faults },
    own: { deskName, packingNow, statusEntry: view.statusEntry, sendName: management.sendName },
    others: { roster, atServer, secrets, senders: signing.senders },
    core: { port, onChanged: () => onChanged("sync.changed") },
  };
  return startConnection({
    deps,
    connect: (signal) => connectUntil(deps, known, signal),
    scope: createScope(deps.db, organizationID),
    ...signing,
    boundary: withEnds(createBoundary(deps.db, shared), deps.db, hubKey),
    async takeSnapshot(session) {
      await takeSnapshot({ deps, folder, session, hubKey }, shared);
      onChanged("snapshot.taken");
    },
    onOlderCopy: () => continueOlderCopy(deps),
    beginSession: (session) => beginSession(sessions, session),
  });
}

/** Continues this database, an older copy of the station's database, as another incarnation. */
function continueOlderCopy(deps: SyncDeps): void {
  deps.db.beginIncarnation(true, deps.log);
  settleRestore(deps).catch((err: unknown) =>
    deps.log.error(
      { err },
      "open work of an older copy could not be settled; the next start tries again",
    ),
  );
}

/**
 * Makes the functions that sign messages and verify their senders. An organization's own server
 * lists no keys; there only the server's permissions prove who sent a message.
 */
function signingOf(
  deps: Pick<SyncDeps, "secrets">,
  { hubKey, signIn }: HubSettings,
): { readonly sign?: Sign; readonly senders?: Senders } {
  if (hubKey === "" || !("sealedSeed" in signIn)) return {};
  let signer: Sign | undefined;
  const sign: Sign = (text) => (signer ??= signerOf(deps.secrets.decrypt(signIn.sealedSeed)))(text);
  return { sign, senders: createSenders(hubKey) };
}
