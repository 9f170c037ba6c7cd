/**
 * Starts everything that runs during a session with the hub, from its checks to the loss of the
 * connection: the station's leases, its status entry, snapshots, keys, files and deliveries.
 */
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
import type { HubSettings } from "./hub-settings.ts";
import { settleClaim } from "./join/claim-organization.ts";
import { keepClaim, requireOwnClaim } from "./protect-claim.ts";
import { keepListed, type ListedName } from "./listed-name.ts";
import { shareKeys } from "./keys/share-keys.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import { shareSession, type SharedSession } from "./leases/session-leases.ts";
import type { OrganizationSecrets } from "./organization-secrets.ts";
import { startPresence, type Roster, type Seen } from "./presence.ts";
import type { ServerStations } from "./server-stations.ts";
import { keepSnapshots } from "./snapshot/refresh-snapshots.ts";
import type { Link, Session } from "./stream/link.ts";

type Parts = {
  readonly deps: SyncDeps;
  /** Folder of the database. */
  readonly folder: string;
  readonly port: LeasePort;
  readonly roster: Roster;
  readonly deskName: DeskName;
  readonly board: PackingNow;
  readonly atServer: ServerStations;
  readonly link: () => Link | undefined;
  /** Hub notes that did not fit their schema. */
  readonly faults: NoteFaults;
  readonly secretsOf: (known: HubSettings) => OrganizationSecrets;
  /** The station's own status entry. */
  readonly seen: () => Seen;
  /** Makes the hub's list use this name for the station. */
  readonly sendName: (name: string) => Promise<void>;
  readonly onChanged: () => void;
};

/**
 * `onListed`: gets each entry of the hub's list that is newer than what is known about its station.
 */
type At = {
  readonly known: HubSettings;
  readonly organizationID: string;
  readonly onListed: (station: RosterEntry) => void;
};

export type Sessions = {
  /**
   * @returns A function that ends what was started.
   * @throws AppError E2119 when the hub belongs to another organization.
   */
  begin(session: Session, at: At): Promise<() => void>;
  /** This station's share of what is leased, of the current session or the last one. */
  part(): SharedSession | undefined;
  /** Whether all messages that the stream had at the start of the current session are applied. */
  isCaughtUp(): boolean;
};

type State = Parts & { part: SharedSession | undefined; isCaughtUp: boolean };

export function createSessions(parts: Parts): Sessions {
  const state: State = { ...parts, part: undefined, isCaughtUp: false };
  return {
    begin: (session, at) => begin(state, session, at),
    part: () => state.part,
    isCaughtUp: () => state.isCaughtUp,
  };
}

/** Values with which every part of one session is started. */
type SessionContext = {
  readonly session: Session;
  readonly at: At;
  readonly kv: KV;
  readonly founder: string;
  readonly shared: SharedSession;
  readonly listed: ListedName;
};

async function begin(state: State, session: Session, at: At): Promise<() => void> {
  const { deps, deskName, atServer, sendName } = state;
  const kv = await openScarce(session.connection);
  const { founder, shared } = await openPart(state, session, kv, at);
  atServer.noteFounder(founder);
  state.part = shared;
  const listed = keepListed(deps, deskName, sendName);
  const over = new AbortController();
  const ends: (() => void)[] = [
    () => shared.close(),
    () => over.abort(),
    () => listed.stop(),
    () => (state.isCaughtUp = false),
  ];
  const end = (): void => ends.forEach((one) => one());
  const caughtUpNow = (): Promise<void> => caughtUp(state, over.signal);
  try {
    const context: SessionContext = { session, at, kv, founder, shared, listed };
    for await (const one of beginParts(state, context, caughtUpNow)) ends.unshift(one);
    caughtUpNow()
      .then(() => (state.isCaughtUp = !over.signal.aborted))
      .catch(() => {}); // The session has ended before.
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

function caughtUp({ link }: State, signal: AbortSignal): Promise<void> {
  return link()?.caughtUp(signal) ?? Promise.reject(new Error("there is no link to the hub"));
}

/**
 * Opens this station's share at the hub of its organization. If the hub has lost its record of
 * its organization, this writes the record again, and the hub then lets other stations in.
 */
async function openPart(
  state: State,
  session: Session,
  kv: KV,
  { known, organizationID }: At,
): Promise<{ founder: string; shared: SharedSession }> {
  const { deps, port, faults } = state;
  const { claim, isForeign } = await requireOwnClaim(
    { deps, kv, manager: session.manager, faults },
    organizationID,
  );
  const founder = learnFounder(deps, claim?.founder ?? deps.db.stationID);
  const shared = await shareSession({
    deps,
    kv,
    session,
    organizationID,
    hasList: known.hubKey !== "",
    port,
    faults,
    caughtUp: (signal) => caughtUp(state, signal),
  });
  if (isForeign || claim?.id !== organizationID || claim.isAwaited === true)
    await settleClaim(kv, {
      id: organizationID,
      name: nameOfOrganization(deps, organizationID),
      founder,
    });
  return { founder, shared };
}

/**
 * Starts the parts one after the other.
 *
 * @returns Functions that end them.
 */
async function* beginParts(
  state: State,
  context: SessionContext,
  caughtUpNow: () => Promise<void>,
): AsyncGenerator<() => void> {
  const { deps, folder, roster, deskName, board, atServer, link, faults, seen, onChanged } = state;
  const { session, at, kv, founder, shared } = context;
  const { organizationID, known } = at;
  yield await startPresence(
    session,
    {
      stationID: deps.db.stationID,
      hubKey: known.hubKey,
      isEnded: atServer.isEnded,
      seen,
      shown: [board, deskName],
      onChanged,
      times: deps.syncTimes,
    },
    roster,
    (station) => meet(state, context, station),
    deps.log,
  );
  yield await keepClaim(
    { deps, kv, faults },
    { id: organizationID, name: nameOfOrganization(deps, organizationID), founder },
  );
  yield keepSnapshots(
    { deps, folder, session, kv },
    organizationID,
    () => link()?.status().state === "in step",
  );
  yield deps.sharedKeys.use(await shareKeys(deps, session.connection, organizationID));
  yield shareFiles(deps, session, organizationID);
  yield await shareDeliveries(
    { deps, kv, nc: session.connection, organizationID, mayAsk: shared.mayAsk },
    caughtUpNow,
  );
}

/** Processes one entry of the hub's list: a station that is present, renamed, or revoked. */
function meet(
  { deps, roster, secretsOf }: State,
  { at: { known, onListed }, kv, shared, listed }: SessionContext,
  station: RosterEntry,
): void {
  const me = deps.db.stationID;
  onListed(station);
  if (station.revokedAt !== null) {
    // At the organization's own server, people are reminded of a revoked station.
    if (known.hubKey !== "") roster.delete(station.id);
    if (station.id !== me)
      guarded(
        deps.log,
        "the shared printers of a revoked station were not withdrawn; the next connection retries it",
        () => endStation(deps, station.id),
      );
  }
  if (station.id === me) listed.meet(station.name);
  shared.meet(station);
  secretsOf(known)
    .meet(kv, station)
    .catch((err: unknown) =>
      deps.log.warn(
        { err },
        "the organization's secrets were not passed on; the next connection retries it",
      ),
    );
}
