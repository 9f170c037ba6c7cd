/**
 * Takes a station's share of the organization's balance and numbers: when the station joins, again
 * after a restore, and in advance when little is left.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Carriers } from "../../shipping/carriers/carrier.ts";
import { shipmentNumbers } from "../../db/number-range.ts";
import { findUnended } from "../../db/number-series.ts";
import { countLeft, LOW } from "../../db/number-blocks.ts";
import { inTransaction } from "../../db/change.ts";
import { dropClaims } from "../../db/shipment-claims.ts";
import { findEnd, isEndedHere, writeEnd, type StationEnd } from "../../db/station-ends.ts";
import { keepBack } from "../../db/kept-back.ts";
import type { Leases } from "../../db/leases.ts";
import { settleDoublesOfEnded } from "../../organizations/ledger/apply-entries.ts";
import { capacityOf } from "../../organizations/ledger/money-lease.ts";
import { getBalance } from "../../organizations/ledger/ledger.service.ts";
import { takeBackUnshared } from "../../organizations/ledger/unshared-entries.ts";
import { countLive, NO_STATIONS, type MoneyPool } from "./money-pool.ts";
import { changePool, enrolMoney, obtainMoney, type MoneyDeps } from "./obtain-money.ts";
import { revokeStation } from "./revoke-station.ts";
import { listUnpublishedEntries } from "../stream/unpublished-entries.ts";
import type { RosterEntry } from "../hub-roster.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

const CALL_MS = 10_000;

type ShareSetup = {
  readonly deps: MoneyDeps & { readonly carriers: Carriers };
  readonly kv: ScarceBucket;
  readonly leases: Leases;
  readonly organizationID: string;
};

/**
 * Takes the station's share of the balance, closes the shares of its earlier incarnations, and
 * prefetches numbers for a later time without a connection.
 *
 * @param caughtUp Resolves when everything that this station published is applied here.
 */
export async function takeShare(
  { deps, kv, leases, organizationID }: ShareSetup,
  caughtUp: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  await refillNumbers({ deps, leases, organizationID });
  for (
    let isIn = false;
    !isIn && !signal.aborted;
    isIn || (await sleep(deps.syncTimes.noteAgainMs, undefined, { ref: false }))
  ) {
    const pool = await beginAfterEnd(kv, deps, organizationID);
    const mine = (pool ?? NO_STATIONS).st[db.stationID];
    if (mine !== undefined && mine.dead !== true && mine.e < db.incarnation) {
      // Nothing writes as the earlier incarnation any longer. Its share is closed once everything
      // that it published is applied here.
      await caughtUp();
      await revokeStation(
        kv,
        deps,
        organizationID,
        { id: db.stationID, incarnation: mine.e },
        performance.now() + CALL_MS,
      );
    }
    isIn = await enrolMoney(kv, deps, organizationID, false, performance.now() + CALL_MS);
  }
  if (signal.aborted) return;
  const known = await obtainMoney(kv, deps, organizationID, 0, performance.now() + CALL_MS);
  const share = Math.floor(
    getBalance(deps, organizationID).balance /
      Math.max(1, known === undefined ? 1 : countLive(known.pool)),
  );
  const missing = Math.floor(share / 2) - capacityOf(deps, organizationID);
  if (missing > 0)
    await leases.obtain({ kind: "money", organizationID, amount: Math.floor(share / 2), missing });
}

/**
 * Starts a new incarnation if this station was revoked and admitted again. Unpublished changes of
 * the previous incarnation then stay here. Its unpublished ledger entries are reversed if its last
 * message is known, since no other station counts them.
 *
 * @param listed This station's last end in the hub's list, if any.
 * @returns The hub's document; undefined when the hub did not answer in time.
 */
