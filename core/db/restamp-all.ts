/**
 * Gives new stamps to all rows that were written while this computer's clock was ahead. Runs before
 * the station brings its data to a hub, or continues with a hub's data. It may run only while no
 * other station has these rows. Restamping the transactions in the outbox would not be enough:
 * stamps stay ahead long after the computer's clock was corrected, and older transactions may have
 * been pruned.
 */
import type { Db, Writer } from "./database.ts";
import { inTransaction } from "./change.ts";
import { createHybridClock, msOf, TIME_DIGITS, timeOf } from "./hlc.ts";
import { noteWrite } from "./open-transaction.ts";
import { withLedgerOpen } from "./restamp.ts";
import { parseClocks } from "./row-clocks.ts";
import { writeMeta } from "./station-meta.ts";
import { syncedTables } from "./tables.ts";

/** Time of a stamp that is ahead → its new time. */
type Times = ReadonlyMap<string, string>;
type Clocks = { readonly rowID: string; readonly tableName: string; readonly clocks: string };
/**
 * `nowMs`: the time by the hub's clock, whole ms. `maxAheadMs`: how far a stamp may be ahead of it.
 */
type Limits = { readonly nowMs: number; readonly maxAheadMs: number };

/**
 * Replaces all stamps that are ahead, in their order, and sets the clock back to just after the new
 * stamps.
 *
 * @returns Whether the clock was ahead.
 */
export function restampAll(writer: Writer, { nowMs, maxAheadMs }: Limits): boolean {
  const { db } = writer;
  const limitMs = nowMs + maxAheadMs;
  if (msOf(db.clock.next(0)) <= limitMs) return false;
  const limit = limitMs.toString(16).padStart(12, "0");
  const inTime = db
    .sql<{ hlc: string | null }>(`SELECT max(hlc) AS hlc FROM outbox WHERE hlc <= ?`)
    .get(limit)?.hlc;
  const clock = createHybridClock(`${db.stationID}.${db.incarnation}`, inTime ?? undefined);
  inTransaction(writer, () => {
    const times = new Map(listTimes(db, limit).map((time) => [time, timeOf(clock.next(nowMs))]));
    withLedgerOpen(db, () => replaceTimes(db, limit, times));
    writeMeta(db, "clock", clock.next(nowMs));
  });
  db.resetClock(clock.next(nowMs));
  return true;
}

/** Lists the times after a limit in stamps of rows, fields and transactions, the earliest first. */
function listTimes(db: Db, limit: string): string[] {
  const timesOf = (column: string, from: string): string[] =>
    db
      .sql<{ time: string }>(
        `SELECT DISTINCT substr(${column}, 1, ${TIME_DIGITS}) AS time
           FROM ${from}
          WHERE ${column} > ?`,
      )
      .all(limit)
      .map(({ time }) => time);
  const all = [
    ...syncedTables(db).flatMap((table) => timesOf("stamp", table)),
    ...timesOf("j.key", "row_clocks, json_each(clocks) AS j"),
    ...timesOf("hlc", "outbox"),
  ];
  return [...new Set(all)].sort();
}

function replaceTimes(db: Db, limit: string, times: Times): void {
  db.raw.exec("CREATE TEMP TABLE new_times (old TEXT PRIMARY KEY, new TEXT NOT NULL)");
  const insert = db.raw.prepare(`INSERT INTO temp.new_times VALUES (?, ?)`);
  for (const [old, time] of times) insert.run(old, time);
  const withNewTime = (column: string): string =>
    `(SELECT new FROM temp.new_times WHERE old = substr(${column}, 1, ${TIME_DIGITS}))
       || substr(${column}, ${TIME_DIGITS + 1})`;
  for (const table of syncedTables(db)) {
    noteWrite(db, table);
    db.raw
      .prepare(`UPDATE ${table} SET stamp = ${withNewTime("stamp")} WHERE stamp > ?`)
      .run(limit);
  }
  db.raw.prepare(`UPDATE outbox SET hlc = ${withNewTime("hlc")} WHERE hlc > ?`).run(limit);
  const changed = db.sql<Clocks>(
    `SELECT DISTINCT row_id, table_name, clocks
       FROM row_clocks, json_each(clocks) AS j
      WHERE j.key > ?`,
  );
  const write = db.sql(
    `UPDATE row_clocks SET clocks = :clocks WHERE row_id = :rowID AND table_name = :tableName`,
  );
  for (const { clocks, ...row } of changed.all(limit)) {
    const entries = Object.entries(parseClocks(clocks)).map(([stamp, fields]) => {
      const time = times.get(timeOf(stamp)) ?? timeOf(stamp);
      return [time + stamp.slice(TIME_DIGITS), fields];
    });
    write.run({ ...row, clocks: JSON.stringify(Object.fromEntries(entries)) });
  }
  db.raw.exec("DROP TABLE temp.new_times");
}
