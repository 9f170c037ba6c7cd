/**
 * Opens the station's SQLite file. One connection writes; readers in other threads open their own
 * read-only connections.
 */
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import type { Log } from "../base/log.ts";
import { openCeilings } from "./ceilings.ts";
import { hasDatabase, isNoDatabase, noDatabase } from "./data-folder.ts";
import type { Db } from "./database.ts";
import { newestSchema, schemaVersion, type OnUpgrade } from "./migrate.ts";
import { createStatements } from "./statements.ts";
import { makeDatabase, openWriter } from "./open-writer.ts";
import { createStampWriter } from "./stamp-writer.ts";
import { createStamps } from "./stamps.ts";
import { checkJournal } from "./stale-journal.ts";
import { findMeta, HUB, readMeta } from "./station-meta.ts";
import type { Tables } from "./tables.ts";

/**
 * Opens the station's database, and migrates it if an earlier version wrote it.
 *
 * @param path A file path, or ":memory:" in tests.
 * @param tables The declarations of all tables.
 * @param newId Makes the station's id when the file is new.
 * @param log Gets each step while an earlier version's file is migrated.
 * @param onUpgrade Called before each of these steps.
 * @throws DatabaseIsNewerError when a newer app wrote the file in a way this version cannot read.
 * @throws DataFolderError when the file is empty, damaged or not a Packbench database; it is not
 *   overwritten.
 */
export function openDatabase(
  path: string,
  tables: Tables,
  newId: () => string,
  log?: Log,
  onUpgrade?: OnUpgrade,
): Db {
  if (path !== ":memory:" && !hasDatabase(path)) makeDatabase(path);
  if (path !== ":memory:") checkJournal(path);
  const raw = openWriter(path, log, onUpgrade);
  try {
    return connect(raw, { path, tables, newId, log });
  } catch (error) {
    raw.close();
    throw isNoDatabase(error) ? noDatabase(path) : error;
  }
}

type Opening = {
  readonly path: string;
  readonly tables: Tables;
  readonly newId: () => string;
  readonly log: Log | undefined;
};

function connect(raw: Database, { path, tables, newId, log }: Opening): Db {
  const sql = createStatements(raw);
  const stationID = readMeta({ sql }, "station_id", newId);
  const ceilings = openCeilings(path === ":memory:" ? null : dirname(path), { sql });
  const writer = createStampWriter(raw, { sql, stationID }, ceilings, log);
  const endGroup = (): void => {
    if (db.group !== null && db.open === null) db.group.flush();
  };
  const db: Db = {
    get raw() {
      endGroup();
      return raw;
    },
    sql(text) {
      endGroup();
      return sql(text);
    },
    tables,
    get clock() {
      return writer.clock;
    },
    stamps: createStamps({ sql }),
    stationID,
    isNewer: schemaVersion(raw) > newestSchema(),
    get incarnation() {
      return writer.incarnation;
    },
    beginIncarnation(isOlderCopy, reason) {
      endGroup();
      writer.begin(isOlderCopy, reason);
    },
    resetClock: writer.goOnFrom,
    isLeasing: findMeta({ sql }, HUB) !== undefined,
    onLowNumbers: null,
    commits: { ms: 0 },
    ceilings,
    open: null,
    group: null,
    undelivered: [],
    joined: null,
    columns: new Map(),
    columnTypes: new Map(),
    writes: new Map(),
    readCache: new Map(),
    listeners: new Set(),
    onWritten: new Set(),
    onCommitted: new Set(),
    close() {
      db.group?.flush();
      ceilings.close();
      raw.close();
    },
  };
  return db;
}
