/**
 * Starts the services of a session with the hub: the station's leases, its status entry, snapshots,
 * keys, files and deliveries, and the protection of the hub's record of the organization. A session
 * lasts from its checks to the loss of the connection.
 */
import { dirname } from "node:path";
import type { KV } from "@nats-io/kv";
import { guarded } from "../base/guarded.ts";
import type { SyncDeps } from "./deps.ts";
import { nameOfOrganization } from "../organizations/organizations.service.ts";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import { endStation } from "../fulfilment/shared-printers/end-requests.ts";
import { shareDeliveries } from "./deliveries/share-deliveries.ts";
import type { DeskName } from "./desk-name.ts";
import { shareFiles } from "./files/share-files.ts";
import { learnFounder } from "./hub-founder.ts";
import type { RosterEntry } from "./hub-roster.ts";
import { settleClaim } from "./join/claim-organization.ts";
import { createListedName, type ListedName } from "./listed-name.ts";
import { shareKeys } from "./keys/share-keys.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import { openSessionLeases, type SessionLeases } from "./leases/session-leases.ts";
import type { OrganizationSecrets } from "./organization-secrets.ts";
import { startPresence, type Roster } from "./presence.ts";
import { protectClaim, requireOwnClaim } from "./protect-claim.ts";
import type { Senders } from "./senders.ts";
import type { ServerStations } from "./server-stations.ts";
import { refreshSnapshots } from "./snapshot/refresh-snapshots.ts";
import type { StatusEntry } from "./status-entry.schema.ts";
import type { Session } from "./stream/session.ts";

/** Values with which every session with one hub starts. */
export type SessionSetup = {
  readonly deps: SyncDeps;
  readonly hub: {
    readonly organizationID: string;
    /**
     * Public key of the hub, which signs its list of stations; "" at an organization's own server.
     */
    readonly hubKey: string;
    /** Collects hub records that do not fit their schema. */
    readonly faults: NoteFaults;
  };
  /** This station's state, as other stations see it. */
  readonly own: {
    readonly deskName: DeskName;
    /** The order that is open at this desk. */
    readonly packingNow: PackingNow;
    /** The station's status entry as of now. */
    statusEntry(): StatusEntry;
    /** Makes the hub's list use this name for the station. */
    sendName(name: string): Promise<void>;
  };
  /** This station's knowledge of other stations. */
  readonly others: {
    readonly roster: Roster;
    readonly atServer: ServerStations;
    readonly secrets: OrganizationSecrets;
    /** Absent at an organization's own server. */
    readonly senders?: Senders | undefined;
  };
  /** This station's core: it gets leases, and is notified when the visible state has changed. */
  readonly core: { readonly port: LeasePort; onChanged(): void };
};

/** The running services of a session that the rest of the station uses. */
export type SessionServices = {
  /** This station's leases. */
  readonly leases: SessionLeases;
  /**
   * Returns whether all messages that the stream had at the start of the session are applied; false
   * after the end of the session.
   */
  isCaughtUp(): boolean;
  end(): void;
};

/** Values with which each service of one session is started. */
type Beginning = {
  readonly setup: SessionSetup;
  readonly session: Session;
  readonly kv: KV;
  readonly founder: string;
  readonly leases: SessionLeases;
  readonly listedName: ListedName;
};

/**
 * Starts the services of a session one after the other, before anything is published.
 *
 * @throws AppError E2119 when the hub belongs to another organization. After an error no service
 *   stays started.
 */
export async function beginSession(
  setup: SessionSetup,
  session: Session,
): Promise<SessionServices> {
  const { deps, own, others } = setup;
  const kv = await openScarce(session.nc);
  const { founder, leases } = await openLeases(setup, session, kv);
  others.atServer.noteFounder(founder);
  const listedName = createListedName(deps, own.deskName, own.sendName);
  let isOver = false;
  let isCaughtUp = false;
  const ends: (() => void)[] = [() => leases.close(), () => listedName.stop()];
  const end = (): void => {
    isOver = true;
    ends.forEach((one) => one());
  };
  try {
    const beginning = { setup, session, kv, founder, leases, listedName };
    for await (const one of startServices(beginning)) ends.unshift(one);
  } catch (error) {
    end();
    throw error;
  }
  session.caughtUp().then(
    () => (isCaughtUp = true),
    () => {}, // The session ended before the station had caught up.
  );
  return { leases, isCaughtUp: () => isCaughtUp && !isOver, end };
}

/**
 * Opens this station's leases at the hub of its organization. If the hub's record of the
 * organization is missing, overwritten or not settled, writes the record again, so that the hub
 * admits other stations.
 */
async function openLeases(
  { deps, hub, core }: SessionSetup,
  session: Session,
  kv: KV,
): Promise<{ founder: string; leases: SessionLeases }> {
  const { organizationID, hubKey, faults } = hub;
  const { claim, isForeign } = await requireOwnClaim(
    { deps, kv, manager: session.manager, faults },
    organizationID,
  );
  const founder = learnFounder(deps, claim?.founder ?? deps.db.stationID);
  const leases = await openSessionLeases({
    deps,
    kv,
    session,
    organizationID,
    hasList: hubKey !== "",
    port: core.port,
    faults,
  });
  if (isForeign || claim?.id !== organizationID || claim.isAwaited === true)
    await settleClaim(kv, {
      id: organizationID,
      name: nameOfOrganization(deps, organizationID),
      founder,
    });
  return { founder, leases };
}

/**
 * Starts the services one after the other. Yields for each service the function that ends it.
 */
async function* startServices(beginning: Beginning): AsyncGenerator<() => void> {
  const { setup, session, kv, founder, leases } = beginning;
  const { deps, hub, own, others, core } = setup;
  const { organizationID, hubKey, faults } = hub;
  yield await startPresence(
    session,
    {
      stationID: deps.db.stationID,
      hubKey,
      isEnded: others.atServer.isEnded,
      statusEntry: own.statusEntry,
      shown: [own.packingNow, own.deskName],
      onChanged: core.onChanged,
      times: deps.syncTimes,
    },
    others.roster,
    (station) => meet(beginning, station),
    deps.log,
  );
  yield await protectClaim(
    { deps, kv, faults },
    { id: organizationID, name: nameOfOrganization(deps, organizationID), founder },
  );
  const folder = dirname(deps.db.raw.name);
  yield refreshSnapshots({ deps, folder, session, kv }, organizationID);
  yield deps.sharedKeys.use(await shareKeys(deps, session.nc, organizationID));
  yield shareFiles(deps, session, organizationID);
  yield await shareDeliveries(
    { deps, kv, nc: session.nc, organizationID, mayAsk: leases.mayAsk },
    session.caughtUp,
  );
}

/** Processes one entry of the hub's list: a station that is present, renamed, or revoked. */
function meet({ setup, kv, leases, listedName }: Beginning, station: RosterEntry): void {
  const { deps, hub, others } = setup;
  const me = deps.db.stationID;
  others.senders?.meet(station);
  if (station.revokedAt !== null) {
    // At the organization's own server a revoked station stays listed, so that people are reminded
    // of it.
    if (hub.hubKey !== "") others.roster.delete(station.id);
    if (station.id !== me)
      guarded(
        deps.log,
        "the shared printers of a revoked station were not withdrawn; the next connection tries again",
        () => endStation(deps, station.id),
      );
  }
  if (station.id === me) listedName.meet(station.name);
  leases.meet(station);
  others.secrets
    .meet(kv, station)
    .catch((err: unknown) =>
      deps.log.warn(
        { err },
        "the organization's secrets were not passed on; the next connection tries again",
      ),
    );
}
