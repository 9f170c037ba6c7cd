/**
 * This station among the stations of its organization: joining a hub, the link with it while the station runs, and what is shown of
 * both. A station that has joined none does nothing here.
 */
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { settleRestore } from "../backups/after-restore.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { newestSchema } from "../db/migrate.ts";
import { HUB_ORGANIZATION, writeMeta } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import { capacityOf } from "../ledger/money-lease.ts";
import { connectHub } from "./connect-hub.ts";
import { readHub, type HubSettings } from "./hub-settings.ts";
import { findOrganization, settleClaim } from "./join/claim-organization.ts";
import { enrolBy, joinHub } from "./join/join-hub.ts";
import { takeSnapshot } from "./join/take-over.ts";
import { cutDeliveries, shareDeliveries } from "./deliveries/share-deliveries.ts";
import { shareFiles } from "./files/share-files.ts";
import { shareKeys } from "./keys/share-keys.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import { createLeases } from "./leases/leases.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import { settleRevoked, takePart } from "./leases/take-part.ts";
import type { RosterEntry } from "./hub-roster.ts";
import { createOrganizationSecrets, type OrganizationSecrets } from "./organization-secrets.ts";
import { startPresence, type Roster, type Seen } from "./presence.ts";
import { findSnapshot, removeLeftSnapshots } from "./snapshot/exchange-snapshot.ts";
import { keepSnapshots } from "./snapshot/keep-snapshots.ts";
import { startLink, type Link, type Session } from "./stream/link.ts";
import { createScope } from "./stream/scope.ts";
import { listConflicts } from "./conflicts.ts";
import type { SyncStatus } from "./sync.schema.ts";

/** Whose desk it is. */
type Desk = { readonly organizationID: string };

export type Sync = {
  /**
   * Joins the hub of a code, goes on with a join that was interrupted, or starts the link of a station that has joined.
   *
   * @param open Finds or makes the desk's organization; with an id that one alone.
   * @throws AppError E2111 to E2117 when the code or the hub is not good; nothing is changed then.
   */
  enter<D extends Desk>(code: string | undefined, open: (organizationID: string | undefined) => D): Promise<D>;
  /** Joins while the desk works; the station then starts again, in the hub's organization. @throws AppError E2111 to E2120 */
  join(code: string): Promise<void>;
  status(): SyncStatus;
  stop(): Promise<void>;
};

/** A station that has just joined answers when it has what the others have; after that it starts all the same. */
const CAUGHT_UP_WITHIN_MS = 15_000;
/** A start waits so long for the hub; then the station works on its own until it is there. */
const CHECKED_WITHIN_MS = 3_000;
const CONNECT_AGAIN_MS = 1_000;

