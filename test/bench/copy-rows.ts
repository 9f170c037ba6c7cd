/**
 * Copies a shipment with all its rows, under new ids. Tables and columns are read from the
 * database. A row belongs to a shipment if one of its cells is the shipment's id, or an id that
 * occurs only in rows of that shipment.
 */
import type BetterSqlite3 from "better-sqlite3";
import type { RowChange } from "../../core/db/database.ts";
import { packChanges, unpackChanges } from "../../core/db/packed-changes.ts";

type Cell = string | number | bigint | null | Buffer;
type Row = Record<string, Cell>;
type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly numbered: readonly string[];
  readonly dated: readonly string[];
};

/**
 * How a copy writes a cell: `fixed` is the same in all copies; `pieces` are texts, and indexes into
 * the names that each copy replaces; `counter` names the column whose next number is written; `at`
 * is a time, ms after the shipment's creation.
 */
type Part =
  | { readonly fixed: Cell }
  | { readonly pieces: readonly (string | number)[]; readonly isPacked: boolean }
  | { readonly counter: string }
  | { readonly at: number };
type TemplateRow = {
  readonly insert: BetterSqlite3.Statement;
  readonly parts: readonly Part[];
  readonly table: string;
};
export type Template = {
  readonly names: readonly string[];
  readonly ids: number;
  readonly rows: readonly TemplateRow[];
};

/** Columns that get the next number although they are not keys. */
const COUNTED: readonly string[] = ["shipments.number", "ledger_entries.n", "documents.hash"];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns all ids in the database: before the first shipment, the ids that shipments share. */
export function idsIn(db: BetterSqlite3.Database): ReadonlySet<string> {
  return new Set(
    tablesOf(db).flatMap(({ name }) =>
      (db.prepare(`SELECT * FROM ${name}`).all() as Row[]).flatMap((row) =>
        Object.values(row).filter(isID),
      ),
    ),
  );
}

export type Names = { readonly shipmentID: string; readonly recipientName: string };

/**
 * Reads the rows of one shipment as a template for copies.
 * @param before Ids that copies keep.
 * @returns `names`: the texts that each copy replaces, in this order: barcode, order number,
 *   recipient, then `ids` ids.
 */
export function templateOf(
  db: BetterSqlite3.Database,
  { shipmentID, recipientName }: Names,
  before: ReadonlySet<string>,
): Template {
  const shared = new Set([
    ...before,
    ...(db.prepare("SELECT id FROM frozen_addresses").pluck().all() as string[]),
  ]); // The first purchase creates these ids, and later purchases share them.
  const tables = tablesOf(db);
  const all = tables.map((table) => ({
    table,
    rows: (db.prepare(`SELECT * FROM ${table.name}`).all() as Row[]).map((row) =>
      table.name === "outbox" ? unpacked(row) : row,
    ),
  }));
  const shipment = db
    .prepare("SELECT barcode, order_number, created_at FROM shipments WHERE id = ?")
    .get(shipmentID) as Record<string, string>;
  const own = new Set([shipmentID]);
  const found = new Map<Row, Table>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { table, rows } of all) {
      for (const row of rows) {
        if (found.has(row) || !(belongs(row, own) || isBarcode(table, row, shipment["barcode"])))
          continue;
        found.set(row, table);
        for (const cell of Object.values(row)) if (isID(cell) && !shared.has(cell)) own.add(cell);
      }
    }
  }
  const names = [
    shipment["barcode"] || "\u0000",
    shipment["order_number"] || "\u0000",
    recipientName,
    ...own,
  ];
  const begin = Date.parse(String(shipment["created_at"]));
  // Names have only letters, digits, blanks and hyphens, so no name is read as a pattern.
  const isName = new RegExp(`(${names.join("|")})`, "u");
  const rows = [...found].map(([row, table]) => ({
    insert: db.prepare(
      `INSERT INTO ${table.name} (${table.columns.join(", ")}) VALUES (${table.columns.map(() => "?").join(", ")})`,
    ),
    table: table.name,
    parts: table.columns.map((column): Part => {
      const cell = row[column] ?? null;
      if (table.numbered.includes(column)) return { counter: `${table.name}.${column}` };
      if (COUNTED.includes(`${table.name}.${column}`))
        return { counter: `${table.name}.${column}` };
      if (typeof cell !== "string") return { fixed: cell };
      if (INSTANT.test(cell) && table.dated.includes(column))
        return { at: Date.parse(cell) - begin };
      const pieces = cell
        .split(isName)
        .map((piece) => (names.includes(piece) ? names.indexOf(piece) : piece));
      return pieces.length === 1
        ? { fixed: cell }
        : { pieces, isPacked: row["topic"] === "commit" && column === "payload" };
    }),
  }));
  return { names, ids: own.size, rows };
}

