/**
 * Looks at a snapshot before anything of it is taken in. Every desk may put objects into the hub's store, so what lies there under a
 * snapshot's name may be damaged, another organization's, or no snapshot.
 */
import BetterSqlite3, { type Database } from "better-sqlite3";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { SYNCED_TABLES, type SyncedTable } from "../tables.ts";
import { namingColumns, organizationColumn } from "../whose-rows.ts";

const ofSchema = z.object({ organizationID: z.string() });

/** `file`: whole, uncompressed. `here`: this station's database, and its organizations that no other station has a part in. */
export type SnapshotCheck = { readonly file: string; readonly organizationID: string; readonly here: { readonly database: string; readonly organizations: readonly string[] } };

/** @returns Why it is not to be taken in; undefined for a good one. */
export function findFault({ file, organizationID, here }: SnapshotCheck): string | undefined {
  let raw: BetterSqlite3.Database | undefined;
  try {
    raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    // A view in place of a table would run what its writer likes.
    if (raw.prepare("SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index')").get() !== undefined) return "it has more than tables";
    const whole: unknown = raw.prepare("PRAGMA quick_check(1)").pluck().get();
    if (whole !== "ok") return `it is damaged: ${String(whole)}`;
    const facts = parseJson(z.string().parse(raw.prepare("SELECT body FROM facts").pluck().get()), ofSchema, "the facts of a snapshot");
    if (facts.organizationID !== organizationID) return "it is of another organization";
    return statesOthers(raw, organizationID) || reachesOthers(raw, here) ? "it has rows of another organization" : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    raw?.close();
  }
}

function statesOthers(raw: Database, organizationID: string): boolean {
  return tablesOf(raw).some(({ table, columns }) => {
    const stated = organizationColumn(table);
    return columns.has(stated) && raw.prepare(`SELECT 1 FROM main.${table} WHERE ${stated} <> ? LIMIT 1`).get(organizationID) !== undefined;
  });
}

/** Whether a row has the id of one that is another organization's here, or names one. */
function reachesOthers(raw: Database, { database, organizations }: SnapshotCheck["here"]): boolean {
  if (organizations.length === 0) return false;
  raw.prepare("ATTACH ? AS here").run(database);
  const known = new Set(raw.prepare("SELECT m.name FROM here.sqlite_schema AS m, pragma_table_info(m.name, 'here') AS c WHERE m.type = 'table' AND c.name = 'organization_id'").pluck().all());
  return tablesOf(raw).some(({ table, columns }) =>
    namingColumns(table).some(
      ([column, of]) =>
        columns.has(column) &&
        known.has(of) &&
        raw.prepare(`SELECT 1 FROM main.${table} AS s JOIN here.${of} AS m ON m.id = s.${column} WHERE m.organization_id IN (SELECT value FROM json_each(?)) LIMIT 1`).get(JSON.stringify(organizations)) !== undefined,
    ),
  );
}

function tablesOf(raw: Database): { readonly table: SyncedTable; readonly columns: ReadonlySet<unknown> }[] {
  return SYNCED_TABLES.map((table) => ({ table, columns: new Set(raw.prepare("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table)) }));
}
