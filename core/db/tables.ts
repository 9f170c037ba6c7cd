/**
 * The form in which a room declares its tables, in the `<d>.tables.ts` next to its store, and how
 * to read the declarations. `core/all-tables.ts` collects them; an open database has them as
 * `db.tables`.
 *
 * Tables are named by plain strings: a union of all names would need types of higher roofs.
 * `declarationOf` throws for a name that no room declares.
 */

/** Columns that keep the larger value, in most tables whose rows change. */
export const LATEST: readonly string[] = ["updated_at"];

/** A table whose rows are synced between stations. Each has the columns `id` and `stamp`. */
export type SyncedTable = {
  /**
   * `fields`: the last writer of each field wins. `once`: a row is inserted whole, and stations do
   * not change its fields later.
   */
  readonly merge: "fields" | "once";
  /** Columns that are not synced, because they belong to this station. */
  readonly local?: readonly string[];
  /**
   * Columns that are not synced, because every station with the same rows folds the same values
   * from them. A snapshot includes them, so that nothing has to be folded again.
   */
  readonly foldedColumns?: readonly string[];
  /** Columns that keep the larger value. */
  readonly latest?: readonly string[];
  /** The column before `id` in the primary key. */
  readonly parent?: string;
  /**
   * Columns that name a row of another table, each with that table. A row is applied once the rows
   * that it names exist here.
   */
  readonly needs?: Readonly<Record<string, string>>;
  /**
   * A trigger rejects changes; if a later version adds a column, its migration fills the column in.
   */
  readonly isSealed?: true;
  /** Rows determine their parent's state together with rows of other stations. */
  readonly isFolded?: true;
  /** Values of unsynced columns for a received row, until the row is folded. */
  readonly initial?: Readonly<Record<string, string>>;
  /** The organization of a row; absent: the row names it in `organization_id`. */
  readonly owner?: Owner;
  /** The column that names the station that wrote a row; no other station may send such a row. */
  readonly writer?: string;
  /**
   * Columns of other tables that name a row of this table; a column in a table's `needs` does not
   * have to be repeated here.
   */
  readonly namedBy?: readonly string[];
  /** A snapshot's rows of this table are merged before those of other tables. */
  readonly isMergedFirst?: true;
  readonly exported?: ExportedTable;
  /** Columns that an erasure of personal data overwrites, each with its replacement value. */
  readonly personal?: Readonly<Record<string, string | number | null>>;
  /** Columns with personal data whose replacement value depends on the row. */
  readonly personalByRow?: readonly string[];
};

/**
 * `itself`: the row's id is the organization's. `of`: the organization is that of the row in this
 * other table, which the column `by` names. `sharedIn`: the row has no organization; rows of this
 * other table, which may belong to several organizations, name the row in their column `by`.
 */
export type Owner =
  | "itself"
  | { readonly of: string; readonly by: string }
  | { readonly sharedIn: string; readonly by: string };

/**
 * A table in an export. `as`: name of the file; default: the table's. `leaves`: columns that are
 * not exported, in addition to the stamp and to local columns.
 */
export type ExportedTable = { readonly as?: string; readonly leaves?: readonly string[] };

/** A table that is not synced. Its exported rows name their organization in `organization_id`. */
type StationTable = { readonly exported?: ExportedTable };

/** The tables of one room, by name. */
export type RoomTables = {
  readonly synced?: Readonly<Record<string, SyncedTable>>;
  readonly station?: Readonly<Record<string, StationTable>>;
};

/** All declared tables. Plain data, so that threads can get it. */
export type Tables = {
  readonly synced: ReadonlyMap<string, SyncedTable>;
  readonly station: ReadonlyMap<string, StationTable>;
  /** Synced tables with `isFolded`. */
  readonly folded: readonly string[];
  /** Tables of rows that rows of other tables need. */
  readonly needed: ReadonlySet<string>;
  /** Columns that name a row, each with the table of that row. */
  readonly naming: readonly (readonly [column: string, of: string])[];
};

/** An open database, or the input of a thread that needs the declarations. */
export type WithTables = { readonly tables: Tables };

/**
 * Collects the declarations of all rooms.
 *
 * @param rooms In the order in which a snapshot is merged and an export is written.
 * @throws Error when a table is declared twice.
 */
export function collectTables(rooms: readonly RoomTables[]): Tables {
  const synced = rooms.flatMap((room) => Object.entries(room.synced ?? {}));
  const station = rooms.flatMap((room) => Object.entries(room.station ?? {}));
  const names = [...synced, ...station].map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`the table ${twice} is declared twice`);
  return {
    synced: new Map(synced),
    station: new Map(station),
    folded: synced.flatMap(([name, { isFolded }]) => (isFolded === true ? [name] : [])),
    needed: new Set(synced.flatMap(([, { needs = {} }]) => Object.values(needs))),
    naming: synced.flatMap(([name, { namedBy = [] }]) =>
      namedBy.map((column) => [column, name] as const),
    ),
  };
}

/** Lists the names of the synced tables in their order. */
export function syncedTables({ tables }: WithTables): string[] {
  return [...tables.synced.keys()];
}

/** Returns whether this app declares a synced table of that name. */
export function isSynced({ tables }: WithTables, name: string): boolean {
  return tables.synced.has(name);
}

/**
 * Finds the declaration of a synced table.
 *
 * @throws Error for a table that no room declares as synced.
 */
export function declarationOf({ tables }: WithTables, table: string): SyncedTable {
  const found = tables.synced.get(table);
  if (found === undefined)
    throw new Error(
      `the synced table ${table} is not declared; declare it in the *.tables.ts of its room`,
    );
  return found;
}

/**
 * Lists the columns of a synced table with personal data; none for a table that is not declared.
 */
export function personalColumns({ tables }: WithTables, table: string): string[] {
  const { personal = {}, personalByRow = [] } = tables.synced.get(table) ?? {};
  return [...Object.keys(personal), ...personalByRow];
}

/** Returns whether the values of a column are sent to other stations by the column's name. */
export function isSyncedColumn(
  { local = [], foldedColumns = [] }: SyncedTable,
  column: string,
): boolean {
  return (
    column !== "id" &&
    column !== "stamp" &&
    !local.includes(column) &&
    !foldedColumns.includes(column)
  );
}
