/** The state that must be equal at all stations once each has applied the changes of the others. */
import { byColumn } from "../../../core/db/column-names.ts";
import type { Db } from "../../../core/db/database.ts";
import { declarationOf, isSyncedColumn } from "../../../core/db/tables.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { SYNCED_TABLES } from "../../helpers/tables.ts";

/** Addresses that no purchase names, as after an erasure, do not travel in snapshots. */
const NAMED = ` WHERE id IN (SELECT sender_id FROM purchase_snapshots)`;

/**
 * The part of a synced table that must be equal at every station: the rows without columns that are
 * not synced, and the stamp of each field with the writer's whole name.
 */
function rowsOf(db: Db, table: string): unknown[] {
  const declared = declarationOf(db, table);
  const own =
    table === "shipments"
      ? ["seq", "is_listed", "is_printed"]
      : table === "tracking_events"
        ? []
        : [...(declared.local ?? [])];
  const whole = (stamp: string): string => `${stamp.slice(0, 16)}-${db.stamps.writerOf(stamp)}`;
  const clocks = new Map(
    db
      .sql<{ rowID: string; clocks: string }>(
        `SELECT row_id, clocks FROM row_clocks WHERE table_name = ?`,
      )
      .all(table)
      .map(({ rowID, clocks }) => [
        rowID,
        Object.entries(JSON.parse(clocks) as Record<string, string[]>),
      ]),
  );
  return db
    .sql(`SELECT * FROM ${table}${table === "frozen_addresses" ? NAMED : ""}`)
    .all()
    .map(byColumn)
    .map((row) => {
      const { stamp, ...fields } = row;
      const base = whole(String(stamp));
      const later = (clocks.get(String(row["id"])) ?? []).flatMap(([at, names]) =>
        names.map((name) => [name, whole(at)] as const),
      );
      const times =
        declared.merge === "once"
          ? {}
          : Object.fromEntries(
              Object.keys(fields).map((name) => [name, new Map(later).get(name) ?? base]),
            );
      for (const name of Object.keys(times))
        if (!isSyncedColumn(declared, name) || declared.latest?.includes(name) === true)
          delete times[name];
      for (const name of own) delete fields[name];
      return { fields, times };
    })
    .sort((a, b) => (JSON.stringify(a.fields) < JSON.stringify(b.fields) ? -1 : 1));
}

/**
 * All synced rows, changes that wait for a row, and the counts and balances computed from the rows.
 */
export function stateOf({ deps }: Pick<LooseStation, "deps">): Record<string, unknown> {
  const { db } = deps;
  return {
    ...Object.fromEntries(SYNCED_TABLES.map((table) => [table, rowsOf(db, table)])),
    counts: db.sql(`SELECT * FROM shipment_counts WHERE n <> 0 ORDER BY 1, 2, 3`).all(),
    open: db
      .sql(
        `SELECT s.id, p.step, p.reason, p.last_at, p.is_handled FROM open_parcels AS p JOIN shipments AS s ON s.seq = p.seq ORDER BY s.id`,
      )
      .all(),
    contents: db.sql(`SELECT * FROM packed_contents ORDER BY purchase_id, shipment_id`).all(),
    parked: db.sql(`SELECT * FROM parked_changes`).all(),
    waiting: db.sql(`SELECT * FROM waiting_rows`).all(),
    balances: db.sql(`SELECT organization_id, balance_minor FROM balances ORDER BY 1`).all(),
  };
}
