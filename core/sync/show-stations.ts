/**
 * The visible state of the stations: this one's status entry for the others, the answer about all
 * of them, and the reachability of their printers.
 */
import { moneyText } from "../base/money.ts";
import { newestSchema } from "../db/migrate.ts";
import { isEndedHere } from "../db/station-ends.ts";
import { readPosition } from "../db/stream-position.ts";
import type { SyncDeps } from "./deps.ts";
import { capacityOf } from "../organizations/ledger/money-lease.ts";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import { newestErasure } from "../records/privacy/privacy.service.ts";
import type { Stations } from "../fulfilment/shared-printers/stations.ts";
import { SHUT_OUT, type Cause } from "./cause.ts";
import { listConflicts, listFaults } from "./conflicts.ts";
import type { DeskName } from "./desk-name.ts";
import type { HubSettings } from "./hub-settings.ts";
import type { Joining } from "./join/joining.ts";
import type { Management } from "./manage-stations.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import { boxPublicKeyOf } from "./organization-secrets.ts";
import { isHere, packingAt, type Roster, type Seen } from "./presence.ts";
import { describeUser, type ServerStations } from "./server-stations.ts";
import type { Link } from "./stream/link.ts";
import type { SyncStatus } from "./sync.schema.ts";

type Parts = {
  readonly deps: SyncDeps;
  /** Version of the program. */
  readonly version: string;
  readonly roster: Roster;
  readonly deskName: DeskName;
  readonly board: PackingNow;
  readonly atServer: ServerStations;
  readonly faults: NoteFaults;
  readonly management: () => Pick<Management, "isHubHere" | "isLeaving">;
  readonly hub: () => HubSettings | undefined;
  readonly link: () => Link | undefined;
  /** Stations that have not reported to a restored hub. */
  readonly awaited: () => readonly string[] | undefined;
  readonly isCaughtUp: () => boolean;
  readonly joining: Pick<Joining, "progress" | "failed">;
};

export type Shown = {
  /** The status entry that this station writes about itself. */
  seen(): Seen;
  status(): SyncStatus;
  /** For prints at printers of others. */
  readonly stations: Stations;
};

const why = (cause: Cause | null): Pick<SyncStatus, "cause" | "causeCode" | "causeReason"> => ({
  cause: cause?.words ?? null,
  causeCode: cause?.code ?? null,
  causeReason: cause?.reason ?? null,
});

export function createShown(parts: Parts): Shown {
  return {
    seen: () => seenOf(parts),
    status: () => statusOf(parts),
    stations: stationsOf(parts),
  };
}

function seenOf({ deps, version, deskName, board, hub, link }: Parts): Seen {
  const known = hub();
  const { skewMs, waiting } = link()?.status() ?? { skewMs: 0, waiting: 0 };
  const erasedAt = newestErasure(deps, known?.organizationID ?? "");
  return {
    name: deskName.now(),
    at: new Date(Date.now() - skewMs).toISOString(),
    version,
    schema: newestSchema(),
    lease: moneyText(Math.max(0, capacityOf(deps, known?.organizationID ?? ""))),
    skewMs,
    waiting,
    packing: board.now(),
    incarnation: deps.db.incarnation,
    place: readPosition(deps.db).seq,
    ...(erasedAt === undefined ? {} : { erasedAt }),
    ...(known?.hubKey === "" ? lineAtServer(deps, known) : {}),
  };
}

/** Additional fields at an organization's own server, which has no list of its stations. */
function lineAtServer(
  { secrets }: Pick<SyncDeps, "secrets">,
  { sealedBoxSeed, signIn }: HubSettings,
): Partial<Seen> {
  const user =
    "sealedCredentials" in signIn
      ? describeUser(secrets.decrypt(signIn.sealedCredentials))
      : undefined;
  return {
    boxPublicKey: boxPublicKeyOf(secrets.decrypt(sealedBoxSeed)),
    ...(user === undefined ? {} : { user }),
  };
}

function statusOf(parts: Parts): SyncStatus {
  const { deps, roster, atServer, faults, awaited, joining } = parts;
  const [known, line] = [parts.hub(), parts.link()];
  const progress = joining.progress();
  const conflicts = [
    ...listConflicts(deps, known?.organizationID ?? null, awaited()),
    ...listFaults(faults, (id) => roster.get(id)?.name),
    ...(known?.hubKey === "" ? atServer.reminders() : []),
  ];
  const alone = {
    lagMs: 0,
    waiting: 0,
    stations: [ownLine(parts)],
    conflicts,
    hub: null,
    progress,
  };
  if (progress !== null) return { ...alone, state: "joining", ...why(null) };
  if (known === undefined || line === undefined)
    return { ...alone, state: "alone", ...why(joining.failed()) };
  return { ...atHub(parts, known, line), conflicts, progress };
}

function ownLine({ deps, version, deskName, board }: Parts): SyncStatus["stations"][number] {
  return {
    id: deps.db.stationID,
    name: deskName.now(),
    lastSeen: null,
    lease: null,
    skewMs: 0,
    isThis: true,
    waiting: 0,
    version,
    packing: board.now(),
  };
}

function atHub(
  parts: Parts,
  known: HubSettings,
  line: Link,
): Omit<SyncStatus, "conflicts" | "progress"> {
  const { deps, roster, atServer, management } = parts;
  const { cause, skewMs, ...state } = isEndedHere(deps.db)
    ? { ...line.status(), state: "cut off" as const, cause: SHUT_OUT }
    : line.status();
  roster.set(deps.db.stationID, seenOf(parts));
  const isOwnServer = known.hubKey === "";
  const isHubHere = management().isHubHere();
  const mayManage = isHubHere || (isOwnServer ? atServer.mayManage() : known.leads);
  return {
    ...state,
    stations: listed(parts, isOwnServer, Date.now() - skewMs),
    hub: {
      name: known.hubName,
      servers: [...known.servers],
      organizationID: known.organizationID,
      isHere: isHubHere,
      isOwnServer,
      mayManage,
    },
    ...why(cause),
  };
}

/** @param nowMs The hub's time. */
function listed(
  { deps, roster, atServer }: Parts,
  isOwnServer: boolean,
  nowMs: number,
): SyncStatus["stations"] {
  const me = deps.db.stationID;
  return [...roster]
    .filter(([id, of]) => !isOwnServer || id === me || !atServer.isEnded(id, of))
    .map(([id, of]) => ({
      id,
      name: of.name,
      lastSeen: of.at,
      lease: of.lease,
      skewMs: of.skewMs,
      isThis: id === me,
      waiting: of.waiting,
      version: of.version,
      packing: packingAt(of, nowMs, deps.syncTimes),
    }));
}

function stationsOf(parts: Parts): Stations {
  const { deps, roster, deskName, management, hub, link, isCaughtUp } = parts;
  const hubNow = (): number => Date.now() - (link()?.skewMs ?? 0);
  return {
    organizationID() {
      const known = hub();
      return known?.state === "joined" && link() !== undefined && !management().isLeaving()
        ? known.organizationID
        : null;
    },
    name: () => deskName.now(),
    hubNow,
    isCaughtUp,
    cutOffSince() {
      const line = link();
      return line === undefined || line.session !== undefined ? null : line.cutAt - line.skewMs;
    },
    find(stationID) {
      const line = roster.get(stationID);
      return line === undefined
        ? undefined
        : {
            name: line.name,
            seenAt: Date.parse(line.at),
            isReachable: link()?.session !== undefined && isHere(line, hubNow(), deps.syncTimes),
          };
    },
  };
}
