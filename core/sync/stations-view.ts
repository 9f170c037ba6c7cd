/**
 * Describes the visible state of the stations: the status entry that this station publishes, the
 * answer of the API about all stations, and whether each station can print for this station.
 */
import { moneyText } from "../base/money.ts";
import { newestSchema } from "../db/migrate.ts";
import { isEndedHere } from "../db/station-ends.ts";
import { readPosition } from "../db/stream-position.ts";
import type { SyncDeps } from "./deps.ts";
import { capacityOf } from "../organizations/ledger/money-lease.ts";
import { newestErasure } from "../records/privacy/privacy.service.ts";
import type { Stations } from "../fulfilment/shared-printers/stations.ts";
import type { JoinedStations } from "../fulfilment/today/joined-stations.ts";
import { countOpenPrints } from "../printing/printing.service.ts";
import { SHUT_OUT, type Cause } from "./cause.ts";
import type { HubConnection } from "./connection.ts";
import { listConflicts, listFaults } from "./conflicts.ts";
import type { HubSettings } from "./hub-settings.ts";
import type { Joining } from "./join/joining.ts";
import type { Management } from "./manage-stations.ts";
import { boxPublicKeyOf } from "./organization-secrets.ts";
import { isHere, packingAt } from "./presence.ts";
import { describeUser } from "./server-stations.ts";
import type { StatusEntry } from "./status-entry.schema.ts";
import type { SyncState } from "./sync-state.ts";
import type { SyncStatus } from "./sync.schema.ts";

type Showing = {
  readonly sync: Pick<
    SyncState,
    | "deps"
    | "version"
    | "roster"
    | "deskName"
    | "packingNow"
    | "atServer"
    | "faults"
    | "hub"
    | "connection"
  >;
  readonly joining: Pick<Joining, "progress" | "failed">;
  readonly management: Pick<Management, "isHubHere" | "isLeaving">;
};

export type StationsView = {
  /** Makes the status entry that this station publishes at the hub. */
  statusEntry(): StatusEntry;
  /** Makes the API's answer about this station, its hub and all stations. */
  status(): SyncStatus;
  /** The other stations, for prints at their printers. */
  readonly stations: Stations;
  /** All stations, for the view of today. */
  readonly joined: JoinedStations;
};

const causeFields = (
  cause: Cause | null,
): Pick<SyncStatus, "cause" | "causeCode" | "causeReason"> => ({
  cause: cause?.words ?? null,
  causeCode: cause?.code ?? null,
  causeReason: cause?.reason ?? null,
});

/** Creates the view; starts no work. */
export function createStationsView(
  sync: Showing["sync"],
  joining: Showing["joining"],
  management: Showing["management"],
): StationsView {
  const showing: Showing = { sync, joining, management };
  return {
    statusEntry: () => statusEntryOf(sync),
    status: () => statusOf(showing),
    stations: stationsOf(showing),
    joined: joinedOf(showing),
  };
}

function statusEntryOf({
  deps,
  version,
  deskName,
  packingNow,
  hub,
  connection,
}: Showing["sync"]): StatusEntry {
  const { skewMs, waiting } = connection?.status() ?? { skewMs: 0, waiting: 0 };
  const erasedAt = newestErasure(deps, hub?.organizationID ?? "");
  return {
    name: deskName.now(),
    at: new Date(Date.now() - skewMs).toISOString(),
    version,
    schema: newestSchema(),
    lease: moneyText(Math.max(0, capacityOf(deps, hub?.organizationID ?? ""))),
    skewMs,
    waiting,
    packing: packingNow.now(),
    incarnation: deps.db.incarnation,
    place: readPosition(deps.db).seq,
    prints: countOpenPrints(deps, hub?.organizationID ?? ""),
    ...(erasedAt === undefined ? {} : { erasedAt }),
    ...(hub?.hubKey === "" ? entryAtServer(deps, hub) : {}),
  };
}

/**
 * Makes additional fields of the status entry at an organization's own server: unlike a hub, the
 * server keeps no list of its stations.
 */
function entryAtServer(
  { secrets }: Pick<SyncDeps, "secrets">,
  { sealedBoxSeed, signIn }: HubSettings,
): Partial<StatusEntry> {
  const user =
    "sealedCredentials" in signIn
      ? describeUser(secrets.decrypt(signIn.sealedCredentials))
      : undefined;
  return {
    boxPublicKey: boxPublicKeyOf(secrets.decrypt(sealedBoxSeed)),
    ...(user === undefined ? {} : { user }),
  };
}

