/**
 * Gives new stamps to transactions that were written while this computer's clock was ahead. Other
 * stations quarantine a change that is more than five minutes ahead of the hub, and all later
 * changes would be ahead too. Only this station's unpublished transactions in the outbox are
 * changed.
 */
import type { Db, Writer } from "./database.ts";
import { createHybridClock, msOf, timeOf, writerOf } from "./hlc.ts";
import { inTransaction } from "./change.ts";
import { noteWrite } from "./open-transaction.ts";
import { unpackChanges } from "./packed-changes.ts";
import { parseClocks } from "./row-clocks.ts";
import { findMeta, RECEIVED, writeMeta } from "./station-meta.ts";
import { isSynced } from "./tables.ts";

type AheadChanges = { readonly seq: number; readonly hlc: string; readonly payload: Uint8Array };

/**
 * `nowMs`: the time by the hub's clock, whole ms. `maxAheadMs`: how far a stamp may be ahead of it.
 * `after`: the last outbox row that may have been published already.
 */
type Limits = { readonly nowMs: number; readonly maxAheadMs: number; readonly after: number };

/**
 * Gives unpublished transactions whose stamps are ahead new stamps in their order, and sets the
 * clock back to just after the new stamps. Published transactions keep their stamps, because other
 * stations apply their changes by these stamps.
 *
 * @returns Whether the clock was ahead.
 */
export function restampAhead(writer: Writer, { nowMs, maxAheadMs, after }: Limits): boolean {
  const { db } = writer;
  const limitMs = nowMs + maxAheadMs;
  if (msOf(db.clock.next(0)) <= limitMs) return false;
  const limit = limitMs.toString(16).padStart(12, "0");
  const inTime =
    db
      .sql<{ hlc: string }>(
        `SELECT hlc FROM outbox WHERE topic = 'commit' AND hlc <= ? ORDER BY seq DESC LIMIT 1`,
      )
      .get(limit)?.hlc ?? "";
  const published =
    db
      .sql<{ hlc: string }>(
        `SELECT hlc FROM outbox WHERE topic = 'commit' AND seq <= ? ORDER BY seq DESC LIMIT 1`,
      )
      .get(after)?.hlc ?? "";
  // A change of another station's row must stay later than that row's stamps.
  const received = findMeta(db, RECEIVED) ?? "";
  const last = [inTime, published, received].reduce((a, b) => (a > b ? a : b));
  const ahead = db
    .sql<AheadChanges>(
      `SELECT seq, hlc, payload FROM outbox WHERE topic = 'commit' AND hlc > ? AND seq > ? ORDER BY seq`,
    )
    .all(limit, after);
  const clock = createHybridClock(
    `${db.stationID}.${db.incarnation}`,
    last === "" ? undefined : last,
  );
  inTransaction(writer, () => {
    withLedgerOpen(db, () => {
      for (const one of ahead)
        restamp(db, one, `${timeOf(clock.next(nowMs))}-${writerOf(one.hlc)}`);
    });
    writeMeta(db, "clock", clock.next(nowMs));
  });
  db.resetClock(clock.next(nowMs));
  return true;
}

function restamp(db: Db, { seq, hlc, payload }: AheadChanges, next: string): void {
  const [from, to] = [db.stamps.shorten(hlc), db.stamps.shorten(next)];
  for (const [table, id] of unpackChanges(payload)) {
    if (!isSynced(db, table)) continue;
    noteWrite(db, table);
    db.sql(`UPDATE ${table} SET stamp = :to WHERE id = :id AND stamp = :from`).run({
      id,
      from,
      to,
    });
    const kept = db
      .sql<{ clocks: string }>(`SELECT clocks FROM row_clocks WHERE row_id = ? AND table_name = ?`)
      .get(id, table)?.clocks;
    if (kept === undefined) continue;
    const { [from]: fields, ...others } = parseClocks(kept);
    if (fields === undefined) continue;
    db.sql(`UPDATE row_clocks SET clocks = ? WHERE row_id = ? AND table_name = ?`).run(
      JSON.stringify({ ...others, [to]: fields }),
      id,
      table,
    );
  }
  db.sql(`UPDATE outbox SET hlc = ? WHERE seq = ?`).run(next, seq);
}

/**
 * Runs `run` while the ledger accepts updates, which its trigger otherwise rejects. Ledger entries
 * get new stamps too: the next snapshot would rewrite an entry whose stamp is later here than
 * elsewhere, and stamps are not part of the ledger's hashes. Inside a transaction, which a failure
 * rolls back.
 */
export function withLedgerOpen(db: Db, run: () => void): void {
  const trigger = db
    .sql<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'ledger_no_update'`,
    )
    .get();
  if (trigger === undefined) throw new Error("the ledger has no trigger that rejects updates");
  db.raw.exec("DROP TRIGGER ledger_no_update");
  run();
  db.raw.exec(trigger.sql);
}
