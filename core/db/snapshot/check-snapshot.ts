/**
 * Checks a snapshot before any of it is merged. Every desk may put objects into the hub's store, so
 * a snapshot may be damaged, of another organization, or malicious.
 */
import BetterSqlite3, { type Database } from "better-sqlite3";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { isOfTrial } from "../format.ts";
import { isOfNewer, newestSchema } from "../migrate.ts";
import { isSynced, syncedTables, type WithTables } from "../tables.ts";
import { namingColumns, organizationColumn } from "../row-owners.ts";
import { isLegacyFile, readForm, type SnapshotForm } from "./snapshot-form.ts";
import { checkRows } from "./snapshot-rows.ts";
import { factsSchema, type SnapshotFacts } from "./snapshot-tables.ts";

export type SnapshotCheck = WithTables & {
  /** Path of the whole uncompressed file. */
  readonly file: string;
  readonly organizationID: string;
  /** The snapshot's position in the stream, according to its entry in the hub's store. */
  readonly seq: number;
  /** This station's database, and this station's organizations that no other station shares. */
  readonly here: { readonly database: string; readonly organizations: readonly string[] };
  /** Upper bound, as text, of valid stamps. */
  readonly limit: string;
};

/** `schema`: a newer version made the snapshot. `trial`: a trial version made it. */
export type SnapshotFault =
  | { readonly reason: string }
  | { readonly schema: number }
  | { readonly trial: true };

/** Maximum size of a snapshot's facts, bytes; facts are a few lines. */
const MOST_FACTS_BYTES = 10_000;

/**
 * Checks a snapshot before it is merged.
 *
 * @returns Why the snapshot must not be merged; undefined for a good one.
 */
export function findFault(check: SnapshotCheck): SnapshotFault | undefined {
  let raw: BetterSqlite3.Database | undefined;
  try {
    if (!isLegacyFile(check.file)) return { reason: "it is not a snapshot" };
    raw = new BetterSqlite3(check.here.database, { readonly: true, fileMustExist: true });
    raw.pragma("trusted_schema = OFF");
    raw.pragma("cell_size_check = ON");
    raw.prepare("ATTACH ? AS snap").run(check.file);
    return findFaultOf(raw, check);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  } finally {
    raw?.close();
  }
}

function findFaultOf(
  raw: Database,
  { organizationID, seq, here, limit, tables }: SnapshotCheck,
): SnapshotFault | undefined {
  const facts = readFacts(raw);
  if (isOfTrial(facts.format)) return { trial: true };
  if (isOfNewer(facts)) return { schema: facts.schema };
  if (facts.organizationID !== organizationID) {
    return { reason: "it belongs to another organization" };
  }
  if (facts.seq !== seq) return { reason: "its stream position differs from its entry's" };
  const form = readForm(raw, { tables });
  const whole: unknown = raw.prepare("PRAGMA snap.integrity_check(1)").pluck().get();
  if (whole !== "ok") return { reason: `it is damaged: ${String(whole)}` };
  const lacking = syncedTables({ tables }).find((table) => !form.has(table));
  if (facts.schema === newestSchema() && lacking !== undefined) {
    return { reason: `it lacks the table ${lacking}` };
  }
  checkRows({ raw, form, limit, tables });
  const isOthers =
    statesOthers({ raw, form, tables }, organizationID) ||
    reachesOthers({ raw, form, tables }, here.organizations);
  return isOthers ? { reason: "it has rows of another organization" } : undefined;
}

const FACTS = "CREATE TABLE facts (body TEXT NOT NULL)";

function readFacts(raw: Database): SnapshotFacts {
  const isPlain = raw.prepare(
    "SELECT 1 FROM snap.sqlite_schema WHERE type = 'table' AND name = 'facts' AND sql = ?",
  );
  if (isPlain.get(FACTS) === undefined) throw new Error("it states no facts");
  const bodies = raw.prepare<[number], { body: unknown }>(
    "SELECT body FROM snap.facts WHERE octet_length(body) <= ? LIMIT 2",
  );
  const rows = bodies.all(MOST_FACTS_BYTES);
  if (rows.length !== 1) throw new Error("its facts are not one short row");
  return parseJson(z.string().parse(rows[0]?.body), factsSchema, "the facts of a snapshot");
}

type Opened = WithTables & { readonly raw: Database; readonly form: SnapshotForm };

function statesOthers(of: Opened, organizationID: string): boolean {
  const { raw } = of;
  return tablesOf(of).some(({ table, columns }) => {
    const stated = organizationColumn(of, table);
    if (!columns.has(stated)) return false;
    const others = raw.prepare(`SELECT 1 FROM snap.${table} WHERE ${stated} <> ? LIMIT 1`);
    return others.get(organizationID) !== undefined;
  });
}

/** Returns whether a row has the id of another organization's row here, or names such a row. */
function reachesOthers(here: Opened, organizations: readonly string[]): boolean {
  const { raw } = here;
  if (organizations.length === 0) return false;
  const known = new Set(
    raw
      .prepare(
        `SELECT m.name FROM main.sqlite_schema AS m, pragma_table_info(m.name, 'main') AS c
          WHERE m.type = 'table' AND c.name = 'organization_id'`,
      )
      .pluck()
      .all(),
  );
  const reaches = (table: string, column: string, of: string): boolean =>
    raw
      .prepare(
        `SELECT 1 FROM snap.${table} AS s JOIN main.${of} AS m ON m.id = s.${column}
          WHERE m.organization_id IN (SELECT value FROM json_each(?))
          LIMIT 1`,
      )
      .get(JSON.stringify(organizations)) !== undefined;
  return tablesOf(here).some(({ table, columns }) =>
    namingColumns(here, table).some(
      ([column, of]) => columns.has(column) && known.has(of) && reaches(table, column, of),
    ),
  );
}

type Travelling = { readonly table: string; readonly columns: ReadonlySet<string> };

function tablesOf(of: Opened): Travelling[] {
  return [...of.form].flatMap(([table, columns]) =>
    isSynced(of, table) ? [{ table, columns }] : [],
  );
}