export type Copier = {
  /**
   * Inserts one copy.
   * @param at Time of the copy, ms since 1970.
   * @param nameOf Returns the recipient's name for a shipment number.
   * @param has Whether the copy gets its rows in this table.
   * @returns The copy's number, key in the search index, barcode and recipient.
   */
  copy(
    template: Template,
    at: number,
    nameOf: (number: number) => string,
    has: (table: string) => boolean,
  ): { number: number; seq: number; barcode: string; name: string };
};

/** Returns a copier whose numbers continue after the highest ones in the database. */
export function copier(db: BetterSqlite3.Database): Copier {
  const counters = new Map(
    COUNTED.map((name): [string, number] => [
      name,
      maxOf(db, name.split(".")[0] ?? "", name.split(".")[1] ?? ""),
    ]),
  );
  for (const { name, numbered } of tablesOf(db))
    for (const column of numbered) counters.set(`${name}.${column}`, maxOf(db, name, column));
  let ids = 0;
  return {
    copy(template, at, nameOf, has) {
      const number = (counters.get("shipments.number") ?? 0) + 1;
      const name = nameOf(number);
      const barcode = `F${String(number).padStart(11, "0")}`;
      const values = [barcode, `WEB-${number}`, name];
      for (let i = 0; i < template.ids; i += 1) values.push(idAt(at, (ids += 1)));
      for (const { insert, parts, table } of template.rows) {
        if (!has(table)) continue;
        insert.run(
          parts.map((part) => {
            if ("fixed" in part) return part.fixed;
            if ("at" in part) return new Date(at + part.at).toISOString();
            if ("pieces" in part) {
              const text = part.pieces
                .map((piece) => (typeof piece === "number" ? values[piece] : piece))
                .join("");
              return part.isPacked ? packChanges(JSON.parse(text) as RowChange[]) : text;
            }
            const next = (counters.get(part.counter) ?? 0) + 1;
            counters.set(part.counter, next);
            return next;
          }),
        );
      }
      return { number, seq: counters.get("shipments.seq") ?? number, barcode, name };
    },
  };
}

/** Returns a UUIDv7: ids grow with time, as the product's ids do. */
function idAt(ms: number, n: number): string {
  const time = ms.toString(16).padStart(12, "0");
  const count = n.toString(16).padStart(18, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}`;
}

/** Returns the row with its packed row changes as JSON text, so that ids can be found in them. */
function unpacked(row: Row): Row {
  const { payload } = row;
  return Buffer.isBuffer(payload)
    ? { ...row, payload: JSON.stringify(unpackChanges(payload)) }
    : row;
}

/**
 * Whether a row of `used_barcodes` has this shipment's barcode. Such a row has no id of the
 * shipment.
 */
function isBarcode(table: Table, row: Row, barcode: string | undefined): boolean {
  return table.name === "used_barcodes" && row["barcode"] === barcode;
}

/** Whether a cell of the row is one of these ids, begins with one of them, or lists one of them. */
function belongs(row: Row, own: ReadonlySet<string>): boolean {
  return Object.values(row).some(
    (cell) =>
      typeof cell === "string" &&
      (own.has(cell.slice(0, 36)) ||
        (cell.startsWith("[") && [...own].some((id) => cell.includes(`"${id}"`)))),
  );
}

function isID(cell: Cell): cell is string {
  return typeof cell === "string" && UUID.test(cell);
}

function tablesOf(db: BetterSqlite3.Database): Table[] {
  const names = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%\\_search%' ESCAPE '\\' AND name NOT IN ('station_meta', 'open_parcels')",
    )
    .pluck()
    .all() as string[];
  return names.map((name) => {
    const columns = db
      .prepare("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid")
      .all(name) as { name: string; type: string; pk: number }[];
    const keys = columns.filter((column) => column.pk > 0);
    return {
      name,
      columns: columns.map((column) => column.name),
      numbered:
        keys.length === 1
          ? keys.filter((key) => key.type === "INTEGER").map((key) => key.name)
          : [],
      dated: columns
        .filter((column) => /(_at|_date|^at)$/.test(column.name))
        .map((column) => column.name),
    };
  });
}

function maxOf(db: BetterSqlite3.Database, table: string, column: string): number {
  // A hash is not a number, so its counter starts at one.
  return Number(db.prepare(`SELECT coalesce(max(${column}), 0) FROM ${table}`).pluck().get()) || 0;
}
