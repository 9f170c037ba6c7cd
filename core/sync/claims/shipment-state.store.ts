/**
 * A station's state of a shipment when it gives the shipment away. The claiming station waits until
 * it has the same state, so that it does not buy a shipment that was put on hold, changed or
 * weighed again just before.
 */
import { z } from "zod";
import type { Db } from "../../db/database.ts";
import { hlcOf, timeOf, writerOf } from "../../db/hlc.ts";
import { isKeptBack } from "../../db/kept-back.ts";
import { readClocks, stampOf } from "../../db/row-clocks.ts";

/** Tables whose row has the shipment's id. */
const OWN_ROWS = ["shipments", "parcels", "rate_requests"] as const;
/**
 * Table and id of a row, and the row's changed fields, listed under the whole stamp of their last
 * change. A row that has not changed since its insert has no stamps.
 */
const rowSchema = z.tuple([
  z.enum([...OWN_ROWS, "addresses"]),
  z.string().max(64),
  z.record(z.string().max(128), z.array(z.string().max(64))),
]);
/** `facts`: ids. */
export const shipmentStateSchema = z.object({
  rows: z.array(rowSchema),
  facts: z.array(z.string().max(64)),
});
export type ShipmentState = z.output<typeof shipmentStateSchema>;

type Read = Pick<Db, "sql" | "stamps">;

/**
 * Reads the state of a shipment. Omits changes of this station that are not published because their
 * incarnation was revoked.
 *
 * @param shipmentID Id of a shipment that exists here.
 */
export function stateOf(db: Read & Pick<Db, "stationID">, shipmentID: string): ShipmentState {
  const own = `${db.stationID}.`;
  const travels = (hlc: string): boolean => !writerOf(hlc).startsWith(own) || !isKeptBack(db, hlc);
  const rows = [
    ...OWN_ROWS.map((table) => [table, shipmentID] as const),
    ...addressIDs(db, shipmentID).map((id) => ["addresses", id] as const),
  ];
  return {
    rows: rows.flatMap(([table, id]): ShipmentState["rows"] => {
      const insert = insertOf(db, table, id);
      if (insert === undefined || !travels(insert)) return [];
      const clocks = Object.entries(readClocks(db, table, id)).map(
        ([stamp, fields]): [string, string[]] => [wholeOf(db, stamp), fields],
      );
      return [[table, id, Object.fromEntries(clocks.filter(([hlc]) => travels(hlc)))]];
    }),
    facts: db
      .sql<{ id: string; stamp: string }>(
        `SELECT id, stamp FROM shipment_facts WHERE shipment_id = ?`,
      )
      .all(shipmentID)
      .flatMap(({ id, stamp }) => (travels(wholeOf(db, stamp)) ? [id] : [])),
  };
}

/** Returns whether this station has this state of the shipment or a later state. */
export function knows(db: Read, shipmentID: string, { rows, facts }: ShipmentState): boolean {
  const hasRow = ([table, id, clocks]: ShipmentState["rows"][number]): boolean => {
    const insert = insertOf(db, table, id);
    if (insert === undefined) return false;
    const own = readClocks(db, table, id);
    const whole = (stamp: string | undefined): string | undefined =>
      stamp === undefined ? undefined : wholeOf(db, stamp);
    return Object.entries(clocks).every(([hlc, fields]) =>
      fields.every((field) => (whole(stampOf(own, field)) ?? insert) >= hlc),
    );
  };
  const hasFact = (id: string): boolean =>
    db.sql(`SELECT 1 FROM shipment_facts WHERE shipment_id = ? AND id = ?`).get(shipmentID, id) !==
    undefined;
  return rows.every(hasRow) && facts.every(hasFact);
}

function insertOf(db: Read, table: string, id: string): string | undefined {
  const stamp = db.sql<{ stamp: string }>(`SELECT stamp FROM ${table} WHERE id = ?`).get(id)?.stamp;
  return stamp === undefined ? undefined : wholeOf(db, stamp);
}

function addressIDs(db: Read, shipmentID: string): string[] {
  const row = db
    .sql<Record<string, string>>(
      `SELECT sender_address_id, return_address_id, recipient_address_id FROM shipments WHERE id = ?`,
    )
    .get(shipmentID);
  return [...new Set(Object.values(row ?? {}))];
}

function wholeOf({ stamps }: Read, stamp: string): string {
  return hlcOf(timeOf(stamp), stamps.writerOf(stamp));
}
