/**
 * Rotation of a station's backups: keeps the newest backup of each of the last days, weeks and
 * months that have a backup.
 */
import type { BackupKeep } from "./backups.schema.ts";
import { readName } from "./manifest.ts";

const DAY_MS = 86_400_000;
/** Days from 1970-01-01, a Thursday, to the first Monday; weeks start on Monday. */
const MONDAY_AFTER_EPOCH = 4;

/**
 * Chooses the backups that have expired.
 *
 * @param names File names in a folder; other files and backups of other stations are ignored.
 * @param mark Mark of the station, from `markOf`.
 * @param oldestMs Backups made before this time expire as well.
 * @returns Names of the backups to delete, never the newest.
 */
export function expiredBackups(
  names: readonly string[],
  mark: string,
  keep: BackupKeep,
  oldestMs = Number.NEGATIVE_INFINITY,
): string[] {
  const own = names
    .flatMap((name) => {
      const read = readName(name);
      return read?.mark === mark ? [{ name, atMs: read.atMs }] : [];
    })
    .sort((a, b) => b.atMs - a.atMs);
  const kept = new Set<string>();
  const keepNewestOf = (periodOf: (atMs: number) => string | number, many: number): void => {
    const seen = new Set<string | number>();
    for (const { name, atMs } of own) {
      const period = periodOf(atMs);
      if (seen.has(period)) continue;
      if (seen.size >= many) return;
      seen.add(period);
      kept.add(name);
    }
  };
  keepNewestOf((atMs) => Math.floor(atMs / DAY_MS), Math.max(1, keep.daily));
  keepNewestOf((atMs) => Math.floor((atMs / DAY_MS - MONDAY_AFTER_EPOCH) / 7), keep.weekly);
  keepNewestOf((atMs) => new Date(atMs).toISOString().slice(0, 7), keep.monthly);
  return own
    .filter(({ name, atMs }, i) => i > 0 && (!kept.has(name) || atMs < oldestMs))
    .map(({ name }) => name);
}
