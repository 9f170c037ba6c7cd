/**
 * The read cache: small reads that every call makes (the token's member, the organization's default
 * addresses) stay in memory until one of their tables is written. Only for synced tables, because
 * only their writes are counted.
 */
import type { CachedDb } from "./database.ts";
import { declarationOf } from "./tables.ts";

/**
 * Size at which the cache is emptied, so that ids which are never read again do not fill the
 * memory.
 */
const MOST = 5_000;

/**
 * Returns the result of `read` for the current rows of the tables. The object is shared: do not
 * change it.
 *
 * @param key Names the read and its arguments.
 * @throws Error for a table that is not declared as synced.
 */
export function cachedRead<V>(
  db: CachedDb,
  tables: readonly string[],
  key: string,
  read: () => V,
): V {
  let version = 0;
  for (const table of tables) version += db.writes.get(table) ?? 0;
  const known = db.readCache.get(key);
  if (known !== undefined && known.version === version) return known.value as V;
  // Only writes of synced tables are counted: the cache would return an old result of any other
  // table.
  for (const table of tables) declarationOf(db, table);
  const value = read();
  if (db.readCache.size >= MOST) db.readCache.clear();
  db.readCache.set(key, { version, value });
  return value;
}
