/**
 * What is shown of the stations: this one's own line for the others, the answer about all of them,
 * and where their printers are reached.
 */
import { moneyText } from "../base/money.ts";
import { newestSchema } from "../db/migrate.ts";
import { isEndedHere } from "../db/station-ends.ts";
import { readPlace } from "../db/stream-place.ts";
import type { Deps } from "../deps.ts";
import { capacityOf } from "../ledger/money-lease.ts";
import type { PackingNow } from "../packing/packing-now.ts";
import { newestErasure } from "../privacy/privacy.service.ts";
import type { Stations } from "../shared-printers/stations.ts";
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
  readonly deps: Deps;
  /** Of the program. */
  readonly version: string;
  readonly roster: Roster;
  readonly deskName: DeskName;
  readonly board: PackingNow;
  readonly atServer: ServerStations;
  readonly faults: NoteFaults;
  readonly management: () => Pick<Management, "isHubHere" | "isLeaving">;
  readonly hub: () => HubSettings | undefined;
  readonly link: () => Link | undefined;
  /** Stations that have not reported to a hub that was set back. */
  readonly awaited: () => readonly string[] | undefined;
  readonly isCaughtUp: () => boolean;
  readonly joining: Pick<Joining, "progress" | "failed">;
};

export type Shown = {
  /** The line that this station writes about itself. */
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

export function createShown({
  deps,
  version,
  roster,
  deskName,
  board,
  atServer,
  faults,
  management,
  hub,
  link,
  awaited,
  isCaughtUp,
  joining,
}: Parts): Shown {
  const me = deps.db.stationID;
  const hubNow = (): number => Date.now() - (link()?.skewMs ?? 0);

  const lineAtServer = ({ sealedBoxSeed, signIn }: HubSettings): Partial<Seen> => {
    const user =
      "sealedCredentials" in signIn
        ? describeUser(deps.secrets.decrypt(signIn.sealedCredentials))
        : undefined;
    return {
      boxPublicKey: boxPublicKeyOf(deps.secrets.decrypt(sealedBoxSeed)),
      ...(user === undefined ? {} : { user }),
    };
  };
  const seen = (): Seen => {
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
      place: readPlace(deps.db).seq,
      ...(erasedAt === undefined ? {} : { erasedAt }),
      ...(known?.hubKey === "" ? lineAtServer(known) : {}),
    };
  };

  const status = (): SyncStatus => {
    const [known, line] = [hub(), link()];
    const progress = joining.progress();
    const isOwnServer = known?.hubKey === "";
    const conflicts = [
      ...listConflicts(deps, known?.organizationID ?? null, awaited()),
      ...listFaults(faults, (id) => roster.get(id)?.name),
      ...(isOwnServer ? atServer.reminders() : []),
    ];
    const own = {
      id: me,
      name: deskName.now(),
      lastSeen: null,
      lease: null,
      skewMs: 0,
      isThis: true,
      waiting: 0,
      version,
      packing: board.now(),
    };
    if (progress !== null)
      return {
        state: "joining",
        lagMs: 0,
        waiting: 0,
        stations: [own],
        conflicts,
        hub: null,
        ...why(null),
        progress,
      };
    if (known === undefined || line === undefined)
      return {
        state: "alone",
        lagMs: 0,
        waiting: 0,
        stations: [own],
        conflicts,
        hub: null,
        ...why(joining.failed()),
        progress,
      };
    const { cause, skewMs, ...state } = isEndedHere(deps.db)
      ? { ...line.status(), state: "cut off" as const, cause: SHUT_OUT }
      : line.status();
    const nowMs = Date.now() - skewMs;
    roster.set(me, seen());
    const isHubHere = management().isHubHere();
    const stations = [...roster]
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
    const mayManage = isHubHere || (isOwnServer ? atServer.mayManage() : known.leads);
    return {
      ...state,
      stations,
      conflicts,
      hub: {
        name: known.hubName,
        servers: [...known.servers],
        organizationID: known.organizationID,
        isHere: isHubHere,
        isOwnServer,
        mayManage,
      },
      ...why(cause),
      progress,
    };
  };

  const stations: Stations = {
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
  return { seen, status, stations };
}
