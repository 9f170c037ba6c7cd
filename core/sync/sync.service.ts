/**
 * This station among the stations of its organization: joining a hub, the link with it while the station runs, and what is shown of
 * both. A station that has joined none does nothing here.
 */
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { settleRestore } from "../backups/after-restore.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { moneyText } from "../base/money.ts";
import { newestSchema } from "../db/migrate.ts";
import { HUB_ORGANIZATION, writeMeta } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import { capacityOf } from "../ledger/money-lease.ts";
import { nameOfOrganization } from "../organizations/organizations.service.ts";
import { connectHub } from "./connect-hub.ts";
import { createDeskName } from "./desk-name.ts";
import type { HubHost } from "./hub-host.ts";
import { readHub, type HubSettings } from "./hub-settings.ts";
import { readClaim, settleClaim } from "./join/claim-organization.ts";
import { enrolByCode, joinHub } from "./join/join-hub.ts";
import { enrolAtServer, requireFit, type ServerAccess } from "./join/join-server.ts";
import { requireByPolicy, type HubPolicy } from "./join/policy-hub.ts";
import { takeSnapshot } from "./join/take-over.ts";
import { cutDeliveries, shareDeliveries } from "./deliveries/share-deliveries.ts";
import { shareFiles } from "./files/share-files.ts";
import { shareKeys } from "./keys/share-keys.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import { shareSession, type SharedSession } from "./leases/shared-session.ts";
import type { RosterEntry } from "./hub-roster.ts";
import { createArchive, type Archive } from "./archive/archive.ts";
import { keepListed } from "./keep-listed.ts";
import { createManagement, type Management } from "./manage-stations.ts";
import { boxPublicKeyOf, createOrganizationSecrets, type OrganizationSecrets } from "./organization-secrets.ts";
import type { PackingNow } from "../packing/packing-now.ts";
import { isHere, packingAt, startPresence, type Roster, type Seen } from "./presence.ts";
import { endStation } from "../shared-printers/end-requests.ts";
import type { Stations } from "../shared-printers/stations.ts";
import { findSnapshot, removeLeftSnapshots } from "./snapshot/exchange-snapshot.ts";
import { keepSnapshots } from "./snapshot/keep-snapshots.ts";
import { startLink, type Link, type Session } from "./stream/link.ts";
import { createScope } from "./stream/scope.ts";
import { listConflicts } from "./conflicts.ts";
import { createServerStations, describeUser } from "./server-stations.ts";
import type { SyncStatus } from "./sync.schema.ts";

/** A join code, or an own server with this station's credentials. */
type JoinBy = string | ServerAccess;

/** Whose desk it is. */
type Desk = { readonly organizationID: string };

export type Sync = Management & Pick<Archive, "keep"> & {
  /**
   * Joins a hub, goes on with a join that was interrupted, or starts the link of a station that has joined.
   *
   * @param open Finds or makes the desk's organization; with an id that one alone.
   * @throws AppError E2111 to E2117 when the code or the hub is not good; nothing is changed then.
   */
  enter<D extends Desk>(by: JoinBy | undefined, open: (organizationID: string | undefined) => D): Promise<D>;
  /** Joins while the desk works; the station then starts again, in the hub's organization. @throws AppError E2111 to E2120 */
  join(by: JoinBy): Promise<void>;
  /** Names this desk, here and at the other stations. @throws AppError E2036 */
  name(name: string): void;
  status(): SyncStatus;
  /** The others, for prints at their printers. */
  readonly stations: Stations;
  stop(): Promise<void>;
};

/** A station that has just joined answers when it has what the others have; after that it starts all the same. */
const CAUGHT_UP_WITHIN_MS = 15_000;
/** A start waits so long for the hub; then the station works on its own until it is there. */
const CHECKED_WITHIN_MS = 3_000;
/** And when it has its numbers and its share of the balance. */
const PART_WITHIN_MS = 3_000;
const CONNECT_AGAIN_MS = 1_000;

type Parts = { readonly port: LeasePort; readonly version: string; readonly board: PackingNow; readonly restart: () => void; readonly onChanged: () => void; readonly host: HubHost; readonly policy: HubPolicy };

/**
 * @param of.port Where the core's calls get their leases. @param of.version Of the program. @param of.board Which order is open at this desk.
 * @param of.restart Starts the station again, after an answer has left. @param of.onChanged What `status` answers is not what it was: for the screen.
 * @param of.host The hub that may run beside this station. @param of.policy Of the company's IT.
 */
