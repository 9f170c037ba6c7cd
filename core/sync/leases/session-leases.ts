/**
 * Gives one session access to leases and claims over one connection, guarded by the check whether
 * the hub still knows what it has granted.
 */
import type { KV } from "@nats-io/kv";
import { parseJson } from "../../base/json.ts";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { keepAnchoring } from "../../organizations/ledger/anchor-chains.ts";
import type { MayAsk } from "../station-requests.ts";
import type { RosterEntry } from "../hub-roster.ts";
import { lastNumberOf } from "../stream/check-stream.ts";
import type { Session } from "../stream/session.ts";
import { followHistory, type HubHistory } from "./hub-history.ts";
import type { NoteFaults } from "./note-faults.ts";
import { forgetPool } from "./obtain-money.ts";
import { repairDocuments } from "./repair-documents.ts";
import type { LeasePort } from "./lease-port.ts";
import { createLeases, type StationLeases } from "./leases.ts";
import { alignAll, reportHeld } from "./report-held.ts";
import { fenceBucket, type ScarceBucket } from "./scarce-bucket.ts";
import { forgetHistory, noteOwn } from "./last-seen-change.ts";
import { beginAfterEnd, settleRevoked, takeShare } from "./take-share.ts";

const ROSTER = "hub_roster";
/** Time after which the hub's list of stations counts as completely read, ms. */
const LISTED_WITHIN_MS = 30_000;
const rosterSchema = z.array(z.string());

export type SessionLeases = {
  readonly mayAsk: MayAsk;
  /** Called for each entry of the hub's list of stations, now and when it changes. */
  meet(station: RosterEntry): void;
  /**
   * Closes the share of a station that no longer publishes.
   *
   * @throws AppError E2112, E2135; the call can be repeated.
   */
  end(station: { readonly id: string; readonly incarnation: number }): Promise<void>;
  /** Resolves when this station has taken its share of the leases. */
  readonly taken: Promise<void>;
  /** Lists stations that have not reported what they hold to a restored hub. */
  awaited(): readonly string[];
  close(): void;
};

type SessionLeasesSetup = {
  readonly deps: SyncDeps;
  readonly kv: KV;
  readonly session: Session;
  readonly organizationID: string;
  /** Whether the hub lists revoked stations, so that their shares are closed automatically. */
  readonly hasList: boolean;
  /** Supplies leases to the core's calls. */
  readonly port: LeasePort;
  /** Collects hub records that do not fit their schema. */
  readonly faults: NoteFaults;
};

/**
 * Forgets what this station knows about its hub when the station leaves, since this knowledge does
 * not apply to another hub. Needs an open transaction.
 */
export function forgetShared(deps: ReadDeps, organizationID: string): void {
  forgetHistory(deps);
  forgetPool(deps, organizationID);
  dropMeta(deps.db, ROSTER);
}

type Shared = SessionLeasesSetup & {
  readonly over: AbortController;
  /** Number of times that the connection was lost before the start. */
  readonly losses: number;
  /** Entries of the hub's list received so far. */
  readonly listed: Map<string, RosterEntry>;
  /** Stations known from earlier sessions: the list of a starting hub may be incomplete. */
  readonly known: Set<string>;
  readonly beganAt: number;
  /** Usable before the hub is whole, to report what this station holds. */
  readonly bucket: ScarceBucket;
  /** Grants and returns nothing while the hub is not whole. */
  readonly whole: ScarceBucket;
  history: HubHistory | undefined;
};

/**
 * Opens the leases of a session.
 *
 * @throws Error when the hub does not say whether its data is complete; in that case nothing is
 * leased.
 */
export async function openSessionLeases(setup: SessionLeasesSetup): Promise<SessionLeases> {
  const { deps, kv, session, organizationID, port } = setup;
  const shared = openShared(setup);
  const { over, listed, whole } = shared;
  const leases = createLeases(deps, {
    kv: whole,
    nc: session.nc,
    isConnected: () => !isOver(shared),
    isWhole: () => isWhole(shared),
    organizationIDs: () => [organizationID],
    hubNow: session.hubNow,
    stations: { mayAsk: (id) => mayAsk(shared, id), isKnown: (id) => isKnown(shared, id) },
  });
  const taken = Promise.withResolvers<void>();
  let stopRepairing: () => void;
  try {
    // Runs before anything is published, because changes of a revoked incarnation must stay here.
    await beginAfterEnd(shared.bucket, deps, organizationID);
    shared.history = await follow(shared, () => takeWhole(shared, leases, taken.resolve));
    stopRepairing = await repairDocuments({ deps, kv, whole, organizationID });
  } catch (error) {
    shared.history?.close();
    leases.close();
    over.abort(new Error("the session with the hub could not start"));
    throw error;
  }
  const stopUsing = port.use(leases);
  const stopAnchoring = keepAnchoring(deps, organizationID);
  return {
    mayAsk: (id) => mayAsk(shared, id),
    meet(station) {
      listed.set(station.id, station);
      if (!isWhole(shared)) return;
      writeRoster(deps, holders(shared) ?? []);
      if (station.revokedAt !== null) settle(shared, station);
    },
    async end(station) {
      if (!isWhole(shared)) throw errors.hubSetBack();
      if (!(await settleRevoked({ deps, kv: whole, organizationID }, station, streamOf(shared))))
        throw errors.hubNotReached();
    },
    taken: taken.promise,
    awaited: () => shared.history?.awaited() ?? [],
    close() {
      over.abort(new Error("the session with the hub is over"));
      stopUsing();
      stopAnchoring();
      stopRepairing();
      shared.history?.close();
      leases.close();
    },
  };
}