function statusOf(showing: Showing): SyncStatus {
  const { sync, joining } = showing;
  const { deps, roster, atServer, faults, hub, connection } = sync;
  const progress = joining.progress();
  const conflicts = [
    ...listConflicts(deps, hub?.organizationID ?? null, connection?.services?.leases.awaited()),
    ...listFaults(faults, (id) => roster.get(id)?.name),
    ...(hub?.hubKey === "" ? atServer.reminders() : []),
  ];
  const alone = {
    lagMs: 0,
    waiting: 0,
    stations: [ownStation(sync)],
    conflicts,
    hub: null,
    progress,
  };
  if (progress !== null) return { ...alone, state: "joining", ...causeFields(null) };
  if (hub === undefined || connection === undefined)
    return { ...alone, state: "alone", ...causeFields(joining.failed()) };
  return { ...atHub(showing, hub, connection), conflicts, progress };
}

function ownStation({
  deps,
  version,
  deskName,
  packingNow,
}: Showing["sync"]): SyncStatus["stations"][number] {
  return {
    id: deps.db.stationID,
    name: deskName.now(),
    lastSeen: null,
    lease: null,
    skewMs: 0,
    isThis: true,
    waiting: 0,
    version,
    packing: packingNow.now(),
  };
}

function atHub(
  { sync, management }: Showing,
  known: HubSettings,
  connection: HubConnection,
): Omit<SyncStatus, "conflicts" | "progress"> {
  const { deps, roster, atServer } = sync;
  const { cause, skewMs, ...state } = isEndedHere(deps.db)
    ? { ...connection.status(), state: "cut off" as const, cause: SHUT_OUT }
    : connection.status();
  roster.set(deps.db.stationID, statusEntryOf(sync));
  const isOwnServer = known.hubKey === "";
  const isHubHere = management.isHubHere();
  const mayManage = isHubHere || (isOwnServer ? atServer.mayManage() : known.leads);
  return {
    ...state,
    stations: listStations(sync, isOwnServer, Date.now() - skewMs),
    hub: {
      name: known.hubName,
      servers: [...known.servers],
      organizationID: known.organizationID,
      isHere: isHubHere,
      isOwnServer,
      mayManage,
    },
    ...causeFields(cause),
  };
}

/**
 * Lists this station and all other stations; at an organization's own server, without revoked ones.
 *
 * @param nowMs The hub's time.
 */
function listStations(
  { deps, roster, atServer }: Showing["sync"],
  isOwnServer: boolean,
  nowMs: number,
): SyncStatus["stations"] {
  const me = deps.db.stationID;
  return [...roster]
    .filter(([id, entry]) => !isOwnServer || id === me || !atServer.isEnded(id, entry))
    .map(([id, entry]) => ({
      id,
      name: entry.name,
      lastSeen: entry.at,
      lease: entry.lease,
      skewMs: entry.skewMs,
      isThis: id === me,
      waiting: entry.waiting,
      version: entry.version,
      packing: packingAt(entry, nowMs, deps.syncTimes),
    }));
}

function stationsOf({ sync, management }: Showing): Stations {
  const { deps, roster, deskName } = sync;
  const hubNow = (): number => Date.now() - (sync.connection?.skewMs ?? 0);
  return {
    organizationID() {
      const { hub, connection } = sync;
      return hub?.state === "joined" && connection !== undefined && !management.isLeaving()
        ? hub.organizationID
        : null;
    },
    name: () => deskName.now(),
    hubNow,
    isCaughtUp: () => sync.connection?.services?.isCaughtUp() === true,
    cutOffSince() {
      const { connection } = sync;
      return connection?.offlineSince === undefined
        ? null
        : connection.offlineSince - connection.skewMs;
    },
    find(stationID) {
      const entry = roster.get(stationID);
      return entry === undefined
        ? undefined
        : {
            name: entry.name,
            seenAt: Date.parse(entry.at),
            isReachable:
              sync.connection?.session !== undefined && isHere(entry, hubNow(), deps.syncTimes),
          };
    },
  };
}

function joinedOf({ sync, management }: Showing): JoinedStations {
  const { deps, roster, atServer, deskName } = sync;
  return {
    list(organizationID) {
      const { hub, connection } = sync;
      const me = {
        id: deps.db.stationID,
        name: deskName.now(),
        lastSeen: null,
        isHere: true,
        prints: countOpenPrints(deps, organizationID),
      };
      const isJoined = hub?.state === "joined" && hub.organizationID === organizationID;
      if (!isJoined || connection === undefined || management.isLeaving()) return [me];
      const now = Date.now() - connection.skewMs;
      const others = [...roster]
        .filter(
          ([id, entry]) => id !== me.id && !(hub.hubKey === "" && atServer.isEnded(id, entry)),
        )
        .map(([id, entry]) => ({
          id,
          name: entry.name,
          lastSeen: entry.at,
          isHere: connection.session !== undefined && isHere(entry, now, deps.syncTimes),
          prints: entry.prints ?? null,
        }));
      return [me, ...others];
    },
  };
}
