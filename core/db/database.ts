/**
 * Opens the station's SQLite file: where pragmas are set and statements are made. One connection
 * writes; readers in other threads open their own, read-only.
 */
import { dirname } from "node:path";
import BetterSqlite3, { type Database, type Statement } from "better-sqlite3";
import { hasDatabase, isNoDatabase, noDatabase } from "./data-folder.ts";
import type { Log } from "../base/log.ts";
import { openCeilings, type Ceilings } from "./ceilings.ts";
import type { Group } from "./shared-transaction.ts";
import type { HybridClock } from "./hlc.ts";
import { newestSchema, schemaVersion, type OnUpgrade } from "./migrate.ts";
import { makeDatabase, openWriter } from "./open-writer.ts";
import type { NumbersNeed } from "./need-lease.ts";
import { defineReadFunctions } from "./read-functions.ts";
import { createStampWriter } from "./stamp-writer.ts";
import { createStamps, type Stamps } from "./stamps.ts";
import { checkJournal } from "./stale-journal.ts";
import { findMeta, HUB, readMeta } from "./station-meta.ts";
import type { ColumnType, SyncedTable } from "./tables.ts";

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/**
 * One change of a row, as other stations will apply it: table, id, fields as they are now; 1 for a
 * new row.
 */
export type RowChange = readonly [table: string, id: string, fields: SqlRow, isInsert?: 1];

/** A fact about one subject, given to listeners after the commit that made it true. */
export type Fact = {
  readonly seq: number;
  readonly id: string;
  readonly topic: string;
  readonly organizationID: string | null;
  readonly subjectID: string;
  /** The member who made the subject; a limitedAccessUser gets facts of its own subjects only. */
  readonly visibleTo: string | null;
  readonly at: string;
};

/** A fact before its commit has given it a number. */
export type NewFact = Omit<Fact, "seq"> & { readonly payload: unknown };

/** A row that this station inserted. */
type MadeRow = { readonly table: SyncedTable; readonly id: string; readonly fields: SqlRow };

/** What an open transaction has gathered so far. */
export type OpenTransaction = {
  readonly hlc: string;
  /** `hlc` as rows keep it. */
  readonly stamp: string;
  /** In the order of the writes: a part that is undone is cut off the end. */
  readonly changes: {
    readonly table: SyncedTable;
    readonly id: string;
    readonly fields: SqlRow;
    readonly isInsert: boolean;
  }[];
  /** "<table> <id>" of inserted rows → their place in `changes`. */
  readonly inserted: Map<string, number>;
  /**
   * Inserted rows that another station may make too, or that are folded with those of other
   * stations.
   */
  readonly made: MadeRow[];
  /** What must not have been done before: written before COMMIT. */
  readonly once: { readonly key: string; readonly taken: () => Error }[];
  readonly facts: NewFact[];
  /** The newest outbox row of this transaction. */
  lastSeq?: number;
  /** Written so far: what was read of them is not so after a rollback. */
  readonly tables: Set<string>;
};

