/**
 * The types of an open database and of what is written to it. `open-database.ts` opens a database.
 */
import type { Database } from "better-sqlite3";
import type { Log } from "../base/log.ts";
import type { HybridClock } from "./hlc.ts";
import type { NumbersNeed } from "./leases.ts";
import type { SqlStatement } from "./statements.ts";
import type { Tables } from "./tables.ts";

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** One change of a row, as other stations apply it: table, id, written fields; 1 for a new row. */
export type RowChange = readonly [table: string, id: string, fields: SqlRow, isInsert?: 1];

/** A fact about one subject. Listeners get the fact after the COMMIT of its transaction. */
export type Fact = {
  readonly seq: number;
  readonly id: string;
  readonly topic: string;
  readonly organizationID: string | null;
  readonly subjectID: string;
  /**
   * The member who created the subject; a limitedAccessUser gets no facts of other members'
   * subjects. Null: every member of the organization may see the fact.
   */
  readonly visibleTo: string | null;
  readonly at: string;
};

/** A fact before its transaction assigns a number. */
export type NewFact = Omit<Fact, "seq"> & { readonly payload: unknown };

/** A row that this station inserted. */
type MadeRow = { readonly table: string; readonly id: string; readonly fields: SqlRow };

/** State gathered by an open transaction. */
export type OpenTransaction = {
  readonly hlc: string;
  /** The transaction's stamp `hlc` in the short form that rows store. */
  readonly stamp: string;
  /** Changes in the order of the writes: rolling back a savepoint truncates the list. */
  readonly changes: {
    readonly table: string;
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

/** Converts stamps between their whole form and the short form that rows store: `stamps.ts`. */
export type Stamps = {
  /** Converts a whole stamp to its short form, and assigns a number to a new station. */
  shorten(hlc: string): string;
  /**
   * Returns whether the short stamp `a` is later than `b`. Stamps of one instant are ordered by
   * station name, so that all stations agree.
   */
  isAfter(a: string, b: string): boolean;
  /** Finds the name of a short stamp's writer. */
  writerOf(stamp: string): string;
  /** Lists the names of all writers that have a number here. */
  writers(): string[];
  /** Clears cached numbers, which a rollback may have undone. */
  forget(): void;
};

/** State in files next to the database: `ceilings.ts`. */
export type Ceilings = {
  /** Incarnation of the last start that wrote the files. */
  readonly incarnation: number;
  /** Returns whether the files next to the database show that it is an older copy. */
  isRestored(): boolean;
  /**
   * Starts a new incarnation whose numbers and facts continue above all that may have been issued.
   */
  burn(incarnation: number): void;
  /**
   * Ties the files to this start of the station. Called after the incarnation is committed; until
   * then the files still show that the database was restored. Durable when it returns.
   */
  markStart(): void;
  /**
   * Returns the first number of a range that may not be issued yet. Raises it durably when `next`
   * has reached it.
   */
  ceilingFor(range: string, next: number): number;
  /** Records the newest outbox row. Called after the COMMIT that wrote it, so it never throws. */
  note(seq: number): void;
  close(): void;
};

/** Transactions that wait for the same COMMIT. */
export type Group = {
  join<T>(run: () => T): Promise<T>;
  /**
   * Commits now instead of at the end of the turn. Never throws: each member's promise resolves or
   * rejects.
   */
  flush(): void;
};

/** Declared type of a column and whether it may be null. */
export type ColumnType = { readonly type: string; readonly isNullable: boolean };

/** The part of a database that cached reads use; a reader thread has it too. */
export type CachedDb = Pick<Db, "sql" | "tables" | "writes" | "readCache">;

export type Db = {
  readonly raw: Database;
  /**
   * Returns the prepared statement for `text`. Its rows have camelCase names: `organizationID` for
   * the column `organization_id`.
   */
  sql<Row = SqlRow>(text: string): SqlStatement<Row>;
  /** The declarations of all tables. */
  readonly tables: Tables;
  readonly clock: HybridClock;
  readonly stamps: Stamps;
  readonly stationID: string;
  /** Whether a newer app has added tables or columns that this version does not know. */
  readonly isNewer: boolean;
  /**
   * Starts at 1; increases when the station continues as a new writer, for example from an older
   * copy.
   */
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
  /**
   * State in files next to the database that detects an older copy and prevents issuing a number
   * twice.
   */
  readonly ceilings: Ceilings;
  /** The transaction that is open now; only the transaction code sets it. */
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
   * Set when the station connects to a hub or has received changes of other stations: changes that
   * arrived earlier may concern a row that is created here.
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
   * @param isOlderCopy Whether the file is an older copy of the station's database although the
   *   files next to it do not show this. If so, open work is settled as after a restore.
   */
  beginIncarnation(isOlderCopy: boolean, log?: Log): void;
  /**
   * Makes the clock continue from this stamp, even if it has issued later stamps: the changes with
   * later stamps have got new stamps.
   */
  resetClock(hlc: string): void;
  /** Called after each COMMIT that wrote to the outbox, even without facts. */
  readonly onWritten: Set<() => void>;
  /** Called after each COMMIT, even if it wrote neither facts nor changes for other stations. */
  readonly onCommitted: Set<() => void>;
  close(): void;
};

/** Dependencies of a transaction. */
export type Writer = {
  readonly db: Db;
  readonly now: () => string;
  readonly newId: () => string;
  readonly log?: Log;
};
