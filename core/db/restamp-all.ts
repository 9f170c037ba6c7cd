/**
 * New stamps for all rows that were written while this computer's clock was ahead, where no other
 * station has any of them: before the station brings its data to a hub, or works on with a hub's.
 * Their transactions may be gone from the outbox: the stamps stay ahead long after the computer's
 * clock was set.
 */
import type { Db } from "./database.ts";
import { inTransaction } from "./change.ts";
import { createHybridClock, msOf, TIME_DIGITS, timeOf } from "./hlc.ts";
import { noteWrite, type Writer } from "./open-transaction.ts";
import { withLedgerOpen } from "./restamp.ts";
import { parseClocks } from "./row-clocks.ts";
import { writeMeta } from "./station-meta.ts";
import { SYNCED_TABLES } from "./tables.ts";

/** The time of a stamp that is ahead, and the one that it gets. */
type Times = ReadonlyMap<string, string>;
type Clocks = { readonly row_id: string; readonly table_name: string; readonly clocks: string };
/** `nowMs`: by the hub's clock, whole ms. `maxAheadMs`: how far after it a stamp may be. */
type Limits = { readonly nowMs: number; readonly maxAheadMs: number };

/**
 * Gives all stamps that are ahead new ones in their order, and sets the clock back behind them.
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

/** All times after a limit that rows, their fields and transactions have, the earliest first. */
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
    ...SYNCED_TABLES.flatMap((table) => timesOf("stamp", table)),
    ...timesOf("j.key", "row_clocks, json_each(clocks) AS j"),
    ...timesOf("hlc", "outbox"),
  ];
  return [...new Set(all)].sort();
}

function replaceTimes(db: Db, limit: string, times: Times): void {
  db.raw.exec("CREATE TEMP TABLE new_times (old TEXT PRIMARY KEY, new TEXT NOT NULL)");
  const insert = db.raw.prepare(`INSERT INTO temp.new_times VALUES (?, ?)`);
  for (const [old, time] of times) insert.run(old, time);
  const anew = (column: string): string =>
    `(SELECT new FROM temp.new_times WHERE old = substr(${column}, 1, ${TIME_DIGITS}))
       || substr(${column}, ${TIME_DIGITS + 1})`;
  for (const table of SYNCED_TABLES) {
    noteWrite(db, table);
    db.raw.prepare(`UPDATE ${table} SET stamp = ${anew("stamp")} WHERE stamp > ?`).run(limit);
  }
  db.raw.prepare(`UPDATE outbox SET hlc = ${anew("hlc")} WHERE hlc > ?`).run(limit);
  const changed = db.sql<Clocks>(
    `SELECT DISTINCT row_id, table_name, clocks
       FROM row_clocks, json_each(clocks) AS j
      WHERE j.key > ?`,
  );
  const write = db.sql(
    `UPDATE row_clocks SET clocks = :clocks WHERE row_id = :row_id AND table_name = :table_name`,
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