export type Db = {
  readonly raw: Database;
  /** The prepared statement for `text`, kept per connection. Preparing costs more than running. */
  sql<Row = SqlRow>(text: string): Statement<unknown[], Row>;
  readonly clock: HybridClock;
  readonly stamps: Stamps;
  readonly stationID: string;
  /** Whether a newer app has added to the file what this one does not know. */
  readonly isNewer: boolean;
  /** 1, and one more for each time an older copy of the file was put in its place. */
  readonly incarnation: number;
  /**
   * Whether the station has joined a hub, and takes numbers and money from what it has leased there
   * alone.
   */
  isLeasing: boolean;
  /**
   * Called inside a transaction when few leased numbers of a range are left; set by who gets more.
   */
  onLowNumbers: ((need: NumbersNeed) => void) | null;
  /** What is kept outside the file, to notice an older copy of it and to give no number twice. */
  readonly ceilings: Ceilings;
  /** Set by a transaction alone. */
  open: OpenTransaction | null;
  /** How long COMMITs have taken since the start, ms. */
  readonly commits: { ms: number };
  /**
   * Transactions that wait for their COMMIT; any other use of the connection commits them first.
   */
  group: Group | null;
  /** Facts of transactions that have ended, until all listeners have got them. */
  readonly undelivered: (readonly Fact[])[];
  /**
   * There once the station has had changes of others: a row made here may be one of which something
   * came before.
   */
  joined: { settle(made: readonly MadeRow[]): void } | null;
  /** Columns of synced tables that travel, once asked for. */
  readonly columns: Map<string, ReadonlySet<string>>;
  /** Column types of synced tables, cached at their first use. */
  readonly columnTypes: Map<string, ReadonlyMap<string, ColumnType>>;
  /**
   * Times each synced table was written here, and results of small reads that hold until then
   * (`read-cache.ts`).
   */
  readonly writes: Map<string, number>;
  readonly readCache: Map<string, { readonly version: number; readonly value: unknown }>;
  readonly listeners: Set<(facts: readonly Fact[]) => void>;
  /**
   * The station goes on as a writer of its own, with numbers above all that it gave.
   *
   * @param isOlderCopy This file turned out to be an older copy of the station's database, which
   *   nothing beside it shows: open work is settled as after a restore.
   */
  beginIncarnation(isOlderCopy: boolean, log?: Log): void;
  /**
   * The clock goes on from this stamp, which may be before those that it gave: they were given
   * anew.
   */
  resetClock(hlc: string): void;
  /** Called after each COMMIT that wrote to the outbox, also when it left no facts. */
  readonly onWritten: Set<() => void>;
  close(): void;
};

/**
 * @param path A file path, or ":memory:" in tests.
 * @param newId Makes the station's id when the file is new.
 * @param log Gets each step while an earlier version's file is migrated.
 * @param onUpgrade Called before each of these steps.
 * @throws DatabaseIsNewerError when a newer app wrote the file in a way this one cannot read.
 * @throws DataFolderError when what is there is empty, damaged or no database of ours: nothing is
 *   written over it.
 */
export function openDatabase(
  path: string,
  newId: () => string,
  log?: Log,
  onUpgrade?: OnUpgrade,
): Db {
  if (path !== ":memory:" && !hasDatabase(path)) makeDatabase(path);
  if (path !== ":memory:") checkJournal(path);
  const raw = openWriter(path, log, onUpgrade);
  try {
    return connect(raw, newId, path, log);
  } catch (error) {
    raw.close();
    throw isNoDatabase(error) ? noDatabase(path) : error;
  }
}

/**
 * A second connection that only reads: for lists, exports and checks beside the writer.
 * @param keepReading Called by statements that ask `still_wanted()`; what it throws ends the
 *   statement.
 */
export function openReader(
  path: string,
  keepReading: () => void = () => {},
): Pick<Db, "raw" | "sql" | "close"> {
  const raw = new BetterSqlite3(path, { readonly: true });
  raw.pragma("busy_timeout = 5000");
  defineReadFunctions(raw, keepReading);
  return { raw, sql: statements(raw), close: () => void raw.close() };
}

function connect(raw: Database, newId: () => string, path: string, log?: Log): Db {
  const sql = statements(raw);
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
    close() {
      db.group?.flush();
      ceilings.close();
      raw.close();
    },
  };
  return db;
}

function statements(raw: Database): Db["sql"] {
  const kept = new Map<string, Statement<unknown[], unknown>>();
  return <Row>(text: string) => {
    let statement = kept.get(text);
    if (statement === undefined) {
      statement = raw.prepare<unknown[], unknown>(text);
      kept.set(text, statement);
    }
    return statement as Statement<unknown[], Row>; // a store names its row type beside its columns
  };
}
