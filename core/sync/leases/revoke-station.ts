/** The end of a station that does not come back: what it has not spent goes to the others. */
import { z } from "zod";
import { listAheadOf } from "../../db/set-aside.ts";
import { unpackChanges } from "../../db/packed-changes.ts";
import { chainBalance } from "../../ledger/money-lease.ts";
import { end, findLive } from "./money-pool.ts";
import { changePool, type MoneyDeps } from "./obtain-money.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

type Chain = {
  readonly organizationID: string;
  readonly stationID: string;
  readonly incarnation: number;
};

const entrySchema = z.object({
  organization_id: z.string(),
  incarnation: z.number(),
  amount_minor: z.number().int(),
});
type Entry = z.output<typeof entrySchema>;

/** Amounts of a chain that were set aside until their time comes, minor units: every station will have them. */
function asideBalance(db: MoneyDeps["db"], chain: Chain): number {
  const entries = listAheadOf(db, chain.stationID).flatMap(({ body }) => entriesIn(body));
  const own = entries.filter((entry) => entry.organization_id === chain.organizationID && entry.incarnation === chain.incarnation);
  return own.reduce((sum, { amount_minor: amount }) => sum + amount, 0);
}

function entriesIn(body: Uint8Array): Entry[] {
  try {
    return unpackChanges(body).flatMap(([table, , fields]) => {
      const entry = table === "ledger_entries" ? entrySchema.safeParse(fields) : undefined;
      return entry?.success === true ? [entry.data] : [];
    });
  } catch {
    return []; // it will be unreadable at every station
  }
}

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
      const chain = { organizationID, stationID: station.id, incarnation: station.incarnation };
      return end(known, station, carried + chainBalance(deps, chain) + asideBalance(deps.db, chain));
    },
    untilMs,
  );
  return pool !== undefined && findLive(pool, station) === undefined;
}
