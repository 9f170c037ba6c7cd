/**
 * The floor of a one-step purchase: a bare node:http handler that reads the JSON body and writes
 * copies of the rows of one of our purchases to the same tables in one durable transaction. It has
 * no rules, prices, search or response envelope.
 */
import { createServer } from "node:http";
import BetterSqlite3 from "better-sqlite3";
import { newId } from "../../core/base/ids.ts";

/**
 * Tables to which a purchase adds rows, the number of rows, the column whose highest values are the
 * newest, and the columns that must differ from row to row.
 */
const TABLES: readonly {
  readonly table: string;
  readonly rows?: number;
  readonly newest: string;
  readonly unique: readonly string[];
}[] = [
  { table: "addresses", newest: "id", unique: ["id"] },
  { table: "orders", newest: "rowid", unique: ["id"] },
  { table: "shipments", newest: "seq", unique: ["seq", "id", "number", "barcode", "purchase_id"] },
  { table: "parcels", newest: "id", unique: ["id", "shipment_id"] },
  { table: "shipment_facts", newest: "shipment_id", unique: ["shipment_id", "id", "source_id"] },
  { table: "transactions", newest: "rowid", unique: ["id", "shipment_id"] },
  { table: "purchase_snapshots", newest: "rowid", unique: ["id"] },
  { table: "ledger_entries", newest: "id", unique: ["id", "transaction_id", "n"] },
  { table: "done_once", rows: 2, newest: "key", unique: ["key"] },
  { table: "used_barcodes", newest: "barcode", unique: ["barcode"] },
  { table: "outbox", rows: 4, newest: "seq", unique: ["seq"] },
];

const [file = ""] = process.argv.slice(2);
const db = new BetterSqlite3(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
let n = Number(db.prepare("SELECT max(number) FROM shipments").pluck().get()) + 1_000_000;

type Writer = {
  readonly row: Record<string, unknown>;
  readonly unique: readonly string[];
  readonly insert: BetterSqlite3.Statement;
};
const writers: Writer[] = TABLES.flatMap(({ table, rows = 1, newest, unique }) => {
  const found = db
    .prepare(`SELECT * FROM ${table} ORDER BY ${newest} DESC LIMIT ${rows}`)
    .all() as Record<string, unknown>[];
  const columns = Object.keys(found[0] ?? {});
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((c) => `:${c}`).join(", ")})`,
  );
  // A new shipment is not in the indexes of lists.
  return found.map((row) => ({
    row: "is_listed" in row ? { ...row, is_listed: 0 } : row,
    unique,
    insert,
  }));
});
const balance = db.prepare("UPDATE balances SET balance_minor = balance_minor - 1");
const NUMBERED: readonly string[] = ["seq", "number", "n"];

const commit = db.transaction(() => {
  n += 1;
  const id = newId();
  writers.forEach(({ row, unique, insert }, i) => {
    const changed = Object.fromEntries(
      unique.map((column) => [
        column,
        NUMBERED.includes(column)
          ? (n += 1)
          : column === "barcode"
            ? String(n)
            : column === "key"
              ? `${id} ${i}`
              : id,
      ]),
    );
    insert.run({ ...row, ...changed });
  });
  balance.run();
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    commit();
    response.writeHead(201, { "content-type": "application/json" }).end('{"result":true}');
  });
}).listen(0, "127.0.0.1", () =>
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, token: "" })}\n`,
  ),
);
process.once("SIGTERM", () => process.exit(0));
