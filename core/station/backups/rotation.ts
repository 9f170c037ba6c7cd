/**
 * Which backups of a station are kept: the newest of each of the last days, weeks and months that
 * have one.
 */
import type { BackupKeep } from "./backups.schema.ts";
import { readName } from "./manifest.ts";

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; a week begins on Monday. */
const MONDAY_AFTER_EPOCH = 4;

/**
 * @param names Of the backups in a folder; those of other stations and other files are passed over.
 * @param mark Of the station.
 * @param oldestMs Those that were made before are not kept either.
 * @returns Those that are no longer kept. The newest one always is.
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
