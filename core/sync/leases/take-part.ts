/** A station's part of what its organization shares: taken when it joins, taken anew by a restored one, and held ahead of need. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Carriers } from "../../carriers/carrier.ts";
import { countLeft, LOW } from "../../db/number-blocks.ts";
import { keepBack } from "../../db/kept-back.ts";
import type { Leases } from "../../db/need-lease.ts";
import { capacityOf } from "../../ledger/money-lease.ts";
import { getBalance } from "../../ledger/ledger.service.ts";
import { countLive, NO_STATIONS } from "./money-pool.ts";
import { changePool, enrolMoney, obtainMoney, type MoneyDeps } from "./obtain-money.ts";
import { revokeStation } from "./revoke-station.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

const CALL_MS = 10_000;
const AGAIN_MS = 1_000;

type Parts = { readonly deps: MoneyDeps & { readonly carriers: Carriers }; readonly kv: ScarceBucket; readonly leases: Leases; readonly organizationID: string };

/**
 * Takes the station's part of the balance, ends those of its earlier incarnations, and has numbers ahead: a station that is cut off from now on
 * can go on with them.
 *
 * @param caughtUp Resolves when all that this station published is applied here.
 */
export async function takePart({ deps, kv, leases, organizationID }: Parts, caughtUp: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  await Promise.all(rangesOf(deps, organizationID).map(async (need) => countLeft(db, need.range) < LOW && leases.obtain(need).catch(() => false)));
  for (let isIn = false; !isIn && !signal.aborted; isIn || (await sleep(AGAIN_MS, undefined, { ref: false }))) {
    const pool = await changePool(kv, deps, organizationID, (known) => known, performance.now() + CALL_MS);
    const mine = (pool ?? NO_STATIONS).st[db.stationID];
    if (mine?.dead === true && mine.e === db.incarnation) {
      // Revoked, and let in again: what it wrote as that incarnation and had not published by then stays here.
      keepBack(db, db.incarnation);
      db.beginIncarnation(false, deps.log);
    }
    if (mine !== undefined && mine.dead !== true && mine.e < db.incarnation) {
      // Nothing else writes as that incarnation any more, and what it published has come back.
      await caughtUp();
      await revokeStation(kv, deps, organizationID, { id: db.stationID, incarnation: mine.e }, performance.now() + CALL_MS);
    }
    isIn = await enrolMoney(kv, deps, organizationID, false, performance.now() + CALL_MS);
  }
  if (signal.aborted) return;
  const known = await obtainMoney(kv, deps, organizationID, 0, performance.now() + CALL_MS);
  const share = Math.floor(getBalance(deps, organizationID).balance / Math.max(1, known === undefined ? 1 : countLive(known.pool)));
  const missing = Math.floor(share / 2) - capacityOf(deps, organizationID);
  if (missing > 0) await leases.obtain({ kind: "money", organizationID, amount: Math.floor(share / 2), missing });
}

/**
 * Ends the part of a station that the hub has revoked, which publishes nothing any more: what it had not spent goes to the pool. Any station does it,
 * and a second one changes nothing.
 */
export async function settleRevoked({ deps, kv, organizationID }: Omit<Parts, "leases">, stationID: string, caughtUp: () => Promise<void>): Promise<void> {
  const pool = await changePool(kv, deps, organizationID, (known) => known, performance.now() + CALL_MS);
  const entry = pool?.st[stationID];
  if (entry === undefined || entry.dead === true || stationID === deps.db.stationID) return;
  await caughtUp();
  await revokeStation(kv, deps, organizationID, { id: stationID, incarnation: entry.e }, performance.now() + CALL_MS);
}

/** Ranges of numbers that a purchase may need. */
function rangesOf({ carriers }: Parts["deps"], organizationID: string) {
  const own = carriers.list(organizationID).flatMap((carrier) => (carrier.place === "local" && carrier.numbers !== undefined ? [carrier.numbers] : []));
  return [{ range: `shipments:${organizationID}`, first: 1, end: undefined }, ...own].map((numbers) => ({ kind: "numbers" as const, ...numbers, atLeast: 1 }));
}
