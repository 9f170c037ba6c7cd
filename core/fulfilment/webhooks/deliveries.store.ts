/**
 * SQL for `webhook_deliveries`, local to the station, and `delivery_attempts`, which is synced: the
 * log of deliveries and their attempts. The job of a delivery holds the time of its next attempt.
 */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import type { DeliveryState } from "./webhooks.schema.ts";

export type DeliveryRow = {
  id: string;
  /** Time of the event. */
  createdAt: string;
  updatedAt: string;
  webhookID: string;
  /** 0: the event has not arrived at this station. */
  factSeq: number;
  eventID: string;
  shipmentID: string;
  state: DeliveryState;
  /** Whether the event was made at this station. */
  isOwn: number;
  /** Whether the delivery's job is in this station's queue. */
  isQueued: number;
  /** Earliest time of sending; "": at once. */
  heldUntil: string;
};

/**
 * An attempt. `outcome`: "" when the delivery is retried; "REOPENED": a person asked to send it
 * again; the receiver was not called.
 */
export type AttemptRow = {
  id: string;
  organizationID: string;
  webhookID: string;
  deliveryID: string;
  eventID: string;
  shipmentID: string;
  eventAt: string;
  at: string;
  statusCode: number | null;
  error: string;
  durationMs: number;
  outcome: "" | "DELIVERED" | "GIVEN_UP" | "REOPENED";
};

/**
 * Inserts a delivery, local to this station. If its attempts arrived first, the delivery exists
 * already and gets the event.
 */
export function insertDelivery(db: Db, row: Omit<DeliveryRow, "state">): void {
  db.sql(
    `INSERT INTO webhook_deliveries (id, created_at, updated_at, webhook_id, fact_seq, event_id, shipment_id, state, is_own, is_queued, held_until)
     VALUES (:id, :createdAt, :updatedAt, :webhookID, :factSeq, :eventID, :shipmentID, 'PENDING', :isOwn, :isQueued, :heldUntil)
     ON CONFLICT (webhook_id, event_id) DO UPDATE SET fact_seq = excluded.fact_seq, is_own = excluded.is_own WHERE fact_seq = 0`,
  ).run(row);
}

/**
 * Inserts the delivery of an attempt from another station unless it exists; local to this station.
 */
export function insertOfAttempt(db: Db, attempt: AttemptRow): void {
  db.sql(
    `INSERT INTO webhook_deliveries (id, created_at, updated_at, webhook_id, fact_seq, event_id, shipment_id, state, is_own, is_queued, held_until)
     VALUES (:deliveryID, :eventAt, :at, :webhookID, 0, :eventID, :shipmentID, 'PENDING', 0, 0, '')
     ON CONFLICT DO NOTHING`,
  ).run({
    deliveryID: attempt.deliveryID,
    eventAt: attempt.eventAt,
    at: attempt.at,
    webhookID: attempt.webhookID,
    eventID: attempt.eventID,
    shipmentID: attempt.shipmentID,
  });
}

/** Finds the oldest fact that must still be delivered. */
export function oldestOpenFact(db: Pick<Db, "sql">): number | undefined {
  return db
    .sql<{ seq: number }>(
      `SELECT fact_seq AS seq FROM webhook_deliveries WHERE state = 'PENDING' AND fact_seq > 0 ORDER BY fact_seq LIMIT 1`,
    )
    .get()?.seq;
}

/**
 * Lists pending deliveries of a webhook that have no job at this station, oldest event first.
 *
 * @param of.after Fact of the last delivery that was read.
 */
export function listWaiting(
  db: Pick<Db, "sql">,
  of: { webhookID: string; after: number; atMost: number },
): DeliveryRow[] {
  return db
    .sql<DeliveryRow>(
      `SELECT * FROM webhook_deliveries WHERE webhook_id = :webhookID AND state = 'PENDING' AND is_queued = 0 AND fact_seq > :after ORDER BY fact_seq LIMIT :atMost`,
    )
    .all(of);
}

/** Records whether a delivery's job is in the queue. */
export function markQueued(db: Db, id: string, isQueued: boolean): void {
  db.sql(`UPDATE webhook_deliveries SET is_queued = :isQueued WHERE id = :id`).run({
    id,
    isQueued: isQueued ? 1 : 0,
  });
}

/** Finds a delivery by its id alone, of any webhook and in any state. */
export function findDeliveryByID(db: Pick<Db, "sql">, id: string): DeliveryRow | undefined {
  return db.sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE id = ?`).get(id);
}

/** Limit of a listing for people. */
const MOST_OF_SHIPMENT = 50;

/** Lists at most 50 deliveries of one shipment, newest first, of all webhooks and in all states. */
export function listOfShipment(db: Pick<Db, "sql">, shipmentID: string): DeliveryRow[] {
  return db
    .sql<DeliveryRow>(
      `SELECT * FROM webhook_deliveries WHERE shipment_id = ? ORDER BY created_at DESC, fact_seq DESC LIMIT ${MOST_OF_SHIPMENT}`,
    )
    .all(shipmentID);
}

/** Finds until when an earlier event of a shipment is held back; "" when none is. */
export function findHeldUntil(
  db: Pick<Db, "sql">,
  { webhookID, shipmentID }: Pick<DeliveryRow, "webhookID" | "shipmentID">,
): string {
  return (
    db
      .sql<{ heldUntil: string | null }>(
        `SELECT max(held_until) AS held_until FROM webhook_deliveries INDEXED BY webhook_deliveries_by_shipment WHERE shipment_id = ? AND webhook_id = ? AND state = 'PENDING'`,
      )
      .get(shipmentID, webhookID)?.heldUntil ?? ""
  );
}

/** Finds a delivery in any state; undefined when this webhook has no such delivery. */
export function findDelivery(
  db: Pick<Db, "sql">,
  webhookID: string,
  id: string,
): DeliveryRow | undefined {
  return db
    .sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE id = ? AND webhook_id = ?`)
    .get(id, webhookID);
}

