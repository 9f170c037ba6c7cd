/**
 * Opens the station's SQLite file; the only place where pragmas are set and statements are
 * prepared. One connection writes; readers in other threads open their own read-only connections.
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
import type { NumbersNeed } from "./leases.ts";
import { defineReadFunctions } from "./read-functions.ts";
import { createStampWriter } from "./stamp-writer.ts";
import { createStamps, type Stamps } from "./stamps.ts";
import { checkJournal } from "./stale-journal.ts";
import { findMeta, HUB, readMeta } from "./station-meta.ts";
import type { ColumnType, SyncedTable } from "./tables.ts";

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** One change of a row, as other stations apply it: table, id, current fields; 1 for a new row. */
export type RowChange = readonly [table: string, id: string, fields: SqlRow, isInsert?: 1];

/** A fact about one subject. Listeners get it after the commit that made it true. */
export type Fact = {
  readonly seq: number;
  readonly id: string;
  readonly topic: string;
  readonly organizationID: string | null;
  readonly subjectID: string;
  /**
   * The member who created the subject; a limitedAccessUser only gets facts of subjects that it
   * created.
   */
  readonly visibleTo: string | null;
  readonly at: string;
};

/** A fact before its commit assigns a number. */
export type NewFact = Omit<Fact, "seq"> & { readonly payload: unknown };

/** A row that this station inserted. */
type MadeRow = { readonly table: SyncedTable; readonly id: string; readonly fields: SqlRow };

/** State gathered by an open transaction. */
export type OpenTransaction = {
  readonly hlc: string;
  /** `hlc` in the short form that rows store. */
  readonly stamp: string;
  /** In the order of the writes: rolling back a savepoint truncates the list. */
  readonly changes: {
    readonly table: SyncedTable;
    readonly id: string;
    readonly fields: SqlRow;
    readonly isInsert: boolean;
  }[];
  /** "<table> <id>" of inserted rows → their index in `changes`. */
  readonly inserted: Map<string, number>;
  /**
   * Inserted rows that another station may also insert, or that are folded with rows of other
   * stations.
   */
  readonly made: MadeRow[];
  /** Keys that must be new; inserted before COMMIT. */
  readonly once: { readonly key: string; readonly taken: () => Error }[];
  readonly facts: NewFact[];
  /** Sequence number of this transaction's newest outbox row. */
  lastSeq?: number;
  /** Tables written so far: cached reads of them are invalid after a rollback. */
  readonly tables: Set<string>;
};

export type Db = {
  readonly raw: Database;
  /**
   * Returns the prepared statement for `text`, cached per connection. Preparing costs more than
   * running.
   */
  sql<Row = SqlRow>(text: string): Statement<unknown[], Row>;
  readonly clock: HybridClock;
  readonly stamps: Stamps;
  readonly stationID: string;
  /** Whether a newer app has added tables or columns that this version does not know. */
  readonly isNewer: boolean;
  /** Starts at 1; increases each time the file is replaced by an older copy. */
  readonly incarnation: number;
  /**
   * Whether the station has joined a hub. It then only uses numbers and money that the hub has
   * leased to it.
   */
  isLeasing: boolean;
  /**
   * Called inside a transaction when few leased numbers of a range are left; set by the code that
   * leases more.
   */
  onLowNumbers: ((need: NumbersNeed) => void) | null;
  /** State outside the file that detects an older copy and prevents issuing a number twice. */
  readonly ceilings: Ceilings;
  /** Only set by a transaction. */
  open: OpenTransaction | null;
  /** Total duration of COMMITs since the start, ms. */
  readonly commits: { ms: number };
  /**
   * Transactions that wait for a shared COMMIT; any other use of the connection commits them first.
   */
  group: Group | null;
  /** Facts of committed transactions that some listeners have not yet received. */
  readonly undelivered: (readonly Fact[])[];
  /**
   * Set when the station has received changes of others: earlier changes may concern a row that is
   * created here.
   */
  joined: { settle(made: readonly MadeRow[]): void } | null;
  /** Columns of synced tables that are sent to other stations, cached. */
  readonly columns: Map<string, ReadonlySet<string>>;
  /** Column types of synced tables, cached. */
  readonly columnTypes: Map<string, ReadonlyMap<string, ColumnType>>;
  /**
   * Counts writes per synced table at this station, and caches results of small reads until the
   * next write (`read-cache.ts`).
   */
  readonly writes: Map<string, number>;
  readonly readCache: Map<string, { readonly version: number; readonly value: unknown }>;
  readonly listeners: Set<(facts: readonly Fact[]) => void>;
  /**
   * Makes the station continue as a new writer, with numbers above all that it has issued.
   *
   * @param isOlderCopy Whether the file is an older copy of the station's database, which the files
   *   next to it do not show: open work is settled as after a restore.
   */
  beginIncarnation(isOlderCopy: boolean, log?: Log): void;
  /**
   * Makes the clock continue from this stamp, even if it has issued later stamps: the changes with
   * those were stamped again.
   */
  resetClock(hlc: string): void;
  /** Called after each COMMIT that wrote to the outbox, even without facts. */
  readonly onWritten: Set<() => void>;
  close(): void;
};

/**
 * @param path A file path, or ":memory:" in tests.
 * @param newId Makes the station's id when the file is new.
 * @param log Gets each step while an earlier version's file is migrated.
 * @param onUpgrade Called before each of these steps.
 * @throws DatabaseIsNewerError when a newer app wrote the file in a way this version cannot read.
 * @throws DataFolderError when the file is empty, damaged or not a Packbench database; it is not
 *   overwritten.
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
 * Opens a second, read-only connection for lists, exports and checks next to the writer.
 *
 * @param keepReading Called by statements that use `still_wanted()`; an error it throws ends the
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
    // A store declares its row type next to its columns.
    return statement as Statement<unknown[], Row>;
  };
}
