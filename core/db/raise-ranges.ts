/** Raises the number ranges of a station that continues without its hub. */
import type { Db } from "./database.ts";

/**
 * Numbers skipped in each range when the hub does not state which numbers the stations have used.
 * The stations use fewer numbers in a week.
 */
const SKIPPED_IF_UNKNOWN = 10_000;

/**
 * Moves each range above the numbers that the stations of the organization were given, as the hub
 * states them. If the hub was not asked, skips more numbers than were probably given. Inside a
 * transaction.
 *
 * @param next The first free number of each range, by name, according to the hub; undefined when it
 *   was not asked.
 */
export function raiseRanges(
  db: Pick<Db, "sql">,
  next: ReadonlyMap<string, number> | undefined,
): void {
  if (next === undefined) {
    db.sql(`UPDATE number_ranges SET next = next + :many`).run({ many: SKIPPED_IF_UNKNOWN });
    // Also continues above the numbers of all shipments that are known here, of any station.
    db.sql(
      `UPDATE number_ranges SET next = max(next, coalesce((SELECT max(s.number) + 1 FROM shipments AS s WHERE number_ranges.name = 'shipments:' || s.organization_id), 0)) WHERE name LIKE 'shipments:%'`,
    ).run();
    return;
  }
  for (const [name, first] of next)
    db.sql(
      `INSERT INTO number_ranges (name, next) VALUES (:name, :first) ON CONFLICT DO UPDATE SET next = max(next, excluded.next)`,
    ).run({ name, first });
}

/** Lists the names of the ranges of which this station has issued or leased numbers. */
export function listRanges(db: Pick<Db, "sql">): string[] {
  return db
    .sql<{ name: string }>(`SELECT name FROM number_ranges`)
    .all()
    .map(({ name }) => name);
}