export function createSync(deps: Deps, { port, version, board, restart, onChanged, host, policy }: Parts): Sync {
  const folder = dirname(deps.db.raw.name);
  const roster: Roster = new Map();
  const deskName = createDeskName(deps);
  const atServer = createServerStations(deps, roster);
  let hub = readHub(deps);
  let link: Link | undefined;
  let secrets: OrganizationSecrets | undefined;
  let part: SharedSession | undefined;
  /** Of a join that is under way. */
  let progress: number | null = null;
  let joinFailed: string | null = null;
  /** In the session of now. */
  let isCaughtUp = false;
  const archive = createArchive({ deps, roster, link: () => link, board });

  const openCredential = (sealed: string): string => {
    try {
      return deps.secrets.decrypt(sealed);
    } catch (error) {
      if (!isAppError(error, "E2050")) throw error;
      throw new AppError("E2050", `This station's credential for the hub cannot be opened. ${error.message} What is done here waits meanwhile. Where the key is lost for good, give the stored secrets up, have a code made for this station on the hub, and join again with it: its data goes on.`);
    }
  };
  const connect = (known: HubSettings, waitOnFirstConnect: boolean): Promise<NatsConnection> =>
    connectHub(
      {
        servers: known.servers,
        ...(known.authority === undefined ? {} : { authority: known.authority }),
        signIn: "sealedSeed" in known.signIn ? { seed: openCredential(known.signIn.sealedSeed) } : { credentials: openCredential(known.signIn.sealedCredentials) },
        stationID: known.stationID,
        name: known.name,
      },
      { waitOnFirstConnect, handshakeFirst: known.handshakeFirst },
    );

  /** Also where its key is lost: it cannot be used. */
  const isRefused = async (known: HubSettings): Promise<boolean> => {
    try {
      await (await connect(known, false)).close();
      return false;
    } catch (error) {
      return isAppError(error, "E2117") || isAppError(error, "E2050");
    }
  };

  const bring = async <D extends Desk>(known: HubSettings, open: (organizationID: string | undefined) => D): Promise<D> => {
    const connection = await connect(known, false);
    progress = 0;
    try {
      await requireFit(connection, known);
      const joined = await joinHub({ deps, folder, known, connection, open, onFirst: (organizationID) => secretsOf(known).found(organizationID), onProgress: (share) => (progress = share) });
      hub = joined.hub;
      return joined.desk;
    } finally {
      progress = null;
      await connection.close();
    }
  };

  const secretsOf = (known: HubSettings): OrganizationSecrets => (secrets ??= createOrganizationSecrets(deps, deps.secrets.decrypt(known.sealedBoxSeed)));

  const onSession = async (session: Session, known: HubSettings, organizationID: string): Promise<() => void> => {
    const kv = await openScarce(session.connection);
    const { claim } = await readClaim(kv);
    if (claim?.id !== undefined && claim.id !== null && claim.id !== organizationID) throw new AppError("E2119");
    const isListed = known.hubKey !== "";
    const shared = await shareSession({ deps, kv, session, organizationID, hasList: isListed, port, caughtUp: (signal) => link?.caughtUp(signal) ?? Promise.reject(new Error("there is no link")) });
    // A hub that has lost it learns it again, and lets other stations in from then on.
    if (claim?.id !== organizationID || claim.isAwaited === true) await settleClaim(kv, { id: organizationID, name: nameOfOrganization(deps, organizationID), founder: deps.db.stationID });
    atServer.noteFounder(claim?.founder ?? deps.db.stationID);
    part = shared;
    const listed = keepListed(deskName, (name) => management.tellName(name), deps.log);
    const meet = (station: RosterEntry): void => {
      if (isListed && station.revokedAt !== null) {
        roster.delete(station.id);
        if (station.id !== deps.db.stationID) guarded(deps.log, "the shared printers of a station that has left were not withdrawn; the next connection does it", () => endStation(deps, station.id));
      }
      if (station.id === deps.db.stationID) listed.meet(station.name);
      shared.meet(station);
      secretsOf(known).meet(kv, station).catch((err: unknown) => deps.log.warn({ err }, "the organization's secrets were not passed on; it is tried again at the next connection"));
    };
    const over = new AbortController();
    const ends: (() => void)[] = [() => shared.close(), () => over.abort(), () => listed.stop(), () => (isCaughtUp = false)];
    const caughtUp = (): Promise<void> => link?.caughtUp(over.signal) ?? Promise.reject(new Error("there is no link"));
    const end = (): void => ends.forEach((one) => one());
    try {
      ends.unshift(await startPresence(session, { stationID: deps.db.stationID, hubKey: known.hubKey, isEnded: atServer.isEnded, seen, shown: [board, deskName, archive], onChanged }, roster, meet, deps.log));
      ends.unshift(keepSnapshots({ deps, folder, session, kv }, organizationID, () => link?.status().state === "in step" && archive.isWhole()));
      ends.unshift(archive.begin(session, organizationID));
      ends.unshift(deps.sharedKeys.use(await shareKeys(deps, session.connection)));
      ends.unshift(await shareFiles(deps, session, organizationID));
      ends.unshift(await shareDeliveries({ deps, kv, nc: session.connection, organizationID }, caughtUp));
      caughtUp().then(() => (isCaughtUp = !over.signal.aborted)).catch(() => {}); // the session has ended before
      return end;
    } catch (error) {
      end();
      throw error;
    }
  };

  const hubNow = (): number => Date.now() - (link?.skewMs ?? 0);
  const stations: Stations = {
    organizationID: () => (hub?.state === "joined" && link !== undefined && !management.isLeaving() ? hub.organizationID : null),
    name: () => deskName.now(),
    hubNow,
    isCaughtUp: () => isCaughtUp,
    cutOffSince: () => (link === undefined || link.session !== undefined ? null : link.cutAt - link.skewMs),
    find(stationID) {
      const line = roster.get(stationID);
      return line === undefined ? undefined : { name: line.name, seenAt: Date.parse(line.at), isReachable: link?.session !== undefined && isHere(line, hubNow()) };
    },
  };

  const lineAtServer = ({ sealedBoxSeed, signIn }: HubSettings): Partial<Seen> => {
    const user = "sealedCredentials" in signIn ? describeUser(deps.secrets.decrypt(signIn.sealedCredentials)) : undefined;
    return { boxPublicKey: boxPublicKeyOf(deps.secrets.decrypt(sealedBoxSeed)), incarnation: deps.db.incarnation, ...(user === undefined ? {} : { user }) };
  };

  const seen = (): Seen => {
    const { skewMs, waiting } = link?.status() ?? { skewMs: 0, waiting: 0 };
    return { name: deskName.now(), at: new Date(Date.now() - skewMs).toISOString(), version, schema: newestSchema(), lease: moneyText(Math.max(0, capacityOf(deps, hub?.organizationID ?? ""))), skewMs, waiting, packing: board.now(), keeps: archive.keeps(), ...(hub?.hubKey === "" ? lineAtServer(hub) : {}) };
  };

  const begin = (known: HubSettings, organizationID: string): void => {
    writeMeta(deps.db, HUB_ORGANIZATION, organizationID);
    cutDeliveries(deps, organizationID);
    link = startLink({
      deps,
      connect: (signal) => connectUntil(() => connect(known, true), signal),
      scope: createScope(deps.db, organizationID),
      async bootstrap(session) {
        const found = await findSnapshot(session);
        if (found === undefined) throw new Error("the hub no longer has all changes, and no snapshot");
        await takeSnapshot({ deps, folder, session }, found);
      },
      onOlderCopy() {
        deps.db.beginIncarnation(true, deps.log);
        settleRestore(deps).catch((err: unknown) => deps.log.error({ err }, "open work of an older copy could not be settled; the next start does it"));
      },
      onSession: (session) => onSession(session, known, organizationID),
    });
  };

  const requireIdle = (): void => {
    if (progress !== null) throw new AppError("E2120");
  };
  const enrolBy = async (by: JoinBy): Promise<HubSettings> => {
    requireByPolicy(policy, by);
    return typeof by === "string" ? enrolByCode(deps, { text: by, name: deskName.now() }, hub, isRefused) : enrolAtServer(deps, { ...by, name: deskName.now() }, hub);
  };
  /** A hub that is not there is no reason not to work: the next start asks again. */
  const enrolByPolicy = async (): Promise<HubSettings | undefined> => {
    try {
      return policy.joinCode === undefined ? undefined : await enrolBy(policy.joinCode);
    } catch (err) {
      deps.log.warn({ err }, "the hub of the company's policy was not joined; the next start tries it again");
      joinFailed = err instanceof Error ? err.message : String(err);
      return undefined;
    }
  };
  const join = async (by: JoinBy): Promise<void> => {
    requireIdle();
    progress = 0;
    try {
      const known = await enrolBy(by);
      hub = known;
      if (known.state !== "joined") await bring(known, (organizationID) => ({ organizationID: organizationID ?? deps.desk.organizationID() }));
    } finally {
      progress = null;
    }
    restart();
  };
  const endAtServer = async (stationID: string): Promise<void> => {
    const shared = link?.session === undefined ? undefined : part;
    if (shared === undefined) throw new AppError("E2112", "The server is not reached. Nothing was changed. Try again when it is.");
    atServer.requireGone(stationID, Date.now() - (link?.status().skewMs ?? 0));
    await shared.end({ id: stationID, incarnation: roster.get(stationID)?.incarnation ?? 0 });
  };
  const management = createManagement({ deps, host, hub: () => hub, link: () => link, endAtServer, requireIdle, requireLeavable: () => archive.requireLeavable(), join, restart });

  return {
    async enter(by, open) {
      removeLeftSnapshots(folder);
      host.resume();
      const known = by === undefined ? (hub ??= await enrolByPolicy()) : (hub = await enrolBy(by));
      if (known === undefined) return open(undefined);
      if (known.state === "joined" && known.organizationID !== null) {
        begin(known, known.organizationID);
        // What the hub knows of this database is looked at before anything is written, and before the station's open work goes on.
        await link?.checked(CHECKED_WITHIN_MS);
        return open(known.organizationID);
      }
      const brought = await bring(known, open).catch((error: unknown) => {
        if (by !== undefined) throw error;
        // It was interrupted, and the hub is not there now: the desk works as before, and the next start goes on.
        deps.log.warn({ err: error }, "joining the hub could not go on; the next start does it");
        joinFailed = error instanceof Error ? error.message : String(error);
        return undefined;
      });
      if (brought === undefined) return open(known.cameFrom ?? undefined);
      begin(hub ?? known, brought.organizationID);
      await link?.caughtUp(AbortSignal.timeout(CAUGHT_UP_WITHIN_MS)).then(() => Promise.race([part?.taken, sleep(PART_WITHIN_MS)])).catch((err: unknown) => deps.log.warn({ err }, "the station has joined and is not in step yet"));
      return brought;
    },
    join,
    stations,
    name(name) {
      deskName.set(name);
      onChanged();
    },
    ...management,
    keep: (keeping) => archive.keep(keeping),
    status() {
      const isOwnServer = hub?.hubKey === "";
      const conflicts = [...listConflicts(deps, hub?.organizationID ?? null, part?.awaited()), ...(isOwnServer ? atServer.reminders() : [])];
      const own = { id: deps.db.stationID, name: deskName.now(), lastSeen: null, lease: null, skewMs: 0, isThis: true, waiting: 0, version, packing: board.now(), keeps: archive.keeps() };
      const keeping = archive.keeping();
      if (progress !== null) return { state: "joining", lagMs: 0, waiting: 0, stations: [own], conflicts, keeping, hub: null, cause: null, progress };
      if (hub === undefined || link === undefined) return { state: "alone", lagMs: 0, waiting: 0, stations: [own], conflicts, keeping, hub: null, cause: joinFailed, progress };
      const { cause, skewMs, ...status } = link.status();
      const hubNow = Date.now() - skewMs;
      roster.set(deps.db.stationID, seen());
      const isHere = management.isHubHere();
      const stations = [...roster].filter(([id, line]) => !isOwnServer || id === deps.db.stationID || !atServer.isEnded(id, line)).map(([id, line]) => ({ id, name: line.name, lastSeen: line.at, lease: line.lease, skewMs: line.skewMs, isThis: id === deps.db.stationID, waiting: line.waiting, version: line.version, packing: packingAt(line, hubNow), keeps: line.keeps }));
      return { ...status, stations, conflicts, keeping, hub: { name: hub.hubName, servers: [...hub.servers], organizationID: hub.organizationID, isHere, isOwnServer, mayManage: isHere || (isOwnServer ? atServer.mayManage() : hub.leads) }, cause, progress };
    },
    async stop() {
      await link?.stop();
      await host.stop();
    },
  };
}

/** The library waits for a hub that is not there; what it throws all the same is tried again. */
async function connectUntil(connect: () => Promise<NatsConnection>, signal: AbortSignal): Promise<NatsConnection> {
  const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  const connecting = connect();
  // One that comes after the end is not kept.
  connecting.then((connection) => (signal.aborted ? connection.close() : undefined)).catch(() => {});
  try {
    return await Promise.race([connecting, ended]);
  } catch (error) {
    if (!signal.aborted) await sleep(CONNECT_AGAIN_MS, undefined, { signal });
    throw error;
  }
}
