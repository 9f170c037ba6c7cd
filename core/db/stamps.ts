/**
 * Stamps as rows keep them: "<16 hex digits>.<no>", where `no` is this file's short number for the
 * station that wrote. On the wire a stamp has the station's whole name, since each station numbers
 * the others by itself.
 */
import { timeOf, writerOf } from "./hlc.ts";
import type { Db } from "./database.ts";

export type Stamps = {
  /** @param hlc A whole stamp. @returns Its short form; a station that is new gets a number. */
  shorten(hlc: string): string;
  /**
   * Whether `a` is later than `b`, both short; stamps of one instant are ordered by their stations'
   * names, so that all stations agree.
   */
  isAfter(a: string, b: string): boolean;
  /** The writer's name of a short stamp. */
  writerOf(stamp: string): string;
  /** The names of all that have written here. */
  writers(): string[];
  /** Forgets numbers that a rollback may have taken back. */
  forget(): void;
};

/**
 * @param db Its table `stations` has the numbers; those read once are kept in memory. `shorten`
 *   inserts one for a new station.
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
