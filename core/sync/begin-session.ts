/**
 * What a session with the hub begins, from its checks to the loss of the connection: the station's
 * part, its line, snapshots, keys, files and deliveries.
 */
import { guarded } from "../base/guarded.ts";
import type { Deps } from "../deps.ts";
import { nameOfOrganization } from "../organizations/organizations.service.ts";
import type { PackingNow } from "../packing/packing-now.ts";
import { endStation } from "../shared-printers/end-requests.ts";
import { shareDeliveries } from "./deliveries/share-deliveries.ts";
import type { DeskName } from "./desk-name.ts";
import { shareFiles } from "./files/share-files.ts";
import { learnFounder } from "./hub-founder.ts";
import type { RosterEntry } from "./hub-roster.ts";
import type { HubSettings } from "./hub-settings.ts";
import { settleClaim } from "./join/claim-organization.ts";
import { keepClaim, requireOwnClaim } from "./keep-claim.ts";
import { keepListed } from "./keep-listed.ts";
import { shareKeys } from "./keys/share-keys.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import { shareSession, type SharedSession } from "./leases/shared-session.ts";
import type { OrganizationSecrets } from "./organization-secrets.ts";
import { startPresence, type Roster, type Seen } from "./presence.ts";
import type { ServerStations } from "./server-stations.ts";
import { keepSnapshots } from "./snapshot/keep-snapshots.ts";
import type { Link, Session } from "./stream/link.ts";

type Parts = {
  readonly deps: Deps;
  /** Of the database. */
  readonly folder: string;
  readonly port: LeasePort;
  readonly roster: Roster;
  readonly deskName: DeskName;
  readonly board: PackingNow;
  readonly atServer: ServerStations;
  readonly link: () => Link | undefined;
  /** Notes of the hub that did not fit. */
  readonly faults: NoteFaults;
  readonly secretsOf: (known: HubSettings) => OrganizationSecrets;
  /** The station's own line. */
  readonly seen: () => Seen;
  /** Has the hub's list call this station so. */
  readonly tellName: (name: string) => Promise<void>;
  readonly onChanged: () => void;
};

/**
 * `onListed`: gets each entry of the hub's list that is newer than what is known of its station.
 */
type At = {
  readonly known: HubSettings;
  readonly organizationID: string;
  readonly onListed: (station: RosterEntry) => void;
};

export type Sessions = {
  /**
   * @returns Ends what it has begun.
   * @throws AppError E2119 when the hub is of another organization
   */
  begin(session: Session, at: At): Promise<() => void>;
  /** This station's part in what is shared, of the session of now or of the last one. */
  part(): SharedSession | undefined;
  /** Whether all that the stream had at the beginning of the session of now is applied. */
  isCaughtUp(): boolean;
};

export function createSessions({
  deps,
  folder,
  port,
  roster,
  deskName,
  board,
  atServer,
  link,
  faults,
  secretsOf,
  seen,
  tellName,
  onChanged,
}: Parts): Sessions {
  const me = deps.db.stationID;
  let part: SharedSession | undefined;
  let isCaughtUp = false;
  const caughtUp = (signal: AbortSignal): Promise<void> =>
    link()?.caughtUp(signal) ?? Promise.reject(new Error("there is no link"));

  const begin: Sessions["begin"] = async (session, { known, organizationID, onListed }) => {
    const kv = await openScarce(session.connection);
    const { claim, isForeign } = await requireOwnClaim(
      { deps, kv, manager: session.manager, faults },
      organizationID,
    );
    const isListed = known.hubKey !== "";
    const founder = learnFounder(deps, claim?.founder ?? me);
    const shared = await shareSession({
      deps,
      kv,
      session,
      organizationID,
      hasList: isListed,
      port,
      faults,
      caughtUp,
    });
    // A hub that has lost it learns it again, and lets other stations in from then on.
    if (isForeign || claim?.id !== organizationID || claim.isAwaited === true)
      await settleClaim(kv, {
        id: organizationID,
        name: nameOfOrganization(deps, organizationID),
        founder,
      });
    atServer.noteFounder(founder);
    part = shared;
    const listed = keepListed(deps, deskName, tellName);
    const meet = (station: RosterEntry): void => {
      onListed(station);
      if (station.revokedAt !== null) {
        if (isListed) roster.delete(station.id); // at a server of the organization's own people are reminded of it
        if (station.id !== me)
          guarded(
            deps.log,
            "the shared printers of a station that has left were not withdrawn; the next connection does it",
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
            "the organization's secrets were not passed on; it is tried again at the next connection",
          ),
        );
    };
    const over = new AbortController();
    const ends: (() => void)[] = [
      () => shared.close(),
      () => over.abort(),
      () => listed.stop(),
      () => (isCaughtUp = false),
    ];
    const caughtUpNow = (): Promise<void> => caughtUp(over.signal);
    const end = (): void => ends.forEach((one) => one());
    try {
      ends.unshift(
        await startPresence(
          session,
          {
            stationID: me,
            hubKey: known.hubKey,
            isEnded: atServer.isEnded,
            seen,
            shown: [board, deskName],
            onChanged,
            times: deps.syncTimes,
          },
          roster,
          meet,
          deps.log,
        ),
      );
      ends.unshift(
        await keepClaim(
          { deps, kv, faults },
          { id: organizationID, name: nameOfOrganization(deps, organizationID), founder },
        ),
      );
      ends.unshift(
        keepSnapshots(
          { deps, folder, session, kv },
          organizationID,
          () => link()?.status().state === "in step",
        ),
      );
      ends.unshift(deps.sharedKeys.use(await shareKeys(deps, session.connection, organizationID)));
      ends.unshift(shareFiles(deps, session, organizationID));
      ends.unshift(
        await shareDeliveries(
          { deps, kv, nc: session.connection, organizationID, mayAsk: shared.mayAsk },
          caughtUpNow,
        ),
      );
      caughtUpNow()
        .then(() => (isCaughtUp = !over.signal.aborted))
        .catch(() => {}); // the session has ended before
      return end;
    } catch (error) {
      end();
      throw error;
    }
  };
  return { begin, part: () => part, isCaughtUp: () => isCaughtUp };
}