function openShared(setup: SessionLeasesSetup): Shared {
  const { deps, kv, session, faults } = setup;
  const noted = (revision: number): void => noteOwn(deps, revision);
  const shared: Shared = {
    ...setup,
    over: new AbortController(),
    losses: session.losses(),
    listed: new Map(),
    known: new Set(readRoster(deps)),
    beganAt: performance.now(),
    // This bucket stays open even if no revision of a document is readable, so that every station
    // can report.
    bucket: fenceBucket(kv, () => isOver(shared), noted, {
      faults,
      by: deps.db.stationID,
      onLost: () => true,
    }),
    whole: fenceBucket(kv, () => isOver(shared) || !isWhole(shared), noted, {
      faults,
      by: deps.db.stationID,
      // A share that a restored hub lacks must not count as closed.
      onLost() {
        shared.history?.noteLoss();
        return false;
      },
    }),
    history: undefined,
  };
  return shared;
}

function follow(shared: Shared, onWhole: () => void): Promise<HubHistory> {
  const { deps, kv, session, organizationID, faults, bucket } = shared;
  return followHistory({
    deps,
    kv,
    manager: session.manager,
    isSuspect: session.hasLost,
    faults,
    holders: () => holders(shared),
    onLoss: () => session.republish(),
    report: () => reportHeld(bucket, deps, organizationID),
    onWhole,
  });
}

/** Takes this station's share when the hub is whole, and closes the shares of revoked stations. */
function takeWhole(shared: Shared, leases: StationLeases, taken: () => void): void {
  const { deps, session, organizationID, listed, known, whole } = shared;
  const { signal } = shared.over;
  writeRoster(deps, holders(shared) ?? [...known]);
  alignAll(whole, deps, organizationID).catch(
    (err: unknown) =>
      isOver(shared) || deps.log.warn({ err }, "the hub did not answer about used numbers"),
  );
  const taking = takeShare({ deps, kv: whole, organizationID, leases }, session.caughtUp, signal);
  taking.then(taken, () => {});
  taking.catch(
    (err: unknown) =>
      isOver(shared) ||
      deps.log.warn(
        { err },
        "this station's share of leases was not taken; the next connection tries again",
      ),
  );
  for (const one of listed.values()) if (one.revokedAt !== null) settle(shared, one);
}

/** Closes the share of a station that the hub lists as revoked. */
function settle(shared: Shared, entry: RosterEntry): void {
  const { deps, organizationID, hasList, whole } = shared;
  const { id } = entry;
  if (!hasList) return;
  settleRevoked({ deps, kv: whole, organizationID }, { id, listed: entry }, streamOf(shared)).catch(
    (err: unknown) =>
      isOver(shared) ||
      deps.log.warn(
        { err, station: id },
        "the share of a revoked station was not closed; another station or the next connection tries again",
      ),
  );
}

function streamOf({ session }: Shared): Parameters<typeof settleRevoked>[2] {
  return {
    caughtUp: session.caughtUp,
    lastNumber: (stationID) => lastNumberOf(session.manager, stationID),
  };
}

/**
 * Returns whether the session is over; true also after a reconnect, because the other side may be
 * another hub.
 */
function isOver({ over, session, losses }: Shared): boolean {
  return over.signal.aborted || session.losses() !== losses;
}

function isWhole({ history }: Shared): boolean {
  return history?.isWhole === true;
}

/** Lists stations that may hold something; undefined before the hub's list has arrived. */
function holders({ deps, listed, known }: Shared): readonly string[] | undefined {
  if (!listed.has(deps.db.stationID)) return undefined;
  for (const { id, revokedAt } of listed.values()) {
    if (revokedAt === null) known.add(id);
    else known.delete(id);
  }
  return [...known];
}

function mayAsk({ listed, known }: Shared, id: string): boolean {
  const entry = listed.get(id);
  return entry === undefined ? known.has(id) : entry.revokedAt === null;
}

function isKnown({ listed, known, beganAt }: Shared, id: string): boolean {
  return listed.has(id) || known.has(id) || performance.now() - beganAt < LISTED_WITHIN_MS;
}

function readRoster({ db }: ReadDeps): readonly string[] {
  const text = findMeta(db, ROSTER);
  return text === undefined ? [] : parseJson(text, rosterSchema, "the stations of the hub");
}

function writeRoster(deps: WriteDeps, ids: readonly string[]): void {
  const text = JSON.stringify([...ids].sort());
  if (findMeta(deps.db, ROSTER) !== text)
    inTransaction(deps, () => writeMeta(deps.db, ROSTER, text));
}
