/** The end of a station that does not come back: what it has not spent goes to the others. */
import { chainBalance } from "../../ledger/money-lease.ts";
import { end, findLive } from "./money-pool.ts";
import { changePool, type MoneyDeps } from "./obtain-money.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

/**
 * Ends a station's part of an organization's balance. The caller must have stopped it from publishing and have applied here all that it published:
 * a payment that was not published is not counted.
 *
 * @param station In the incarnation whose part ends; one that was restored from an older copy is ended so, too, before it joins again.
 * @param untilMs By `performance.now()`.
 * @returns Whether it is ended, also when it was before; false when the hub gave no answer in time.
 */
export async function revokeStation(kv: ScarceBucket, deps: MoneyDeps, organizationID: string, station: { readonly id: string; readonly incarnation: number }, untilMs: number): Promise<boolean> {
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => {
      const carried = findLive(known, station)?.c ?? 0;
      return end(known, station, carried + chainBalance(deps, { organizationID, stationID: station.id, incarnation: station.incarnation }));
    },
    untilMs,
  );
  return pool !== undefined && findLive(pool, station) === undefined;
}
