/**
 * The floor of a one-step purchase: a bare node:http handler that reads the JSON body and writes the same rows into
 * the same tables in one durable commit, copied from a purchase of ours. No rules, no prices, no search, no envelope.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import BetterSqlite3 from "better-sqlite3";

/** Tables a purchase adds a row to, and the columns that must differ from row to row. */
const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  addresses: ["id"],
  orders: ["id"],
  shipments: ["seq", "id", "number", "barcode"],
  quote_rounds: ["shipment_id"],
  offers: ["id"],
  transactions: ["id", "shipment_id"],
  ledger_entries: ["seq", "id", "transaction_id"],
  labels: ["id"],
  outbox: ["seq"],
};

const [file = ""] = process.argv.slice(2);
const db = new BetterSqlite3(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
let n = Number(db.prepare("SELECT max(number) FROM shipments").pluck().get()) + 1_000_000;

type Writer = { readonly row: Record<string, unknown>; readonly unique: readonly string[]; readonly insert: BetterSqlite3.Statement };
const writers: Writer[] = Object.entries(UNIQUE).flatMap(([table, unique]) => {
  const rows = db.prepare(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT ${table === "outbox" ? 5 : 1}`.replace("rowid", table === "quote_rounds" ? "updated_at" : table === "offers" ? "created_at" : "rowid")).all() as Record<string, unknown>[];
  const columns = Object.keys(rows[0] ?? {});
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((c) => `:${c}`).join(", ")})`);
  return rows.map((row) => ({ row, unique, insert }));
});
const search = db.prepare("INSERT INTO shipments_search (rowid, text) VALUES (?, 'cagla simsekoglu 05551112233 istanbul kadikoy')");
const balance = db.prepare("UPDATE balances SET balance_minor = balance_minor - 1");

const commit = db.transaction(() => {
  n += 1;
  const id = randomUUID();
  for (const { row, unique, insert } of writers) {
    const changed = Object.fromEntries(unique.map((column) => [column, column === "seq" || column === "number" ? (n += 1) : column === "barcode" ? String(n) : id]));
    insert.run({ ...row, ...changed });
  }
  search.run(n);
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
}).listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, token: "" })}\n`));
process.once("SIGTERM", () => process.exit(0));
