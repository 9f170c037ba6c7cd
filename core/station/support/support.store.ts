/**
 * SQL of a support bundle: counts of rows, counts of states, and last errors. Reads no field that a
 * person fills in.
 */
import { isPlainName } from "../../db/plain-names.ts";
import type { Reader } from "../../db/reader.ts";

/** Reader of a separate session: counting a million rows does not block other readers. */
type Asked = Pick<Reader, "all">;
const LOWER_HALF = 0xffff;

/** Counts the rows of each table except full-text indexes; each count is a full scan. */
export async function countRows(reader: Asked): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = await reader.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    {},
  );
  for (const { name: table } of tables) {
    // A full-text index, with its further tables, has the same rows as the indexed table.
    if (!isPlainName(table) || /_search(_|$)/.test(table)) continue;
    counts[table] =
      (await reader.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`, {}))[0]?.rows ??
      0;
  }
  return counts;
}

type States = { readonly what: string; readonly n: number }[];

/** Counts jobs by kind and state, prints by state, and webhook deliveries by state. */
export async function countStates(
  reader: Asked,
): Promise<{ readonly jobs: States; readonly printJobs: States; readonly deliveries: States }> {
  const all = (sql: string): Promise<States> => reader.all<States[number]>(sql, {});
  return {
    jobs: await all(
      `SELECT kind || ' ' || state AS what, count(*) AS n FROM jobs GROUP BY kind, state ORDER BY kind, state`,
    ),
    printJobs: await all(
      `SELECT status AS what, count(*) AS n FROM print_jobs GROUP BY status ORDER BY status`,
    ),
    deliveries: await all(
      `SELECT state AS what, count(*) AS n FROM webhook_deliveries GROUP BY state ORDER BY state`,
    ),
  };
}

/** Lists the last 50 errors of prints and the last 50 of jobs. The caller must scrub their text. */
export async function listLastErrors(
  reader: Asked,
): Promise<{ readonly what: string; readonly at: string; readonly error: string }[]> {
  const all = (sql: string): Promise<{ what: string; at: string; error: string }[]> =>
    reader.all(sql, {});
  return [
    ...(await all(
      `SELECT 'print ' || status AS what, updated_at AS at, last_error AS error FROM print_jobs WHERE last_error <> '' ORDER BY id DESC LIMIT 50`,
    )),
    ...(await all(
      `SELECT 'job ' || kind || ' ' || state AS what, updated_at AS at, last_error AS error FROM jobs WHERE last_error <> '' ORDER BY id DESC LIMIT 50`,
    )),
  ];
}

/** Reads the schema version, and the oldest schema version with which an app may open the file. */
export async function readSchema(
  reader: Asked,
): Promise<{ readonly schema: number; readonly minReader: number }> {
  const [version] = await reader.all<{ userVersion: number }>(`PRAGMA user_version`, {});
  const [mark] = await reader.all<{ applicationID: number }>(`PRAGMA application_id`, {});
  return {
    schema: version?.userVersion ?? 0,
    minReader: (mark?.applicationID ?? 0) & LOWER_HALF,
  };
}