/** Finds the delivery of an event to a webhook; undefined when there is none yet. */
export function findOfEvent(
  db: Pick<Db, "sql">,
  webhookID: string,
  eventID: string,
): DeliveryRow | undefined {
  return db
    .sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND event_id = ?`)
    .get(webhookID, eventID);
}

/**
 * Lists a page of one webhook's deliveries in all states, newest event first, with their total
 * number. Uses the reader's connection, because a month of deliveries is kept.
 */
export async function listDeliveries(
  reader: Pick<Reader, "several">,
  webhookID: string,
  page: { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; attempts: AttemptRow[]; totalRows: number }> {
  // Rows before the page are skipped in the index, without reading the table.
  const found = `SELECT id, created_at FROM webhook_deliveries WHERE webhook_id = :webhookID AND ${whileWanted("rowid")} ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset`;
  const parameters = { webhookID, limit: page.limit, offset: page.offset };
  const [rows, attempts, counted] = await reader.several<[DeliveryRow, AttemptRow, { n: number }]>(
    [
      {
        sql: `SELECT d.* FROM (${found}) AS found CROSS JOIN webhook_deliveries AS d ON d.id = found.id ORDER BY found.created_at DESC, found.id DESC`,
        parameters,
      },
      {
        sql: `SELECT a.* FROM (${found}) AS found CROSS JOIN delivery_attempts AS a ON a.delivery_id = found.id ORDER BY a.at, a.id`,
        parameters,
      },
      {
        sql: `SELECT count(*) AS n FROM webhook_deliveries WHERE webhook_id = :webhookID AND ${whileWanted("rowid")}`,
        parameters: { webhookID },
      },
    ],
    "long",
  );
  return { rows, attempts, totalRows: counted[0]?.n ?? 0 };
}

/**
 * Lists every call for a delivery, at any station, and every reopening by a person; oldest first.
 */
export function listAttempts(db: Pick<Db, "sql">, deliveryID: string): AttemptRow[] {
  return db
    .sql<AttemptRow>(`SELECT * FROM delivery_attempts WHERE delivery_id = ? ORDER BY at, id`)
    .all(deliveryID);
}

/** Finds an attempt; undefined when it is not stored here. */
export function findAttempt(db: Pick<Db, "sql">, id: string): AttemptRow | undefined {
  return db.sql<AttemptRow>(`SELECT * FROM delivery_attempts WHERE id = ?`).get(id);
}

/**
 * Inserts an attempt; needs an open transaction.
 *
 * @param row `statusCode` is null when no answer came; `error` has the reason.
 */
export function insertAttempt(db: Db, row: AttemptRow): void {
  insertRow(db, "delivery_attempts", row);
}

/**
 * Ends a delivery. A given-up delivery can still become delivered; a delivered delivery is not
 * changed.
 *
 * @returns Whether the state has changed.
 */
export function markEnded(
  db: Db,
  id: string,
  state: Exclude<DeliveryState, "PENDING">,
  now: string,
): boolean {
  return (
    db
      .sql(
        `UPDATE webhook_deliveries SET state = :state, is_queued = 0, updated_at = :now WHERE id = :id AND state <> 'DELIVERED' AND state <> :state`,
      )
      .run({ id, state, now }).changes > 0
  );
}

/** Makes a delivery pending, from any state; its attempts stay in the log. */
export function markPending(db: Db, id: string, now: string): void {
  db.sql(
    `UPDATE webhook_deliveries SET state = 'PENDING', held_until = '', updated_at = :now WHERE id = :id`,
  ).run({ id, now });
}

/** Gives up those of the given deliveries that are pending: they are not sent again. */
export function markGivenUp(db: Db, ids: readonly string[], now: string): void {
  if (ids.length === 0) return;
  db.sql(
    `UPDATE webhook_deliveries SET state = 'GIVEN_UP', is_queued = 0, updated_at = :now WHERE id IN (SELECT value FROM json_each(:ids)) AND +state = 'PENDING'`,
  ).run({ ids: JSON.stringify(ids), now });
}

/**
 * Gives up at most `atMost` pending deliveries of a webhook that have no job at this station, and
 * returns their number.
 */
export function markSomeGivenUp(
  db: Db,
  of: { readonly webhookID: string; readonly now: string; readonly atMost: number },
): number {
  return db
    .sql(
      `UPDATE webhook_deliveries SET state = 'GIVEN_UP', updated_at = :now
        WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = :webhookID AND state = 'PENDING' AND is_queued = 0 ORDER BY fact_seq LIMIT :atMost)`,
    )
    .run(of).changes;
}

/**
 * Deletes at most `atMost` deliveries that ended before a time, with their attempts at this
 * station, and returns their ids.
 */
export function deleteEndedBefore(db: Db, before: string, atMost: number): string[] {
  const ids = db
    .sql<{ id: string }>(
      `DELETE FROM webhook_deliveries
        WHERE id IN (SELECT id FROM webhook_deliveries WHERE state <> 'PENDING' AND updated_at < ? ORDER BY updated_at LIMIT ?)
       RETURNING id`,
    )
    .all(before, atMost)
    .map(({ id }) => id);
  db.sql(`DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT value FROM json_each(?))`).run(
    JSON.stringify(ids),
  );
  return ids;
}