/** @param of.port Where the core's calls get their leases. @param of.version Of the program. @param of.restart Starts the station again, after an answer has left. */
export function createSync(deps: Deps, { port, version, restart }: { readonly port: LeasePort; readonly version: string; readonly restart: () => void }): Sync {
  const folder = dirname(deps.db.raw.name);
  const roster: Roster = new Map();
  let hub = readHub(deps);
  let link: Link | undefined;
  let secrets: OrganizationSecrets | undefined;
  /** Of a join that is under way. */
  let progress: number | null = null;
  let joinFailed: string | null = null;

  const connect = (known: HubSettings, waitOnFirstConnect: boolean): Promise<NatsConnection> =>
    connectHub(
      {
        servers: known.servers,
        ...(known.authority === undefined ? {} : { authority: known.authority }),
        signIn: "sealedSeed" in known.signIn ? { seed: deps.secrets.decrypt(known.signIn.sealedSeed) } : { credentials: deps.secrets.decrypt(known.signIn.sealedCredentials) },
        stationID: known.stationID,
        name: known.name,
      },
      { waitOnFirstConnect },
    );

  const isRefused = async (known: HubSettings): Promise<boolean> => {
    try {
      await (await connect(known, false)).close();
      return false;
    } catch (error) {
      return isAppError(error, "E2117");
    }
  };

  const bring = async <D extends Desk>(known: HubSettings, open: (organizationID: string | undefined) => D): Promise<D> => {
    const connection = await connect(known, false);
    progress = 0;
    try {
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
    const noted = await findOrganization(kv);
    if (noted === undefined) await settleClaim(kv, { id: organizationID, founder: deps.db.stationID });
    else if (noted !== organizationID) throw new AppError("E2119");
    const over = new AbortController();
    const caughtUp = (): Promise<void> => link?.caughtUp(over.signal) ?? Promise.reject(new Error("there is no link"));
    const leases = createLeases(deps, { kv, nc: session.connection, isConnected: () => !over.signal.aborted, organizationIDs: () => [organizationID] });
    const parts = { deps, kv, leases, organizationID };
    const meet = (station: RosterEntry): void => {
      if (station.revokedAt !== null) {
        roster.delete(station.id);
        settleRevoked(parts, station.id, caughtUp).catch((err: unknown) => over.signal.aborted || deps.log.warn({ err, station: station.id }, "the part of a revoked station was not ended; another station does it, or the next connection"));
      }
      secretsOf(known).meet(kv, station).catch((err: unknown) => deps.log.warn({ err }, "the organization's secrets were not passed on; it is tried again at the next connection"));
    };
    const ends = [await startPresence(session, { stationID: deps.db.stationID, hubKey: known.hubKey, seen }, roster, meet, deps.log), keepSnapshots({ deps, folder, session, kv }, organizationID, () => link?.status().state === "in step")];
    const stopUsing = port.use(leases);
    const stopSharing = deps.sharedKeys.use(await shareKeys(deps, session.connection));
    const stopFiles = await shareFiles(deps, session, organizationID);
    const stopDelivering = await shareDeliveries({ deps, kv, nc: session.connection, organizationID }, caughtUp);
    takePart(parts, caughtUp, over.signal).catch((err: unknown) => over.signal.aborted || deps.log.warn({ err }, "this station's part of what is shared was not taken; the next connection does it"));
    return () => [...ends, stopUsing, stopSharing, stopFiles, stopDelivering, () => leases.close(), () => over.abort()].forEach((end) => end());
  };

  const seen = (): Seen => {
    const { skewMs, waiting } = link?.status() ?? { skewMs: 0, waiting: 0 };
    return { name: hub?.name ?? hostname(), at: new Date(Date.now() - skewMs).toISOString(), version, schema: newestSchema(), lease: moneyText(Math.max(0, capacityOf(deps, hub?.organizationID ?? ""))), skewMs, waiting };
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

  return {
    async enter(code, open) {
      removeLeftSnapshots(folder);
      const known = code === undefined ? hub : (hub = await enrolBy(deps, code, hub, isRefused));
      if (known === undefined) return open(undefined);
      if (known.state === "joined" && known.organizationID !== null) {
        begin(known, known.organizationID);
        // What the hub knows of this database is looked at before anything is written, and before the station's open work goes on.
        await link?.checked(CHECKED_WITHIN_MS);
        return open(known.organizationID);
      }
      const brought = await bring(known, open).catch((error: unknown) => {
        if (code !== undefined) throw error;
        // It was interrupted, and the hub is not there now: the desk works as before, and the next start goes on.
        deps.log.warn({ err: error }, "joining the hub could not go on; the next start does it");
        joinFailed = error instanceof Error ? error.message : String(error);
        return undefined;
      });
      if (brought === undefined) return open(known.cameFrom ?? undefined);
      begin(hub ?? known, brought.organizationID);
      await link?.caughtUp(AbortSignal.timeout(CAUGHT_UP_WITHIN_MS)).catch((err: unknown) => deps.log.warn({ err }, "the station has joined and is not in step yet"));
      return brought;
    },
    async join(code) {
      if (progress !== null) throw new AppError("E2120");
      progress = 0;
      try {
        const known = await enrolBy(deps, code, hub, isRefused);
        hub = known;
        if (known.state !== "joined") await bring(known, (organizationID) => ({ organizationID: organizationID ?? deps.desk.organizationID() }));
      } finally {
        progress = null;
      }
      restart();
    },
    status() {
      const conflicts = listConflicts(deps, hub?.organizationID ?? null);
      const own = { id: deps.db.stationID, name: hub?.name ?? hostname(), lastSeen: null, lease: null, skewMs: 0, isThis: true };
      if (progress !== null) return { state: "joining", lagMs: 0, waiting: 0, stations: [own], conflicts, hub: null, cause: null, progress };
      if (hub === undefined || link === undefined) return { state: "alone", lagMs: 0, waiting: 0, stations: [own], conflicts, hub: null, cause: joinFailed, progress };
      const { cause, skewMs: _, ...status } = link.status();
      roster.set(deps.db.stationID, seen());
      const stations = [...roster].map(([id, line]) => ({ id, name: line.name, lastSeen: line.at, lease: line.lease, skewMs: line.skewMs, isThis: id === deps.db.stationID }));
      return { ...status, stations, conflicts, hub: { name: hub.hubName, servers: [...hub.servers], organizationID: hub.organizationID }, cause, progress };
    },
    stop: async () => link?.stop(),
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
