/** Closes the share of a revoked station: its unspent money goes to the pool. */
import { z } from "zod";
import { listAheadOf } from "../../db/quarantine.ts";
import { unpackForeign } from "../../db/packed-changes.ts";
import { chainBalance, hasEntry } from "../../organizations/ledger/money-lease.ts";
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

/**
 * Sums a chain's amounts in changes that are quarantined for their stamps, minor units: every
 * station will apply these changes. Amounts that a snapshot has brought meanwhile are in the chain
 * already.
 */
function quarantinedBalance(db: MoneyDeps["db"], chain: Chain): number {
  const own = new Map<string, number>();
  for (const [id, entry] of listAheadOf(db, chain.stationID).flatMap(({ body }) =>
    entriesIn(body),
  )) {
    const isOfChain =
      entry.organization_id === chain.organizationID && entry.incarnation === chain.incarnation;
    if (isOfChain && !hasEntry({ db }, id)) own.set(id, entry.amount_minor);
  }
  return [...own.values()].reduce((sum, amount) => sum + amount, 0);
}

function entriesIn(body: Uint8Array): readonly (readonly [id: string, entry: Entry])[] {
  try {
    return unpackForeign(body).flatMap(([table, id, fields]) => {
      const entry = table === "ledger_entries" ? entrySchema.safeParse(fields) : undefined;
      return entry?.success === true ? [[id, entry.data] as const] : [];
    });
  } catch {
    return []; // The body is unreadable at every station.
  }
}

/**
 * Closes a station's share of an organization's balance. Before the call, the station must be
 * unable to publish, and everything that it published must be applied here: unpublished payments
 * are not counted.
 *
 * @param station The station and the incarnation to close; the share of a station that was restored
 *   from an older copy is closed in the same way before the station joins again.
 * @param untilMs By `performance.now()`.
 * @returns Whether the share is closed, also if it was closed before; false when the hub did not
 *   answer in time.
 */
export async function revokeStation(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  station: { readonly id: string; readonly incarnation: number },
  untilMs: number,
): Promise<boolean> {
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => {
      const carried = findLive(known, station)?.c ?? 0;
      const chain = { organizationID, stationID: station.id, incarnation: station.incarnation };
      return end(
        known,
        station,
        carried + chainBalance(deps, chain) + quarantinedBalance(deps.db, chain),
      );
    },
    untilMs,
  );
  return pool !== undefined && findLive(pool, station) === undefined;
}
