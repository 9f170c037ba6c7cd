/**
 * Sync of this station: joining a hub, the link to it while the station runs, and the visible state
 * of both. A station that has joined no hub does nothing here.
 */
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { settleRestore } from "../station/backups/after-restore.ts";
import { errors } from "../base/errors.ts";
import { HUB_ORGANIZATION, writeMeta } from "../db/station-meta.ts";
import type { SyncDeps } from "./deps.ts";
import type { LiveTopic } from "../db/outbox/topics.schema.ts";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import type { Stations } from "../fulfilment/shared-printers/stations.ts";
import { createSessions, type Sessions } from "./begin-session.ts";
import { cutDeliveries } from "./deliveries/share-deliveries.ts";
import { createDeskName, type DeskName } from "./desk-name.ts";
import type { HubHost } from "./hub-host.ts";
import { readHub, type HubSettings } from "./hub-settings.ts";
import { createJoining, type DeskOrganization, type JoinBy, type Joining } from "./join/joining.ts";
import type { HubPolicy } from "./join/policy-hub.ts";
import { takeSnapshot } from "./join/exchange-organization.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import { createNoteFaults, type NoteFaults } from "./leases/note-faults.ts";
import { finishLeaving } from "./leave/leave-hub.ts";
import { createManagement, type Management } from "./manage-stations.ts";
import { createOrganizationSecrets, type OrganizationSecrets } from "./organization-secrets.ts";
import type { Roster } from "./presence.ts";
import { withEnds } from "./proven-ends.ts";
import { createServerStations, type ServerStations } from "./server-stations.ts";
import { createShown, type Shown } from "./show-stations.ts";
import { removeLeftSnapshots } from "./snapshot/exchange-snapshot.ts";
import { connectUntil } from "./connect-station.ts";
import { startLink, type Link, type LinkParts } from "./stream/link.ts";
import { signerOf, type Sign } from "./stream/message-signature.ts";
import { createSenders } from "./senders.ts";
import { createBoundary } from "./stream/boundary.ts";
import { createScope } from "./stream/scope.ts";
import type { SyncStatus } from "./sync.schema.ts";

export type Sync = Management & {
  /**
   * Joins a hub, continues an interrupted join, or starts the link of a station that has joined.
   *
   * @param open Finds or creates the desk's organization; with an id, finds only that one.
   * @throws AppError E2111 to E2117 when the code or the hub is not valid; nothing is changed.
   */
  enter<D extends DeskOrganization>(
    by: JoinBy | undefined,
    open: (organizationID: string | undefined) => D,
  ): Promise<D>;
  /**
   * Joins while the desk works; the station then restarts in the hub's organization.
   *
   * @throws AppError E2111 to E2120
   */
  join(by: JoinBy): Promise<void>;
  /**
   * Names this desk, here and at the other stations.
   *
   * @throws AppError E2036 when the disk rejects it.
   */
  name(name: string): void;
  status(): SyncStatus;
  /** The other stations, for prints at their printers. */
  readonly stations: Stations;
  stop(): Promise<void>;
};

/**
 * Longest wait of a station that has just joined for the others' changes, ms; then it starts
 * anyway.
 */
const CAUGHT_UP_WITHIN_MS = 15_000;
/** Longest wait for its numbers and its share of the balance, ms. */
const PART_WITHIN_MS = 3_000;

type Parts = {
  readonly port: LeasePort;
  readonly version: string;
  readonly board: PackingNow;
  readonly restart: () => void;
  readonly onChanged: (topic: LiveTopic) => void;
  readonly host: HubHost;
  readonly policy: HubPolicy;
};

/** State of the hub, and the values with which all parts of sync are made. */
type State = Parts & {
  readonly deps: SyncDeps;
  /** Folder of the database. */
  readonly folder: string;
  readonly roster: Roster;
  readonly deskName: DeskName;
  readonly atServer: ServerStations;
  readonly faults: NoteFaults;
  readonly secretsOf: (known: HubSettings) => OrganizationSecrets;
  hub: HubSettings | undefined;
  link: Link | undefined;
};

/**
 * @param of.port Supplies leases to the core's calls.
 * @param of.version Version of the program.
 * @param of.board The order that is open at this desk.
 * @param of.restart Restarts the station, after an answer was sent.
 * @param of.onChanged For the screen: `status` has changed, or a snapshot was merged while the desk
 *   works.
 * @param of.host The hub that may run on this computer.
 * @param of.policy Policy of the company's IT.
 */
export function createSync(deps: SyncDeps, of: Parts): Sync {
  const roster: Roster = new Map();
  let secrets: OrganizationSecrets | undefined;
  const state: State = {
    ...of,
    deps,
    folder: dirname(deps.db.raw.name),
    roster,
    deskName: createDeskName(deps),
    atServer: createServerStations(deps, roster),
    faults: createNoteFaults(deps),
    secretsOf: (known) =>
      (secrets ??= createOrganizationSecrets(deps, deps.secrets.decrypt(known.sealedBoxSeed))),
    hub: readHub(deps),
    link: undefined,
  };
  const made = makeParts(state);
  const { joining, shown, management } = made;
  return {
    enter: (by, open) => enter(state, made, by, open),
    async join(by) {
      await joining.join(by);
      of.restart();
    },
    stations: shown.stations,
    name(name) {
      state.deskName.set(name);
      of.onChanged("sync.changed");
    },
    ...management,
    status: () => shown.status(),
    async stop() {
      await state.link?.stop();
      await of.host.stop();
    },
  };
}

