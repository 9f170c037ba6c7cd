/**
 * Converts stamps to the short form that rows store: "<16 hex digits>.<no>", where `no` is this
 * database's number for the writing station. Messages carry the station's whole name, since each
 * station numbers the others independently.
 */
import { timeOf, writerOf } from "./hlc.ts";
import type { Db, Stamps } from "./database.ts";

/**
 * Creates the conversion between whole and short stamps.
 *
 * @param db Its table `stations` has the numbers; numbers are cached in memory. `shorten` inserts a
 *   row for a new station.
 */
export function createStamps(db: Pick<Db, "sql">): Stamps {
  const numbers = new Map<string, number>();
  const names = new Map<number, string>();
  const keep = (no: number, name: string): number => {
    numbers.set(name, no);
    names.set(no, name);
    return no;
  };
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    db.sql(`INSERT OR IGNORE INTO stations (name) VALUES (?)`).run(name);
    const row = db.sql<{ no: number }>(`SELECT no FROM stations WHERE name = ?`).get(name);
    if (row === undefined) throw new Error(`station ${name} was not numbered`);
    return keep(row.no, name);
  };
  const nameOf = (stamp: string): string => {
    const no = Number(stamp.slice(stamp.indexOf(".") + 1));
    const known = names.get(no);
    if (known !== undefined) return known;
    const row = db.sql<{ name: string }>(`SELECT name FROM stations WHERE no = ?`).get(no);
    if (row === undefined) throw new Error(`stamp ${stamp} names a station without a name`);
    keep(no, row.name);
    return row.name;
  };
  return {
    shorten: (hlc) => `${timeOf(hlc)}.${numberOf(writerOf(hlc))}`,
    isAfter(a, b) {
      if (a === b) return false;
      const [timeA, timeB] = [timeOf(a), timeOf(b)];
      return timeA === timeB ? nameOf(a) > nameOf(b) : timeA > timeB;
    },
    writerOf: nameOf,
    writers: () =>
      db
        .sql<{ name: string }>(`SELECT name FROM stations ORDER BY no`)
        .all()
        .map(({ name }) => name),
    forget() {
      numbers.clear();
      names.clear();
    },
  };
}
