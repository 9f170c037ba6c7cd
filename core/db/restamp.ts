/**
 * Stamps that a clock far ahead has left behind, given anew: other stations take no change that is more than five minutes ahead of the hub, and later
 * ones would follow them. Only this station's own can be so, and each is a transaction that its outbox still has.
 */
import type { Db } from "./database.ts";
import { createHybridClock, msOf, timeOf, writerOf } from "./hlc.ts";
import { inTransaction } from "./change.ts";
import { noteWrite, type Writer } from "./open-transaction.ts";
import { unpackChanges } from "./packed-changes.ts";
import { parseClocks } from "./row-clocks.ts";
import { writeMeta } from "./station-meta.ts";
import { findSynced } from "./tables.ts";

type Commit = { readonly seq: number; readonly hlc: string; readonly payload: Uint8Array };

/**
 * @param nowMs By the clock that all stations share. @param limitMs Stamps after it are given anew, in their order, and the clock goes on from there.
 * @returns The first row of the outbox that was changed; undefined when the clock is not ahead.
 */
export function restampAhead(writer: Writer, nowMs: number, limitMs: number): number | undefined {
  const { db } = writer;
  if (msOf(db.clock.next(nowMs)) <= limitMs) return undefined;
  const limit = limitMs.toString(16).padStart(12, "0");
  const last = db.sql<{ hlc: string }>(`SELECT hlc FROM outbox WHERE topic = 'commit' AND hlc <= ? ORDER BY seq DESC LIMIT 1`).get(limit)?.hlc;
  const ahead = db.sql<Commit>(`SELECT seq, hlc, payload FROM outbox WHERE topic = 'commit' AND hlc > ? ORDER BY seq`).all(limit);
  const clock = createHybridClock(`${db.stationID}.${db.incarnation}`, last);
  inTransaction(writer, () => {
    withLedgerOpen(db, () => {
      for (const commit of ahead) restamp(db, commit, `${timeOf(clock.next(nowMs))}-${writerOf(commit.hlc)}`);
    });
    writeMeta(db, "clock", clock.next(nowMs));
  });
  db.resetClock(clock.next(nowMs));
  return ahead[0]?.seq;
}

function restamp(db: Db, { seq, hlc, payload }: Commit, next: string): void {
  const [from, to] = [db.stamps.shorten(hlc), db.stamps.shorten(next)];
  for (const [name, id] of unpackChanges(payload)) {
    const table = findSynced(name);
    if (table === undefined) continue;
    noteWrite(db, table);
    db.sql(`UPDATE ${table} SET stamp = :to WHERE id = :id AND stamp = :from`).run({ id, from, to });
    const kept = db.sql<{ clocks: string }>(`SELECT clocks FROM row_clocks WHERE row_id = ? AND table_name = ?`).get(id, table)?.clocks;
    if (kept === undefined) continue;
    const { [from]: fields, ...others } = parseClocks(kept);
    if (fields === undefined) continue;
    db.sql(`UPDATE row_clocks SET clocks = ? WHERE row_id = ? AND table_name = ?`).run(JSON.stringify({ ...others, [to]: fields }), id, table);
  }
  db.sql(`UPDATE outbox SET hlc = ? WHERE seq = ?`).run(next, seq);
}

/** The ledger takes no update. A stamp is in no hash of it, and a row that kept a later stamp here than elsewhere would be written anew by the next snapshot. Inside a transaction, which a failure undoes. */
function withLedgerOpen(db: Db, run: () => void): void {
  const trigger = db.sql<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'ledger_no_update'`).get();
  if (trigger === undefined) throw new Error("the ledger has no trigger that keeps it from updates");
  db.raw.exec("DROP TRIGGER ledger_no_update");
  run();
  db.raw.exec(trigger.sql);
}