export async function beginAfterEnd(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  listed?: RosterEntry["ended"],
): Promise<MoneyPool | undefined> {
  const { db } = deps;
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => known,
    performance.now() + CALL_MS,
  );
  const mine = pool?.st[db.stationID];
  const isOver = mine?.dead === true && mine.e === db.incarnation;
  const isListed = listed !== undefined && listed.incarnation >= db.incarnation;
  if (!isOver && !isListed && !isEndedHere(db)) return pool;
  const end = listed ?? findEnd(db, db.stationID);
  inTransaction(deps, () => {
    if (end?.incarnation === db.incarnation)
      takeBackUnshared(
        deps,
        organizationID,
        listUnpublishedEntries(db, organizationID, end.lastNumber),
      );
    keepBack(db, db.incarnation);
    dropClaims(db);
  });
  db.beginIncarnation(false, deps.log);
  return pool;
}

/**
 * Closes the share of a revoked station that no longer publishes: its unspent money goes to the
 * pool, and its orders may be claimed. Any station may do this, and a repeated call changes
 * nothing.
 *
 * @param station.incarnation Used at an organization's own server for a station without a share of
 *   the balance; absent: no end is recorded for such a station.
 * @param station.listed The hub's entry about the station, with its last position; absent at an
 *   organization's own server.
 * @param stream.lastNumber Finds the last row of a station's outbox at an organization's own
 *   server.
 * @returns Whether the share is closed, also if it was closed before; false when the hub did not
 *   answer in time.
 */
export async function settleRevoked(
  { deps, kv, organizationID }: Omit<ShareSetup, "leases">,
  station: Revoked,
  stream: {
    readonly caughtUp: () => Promise<void>;
    readonly lastNumber: (stationID: string) => Promise<number>;
  },
): Promise<boolean> {
  const { id: stationID } = station;
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => known,
    performance.now() + CALL_MS,
  );
  if (pool === undefined) return false;
  const entry = pool.st[stationID];
  if (stationID === deps.db.stationID) return true;
  const isOver = entry === undefined || entry.dead === true;
  const ended =
    station.listed === undefined
      ? await endedAtServer(entry?.e ?? station.incarnation, () => stream.lastNumber(stationID))
      : endedByList(station.listed);
  const isNoted =
    ended === undefined || (findEnd(deps.db, stationID)?.incarnation ?? -1) >= ended.incarnation;
  if (isOver && isNoted) return true;
  await stream.caughtUp();
  if (
    !isOver &&
    !(await revokeStation(
      kv,
      deps,
      organizationID,
      { id: stationID, incarnation: entry.e },
      performance.now() + CALL_MS,
    ))
  )
    return false;
  if (ended === undefined) return true;
  inTransaction(deps, () => {
    writeEnd(deps.db, { organizationID, stationID, ...ended }, deps.now());
    settleDoublesOfEnded(deps);
  });
  return true;
}

type Revoked = {
  readonly id: string;
  readonly incarnation?: number;
  readonly listed?: RosterEntry;
};
type Ended = Pick<StationEnd, "incarnation" | "lastNumber" | "proof">;

function endedByList({ ended, signed }: RosterEntry): Ended | undefined {
  return ended === undefined || signed === undefined ? undefined : { ...ended, proof: signed };
}

async function endedAtServer(
  incarnation: number | undefined,
  lastNumber: () => Promise<number>,
): Promise<Ended | undefined> {
  return incarnation === undefined ? undefined : { incarnation, lastNumber: await lastNumber() };
}

/**
 * Leases a block of each range with few numbers left. If a block does not come, the purchase that
 * needs it asks again.
 */
export async function refillNumbers({
  deps,
  leases,
  organizationID,
}: Pick<ShareSetup, "deps" | "leases" | "organizationID">): Promise<void> {
  const lacking = rangesOf(deps, organizationID).filter(
    ({ range }) => countLeft(deps.db, range) < LOW,
  );
  await Promise.all(lacking.map((need) => leases.obtain(need).catch(() => false)));
}

/** Lists the ranges of numbers that a purchase may need. */
function rangesOf({ carriers, db }: ShareSetup["deps"], organizationID: string) {
  const own = carriers
    .list(organizationID)
    .flatMap((carrier) =>
      carrier.place === "local" ? (findUnended(db, carrier.ranges) ?? []) : [],
    );
  return [shipmentNumbers(organizationID), ...own].map(({ range, first, end }) => ({
    kind: "numbers" as const,
    range,
    first,
    end,
    atLeast: 1,
  }));
}
