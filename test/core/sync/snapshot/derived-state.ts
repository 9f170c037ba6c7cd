/**
 * All rows and derived state of a station, in a form in which two stations with the same rows are
 * equal.
 */
import type { Db, SqlRow } from "../../../../core/db/database.ts";
import { indexAddresses } from "../../../../core/shipping/addresses/address-book.ts";
import { indexSome } from "../../../../core/shipping/shipments/search-index.ts";
import type { LooseStation } from "../../../helpers/loose-stations.ts";
import { STATION_TABLES, SYNCED_TABLES } from "../../../helpers/tables.ts";

/**
 * Tables of one station whose rows depend on when and how changes arrived, not only on what they
 * changed.
 */
export const OF_THE_WAY: ReadonlySet<string> = new Set([
  "station_meta",
  "stations",
  "outbox",
  "outbox_cursors",
  "address_book_search",
  "shipments_search",
  "idempotency_keys",
  "used_barcodes",
  "ledger_checkpoints",
]);

/** Columns, by table, that each station fills independently; they are not compared. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  shipments: ["seq"],
  open_parcels: ["seq"],
  unindexed_shipments: ["seq"],
  address_book: ["seq"],
  jobs: ["id", "created_at", "updated_at", "next_attempt_at", "deadline_at", "position"],
  webhook_deliveries: ["fact_seq", "updated_at"],
};

/**
 * Reads everything of a station by table, and its facts since `from`. Updates its indexes first.
 */
export function derivedState(
  { deps }: Pick<LooseStation, "deps">,
  from: number,
): Record<string, string[]> {
  const { db } = deps;
  while (indexSome(deps));
  while (indexAddresses(deps));
  const tables = [...SYNCED_TABLES, ...STATION_TABLES.filter((table) => !OF_THE_WAY.has(table))];
  return {
    ...Object.fromEntries(tables.map((table) => [table, rowsOf(db, table)])),
    searches: searchesOf(db),
    facts: factsOf(db, from),
  };
}

function rowsOf(db: Db, table: string): string[] {
  const bySeq = new Map(
    db
      .sql<{ seq: number; id: string }>(`SELECT seq, id FROM shipments`)
      .all()
      .map(({ seq, id }) => [seq, id]),
  );
  // A snapshot omits senders that no purchase names any longer.
  const where =
    table === "frozen_addresses" ? " WHERE id IN (SELECT sender_id FROM purchase_snapshots)" : "";
  return db
    .sql(`SELECT * FROM ${table}${where}`)
    .all()
    .map((row) => textOf(db, table, row, bySeq))
    .sort();
}

/** Writes a row as text, in which each stamp contains its writer's whole name. */
function textOf(db: Db, table: string, row: SqlRow, bySeq: ReadonlyMap<number, string>): string {
  const whole = (stamp: string): string => `${stamp.slice(0, 16)}-${db.stamps.writerOf(stamp)}`;
  const shown: Record<string, unknown> = { ...row };
  if (table !== "shipments" && table !== "address_book" && typeof row["seq"] === "number")
    shown["shipment"] = bySeq.get(row["seq"]);
  if (typeof row["stamp"] === "string" && row["stamp"] !== "") shown["stamp"] = whole(row["stamp"]);
  if (typeof row["clocks"] === "string")
    shown["clocks"] = Object.entries(JSON.parse(row["clocks"]) as Record<string, string[]>)
      .map(([stamp, fields]) => [whole(stamp), [...fields].sort()])
      .sort();
  for (const column of OWN[table] ?? []) delete shown[column];
  return JSON.stringify(shown);
}

/** Lists words of names, each with the rows that the search indexes find. */
function searchesOf(db: Db): string[] {
  const words = db
    .sql<{ word: string }>(
      `SELECT DISTINCT lower(substr(name, 1, 5)) AS word FROM addresses WHERE name <> ''`,
    )
    .all();
  return words.map(({ word }) => {
    const parcels = db
      .sql(
        `SELECT s.id FROM shipments_search AS x JOIN shipments AS s ON s.seq = x.rowid WHERE shipments_search MATCH ? ORDER BY s.id`,
      )
      .all(`"${word}"*`);
    const addresses = db
      .sql(
        `SELECT b.address_id FROM address_book_search AS x JOIN address_book AS b ON b.seq = x.rowid WHERE address_book_search MATCH ? ORDER BY 1`,
      )
      .all(`"${word}"*`);
    return JSON.stringify({ word, parcels, addresses });
  });
}

/**
 * Reads each fact once, because the number of equal facts depends on how the rows arrived.
 * Omits the "….changed" facts that projections record: a snapshot has millions of rows, so a station
 * records these facts only for rows that it knew before. A new topic of this kind must be added.
 */
function factsOf(db: Db, from: number): string[] {
  return db
    .sql<{ fact: string }>(
      `SELECT DISTINCT topic || ' ' || subject_id || CASE topic WHEN 'tracking.updated' THEN ' ' || id ELSE '' END AS fact
         FROM outbox
        WHERE seq > :from AND topic NOT IN ('commit', 'address.changed', 'shipment.changed', 'printrequest.changed', 'sharedprinter.changed')
           OR (topic = 'printrequest.changed' AND subject_id IN (SELECT id FROM print_requests WHERE state IN ('ASKED', 'TAKEN')))
        ORDER BY 1`,
    )
    .all({ from })
    .map(({ fact }) => fact);
}