type Made = {
  readonly joining: Joining;
  readonly shown: Shown;
  readonly sessions: Sessions;
  readonly management: Management;
};

function makeParts(state: State): Made {
  const { deps, host, restart, onChanged } = state;
  const hub = (): HubSettings | undefined => state.hub;
  const link = (): Link | undefined => state.link;
  const joining = createJoining({ ...state, hub, onHub: (known) => (state.hub = known) });
  const shown: Shown = createShown({
    ...state,
    management: () => management,
    hub,
    link,
    awaited: () => sessions.part()?.awaited(),
    isCaughtUp: () => sessions.isCaughtUp(),
    joining,
  });
  const sessions: Sessions = createSessions({
    ...state,
    link,
    seen: () => shown.seen(),
    sendName: (name) => management.sendName(name),
    onChanged: () => onChanged("sync.changed"),
  });
  const management = createManagement({
    deps,
    host,
    hub,
    link,
    endAtServer: (stationID) => endAtServer(state, sessions, stationID),
    requireIdle: () => joining.requireIdle(),
    async join(by) {
      await joining.join(by);
      restart();
    },
    restart,
  });
  return { joining, shown, sessions, management };
}

/** Closes a station's share at an organization's own server. */
async function endAtServer(state: State, sessions: Sessions, stationID: string): Promise<void> {
  const { link, atServer, roster } = state;
  const shared = link?.session === undefined ? undefined : sessions.part();
  if (shared === undefined)
    throw errors.hubNotReached(
      "The server is not reached. Nothing was changed. Try again when it is.",
    );
  atServer.requireGone(stationID, Date.now() - (link?.status().skewMs ?? 0));
  await shared.end({ id: stationID, incarnation: roster.get(stationID)?.incarnation ?? 0 });
}

async function enter<D extends DeskOrganization>(
  state: State,
  { joining, sessions }: Made,
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
    const link = begin(state, sessions, known, known.organizationID);
    // The hub's knowledge of this database is checked before anything is written, and before the
    // station's open work continues.
    await link.checked(deps.syncTimes.checkedWithinMs);
    return open(known.organizationID);
  }
  const brought = await (by === undefined ? joining.goOn(known, open) : joining.bring(known, open));
  if (brought === undefined) return open(known.cameFrom ?? undefined);
  const link = begin(state, sessions, state.hub ?? known, brought.organizationID);
  await link
    .caughtUp(AbortSignal.timeout(CAUGHT_UP_WITHIN_MS))
    .then(() => Promise.race([sessions.part()?.taken, sleep(PART_WITHIN_MS)]))
    .catch((err: unknown) =>
      deps.log.warn({ err }, "the station has joined but is not in step yet"),
    );
  return brought;
}

/** Starts the link to the hub, which lasts while the station runs. */
function begin(state: State, sessions: Sessions, known: HubSettings, organizationID: string): Link {
  const { deps, folder, onChanged } = state;
  const shared = { organizationID, cameFrom: known.cameFrom };
  writeMeta(deps.db, HUB_ORGANIZATION, organizationID);
  cutDeliveries(deps, organizationID);
  const signing = signingOf(deps, known);
  return (state.link = startLink({
    deps,
    connect: (signal) => connectUntil(deps, known, signal),
    scope: createScope(deps.db, organizationID),
    ...signing,
    boundary: withEnds(createBoundary(deps.db, shared), deps.db, known.hubKey),
    async bootstrap(session) {
      await takeSnapshot({ deps, folder, session, hubKey: known.hubKey }, shared);
      onChanged("snapshot.taken");
    },
    onOlderCopy() {
      deps.db.beginIncarnation(true, deps.log);
      settleRestore(deps).catch((err: unknown) =>
        deps.log.error(
          { err },
          "open work of an older copy could not be settled; the next start retries it",
        ),
      );
    },
    onSession: (session) =>
      sessions.begin(session, {
        known,
        organizationID,
        onListed: (station) => signing.senders?.meet(station),
      }),
  }));
}

/**
 * An organization's own server lists no keys; there only its permissions prove who sent a message.
 */
function signingOf(
  deps: Pick<SyncDeps, "secrets">,
  { hubKey, signIn }: HubSettings,
): Pick<LinkParts, "sign" | "senders"> {
  if (hubKey === "" || !("sealedSeed" in signIn)) return {};
  let signer: Sign | undefined;
  const sign: Sign = (text) => (signer ??= signerOf(deps.secrets.decrypt(signIn.sealedSeed)))(text);
  return { sign, senders: createSenders(hubKey) };
}
