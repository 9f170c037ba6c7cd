/**
 * Applies pending migrations, in number order, each in its own transaction together with
 * `user_version`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { DataFolderError } from "../base/disk.ts";
import { silentLog, type Log } from "../base/log.ts";
import { FORMAT, MARK } from "./format.ts";

const DIRECTORY = join(import.meta.dirname, "migrations");
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const MIN_READER = /^-- min_reader: (\d+)$/m;

/** The database needs a newer app: this version does not know what its columns mean. */
export class DatabaseIsNewerError extends Error {
  override readonly name = "DatabaseIsNewerError";
}

/** Called when a migration starts: number `step` of `of` migrations. */
export type OnUpgrade = (step: number, of: number) => void;

/**
 * Called once, before the first change of a file that is in use.
 *
 * @param isReadableAfter Whether the app that wrote the file can read it afterwards.
 */
type BeforeUpgrade = (schema: number, isReadableAfter: boolean) => void;

type Migration = { readonly number: number; readonly sql: string; readonly minReader: number };

/**
 * Migrates `db` to the newest schema; does nothing when the schema is the newest.
 *
 * A file of a newer app still opens if all its migrations allow this version to read and write it
 * (`min_reader`; the largest one of the applied migrations is kept in `application_id`).
 *
 * @param log Gets a line before each step of a file that is in use: a step that reads a large table
 *   takes a minute and blocks everything else.
 * @param onUpgrade Called before each step of a file that is in use, and once before
 *   `beforeUpgrade`.
 * @param beforeUpgrade An error that it throws stops the migration before any change.
 * @throws DatabaseIsNewerError when this version may not read the file.
 * @throws DataFolderError for a file of a trial version; nothing is changed.
 */
export function migrate(
  db: Database,
  log: Pick<Log, "warn"> = silentLog,
  onUpgrade: OnUpgrade = () => {},
  beforeUpgrade: BeforeUpgrade = () => {},
): void {
  const migrations = readMigrations();
  const current = schemaVersion(db);
  if (isTrialFile(db)) {
    throw new DataFolderError(
      "This data folder was written by a trial version of Packbench, whose format is no longer supported. Start with another folder (--data), or move this one away. Nothing was changed.",
    );
  }
  const minReader = readerOf(db);
  if (current > migrations.length && minReader > migrations.length) {
    throw new DatabaseIsNewerError(
      `This data folder was written by a newer Packbench (schema ${current}, this one knows ${migrations.length}). Update Packbench to open it.`,
    );
  }
  const pending = migrations.slice(current);
  if (current > 0 && pending[0] !== undefined) {
    log.warn(
      {},
      "copying the database before an update changes it; this takes minutes with many shipments, do not stop it",
    );
    // The copy is slow too; the window must show progress meanwhile.
    onUpgrade(pending[0].number, migrations.length);
    beforeUpgrade(
      current,
      pending.every((one) => one.minReader <= current),
    );
  }
  let oldest = current === 0 ? 0 : minReader;
  for (const { number, sql, minReader: reader } of pending) {
    if (current > 0) {
      log.warn(
        {},
        `migrating the database: step ${number} of ${migrations.length}; this takes minutes with many shipments, do not stop it`,
      );
      onUpgrade(number, migrations.length);
    }
    const step = db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${number}`);
      oldest = Math.max(oldest, reader);
      db.pragma(`application_id = ${MARK + oldest}`);
    });
    // BEGIN IMMEDIATE waits for another connection's write. Otherwise a step that reads before it
    // writes would fail immediately.
    step.immediate();
  }
}

/** Gives an empty database the tables of a schema that this app knows. */
export function makeSchema(db: Database, schema: number): void {
  for (const { sql } of readMigrations().slice(0, schema)) db.exec(sql);
}

/** Returns the newest schema that this app knows. */
export function newestSchema(): number {
  return readdirSync(DIRECTORY).length;
}

/** Returns whether a newer version wrote a file of this format and schema. */
export function isOfNewer({
  format,
  schema,
}: {
  readonly format: string;
  readonly schema: number;
}): boolean {
  return format > FORMAT || schema > newestSchema();
}

/** Reads the number of the file's newest migration. */
export function schemaVersion(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/** Returns whether a trial version wrote the file. */
export function isTrialFile(db: Database): boolean {
  return schemaVersion(db) > 0 && readerOf(db) < 0;
}

/**
 * Reads the oldest schema whose app may still open the file: the lower half of `application_id`.
 */
export function readerOf(db: Database): number {
  return Number(db.pragma("application_id", { simple: true })) - MARK;
}

/** Returns whether this app may open a file of this format and schema. */
export function isReadable({
  format,
  schema,
  minReader,
}: {
  readonly format: string;
  readonly schema: number;
  readonly minReader: number;
}): boolean {
  if (format !== FORMAT) return false;
  const known = readMigrations().length;
  return schema > 0 && minReader > 0 && (schema <= known || minReader <= known);
}

function readMigrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .sort()
    .map((name, i) => {
      const number = Number(FILE_NAME.exec(name)?.[1]);
      if (number !== i + 1) throw new Error(`migration out of sequence: ${name}`);
      const sql = readFileSync(join(DIRECTORY, name), "utf8");
      const minReader = Number(MIN_READER.exec(sql)?.[1]);
      if (!(minReader >= 1 && minReader <= number))
        throw new Error(`migration without a valid min_reader: ${name}`);
      return { number, sql, minReader };
    });
}
