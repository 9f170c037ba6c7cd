/** SQL for `webhook_deliveries` and `webhook_attempts`: the log of deliveries and their attempts. When one is tried is its job's. A station's own tables. */
import type { Db } from "../db/database.ts";
import type { Reader } from "../db/reader.ts";
import type { DeliveryState } from "./webhooks.schema.ts";

export type DeliveryRow = {
  id: string;
  created_at: string;
  updated_at: string;
  webhook_id: string;
  fact_seq: number;
  event_id: string;
  shipment_id: string;
  state: DeliveryState;
};

export type AttemptRow = { id: string; delivery_id: string; at: string; status_code: number | null; error: string; duration_ms: number };

/** Does nothing when the fact is planned for this webhook already. @returns Whether it was inserted. */
export function insertDelivery(db: Db, row: Omit<DeliveryRow, "state">): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO webhook_deliveries (id, created_at, updated_at, webhook_id, fact_seq, event_id, shipment_id, state)
       VALUES (:id, :created_at, :updated_at, :webhook_id, :fact_seq, :event_id, :shipment_id, 'PENDING')
       ON CONFLICT DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

/** The oldest fact that is still to be delivered. */
export function oldestOpenFact(db: Pick<Db, "sql">): number | undefined {
  return db.sql<{ seq: number }>(`SELECT fact_seq AS seq FROM webhook_deliveries WHERE state = 'PENDING' ORDER BY fact_seq LIMIT 1`).get()?.seq;
}

/** Finds a delivery by its id alone, of any webhook and in any state. */
export function findDeliveryByID(db: Pick<Db, "sql">, id: string): DeliveryRow | undefined {
  return db.sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE id = ?`).get(id);
}

/** More are of no use to a person. */
const MOST_OF_SHIPMENT = 50;

/** The newest of one shipment, of all webhooks and in all states. */
export function listOfShipment(db: Pick<Db, "sql">, shipmentID: string): DeliveryRow[] {
  return db.sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE shipment_id = ? ORDER BY fact_seq DESC LIMIT ${MOST_OF_SHIPMENT}`).all(shipmentID);
}

/** In whatever state; undefined when this webhook has no such delivery. */
export function findDelivery(db: Pick<Db, "sql">, webhookID: string, id: string): DeliveryRow | undefined {
  return db.sql<DeliveryRow>(`SELECT * FROM webhook_deliveries WHERE id = ? AND webhook_id = ?`).get(id, webhookID);
}

/** A page of one webhook's deliveries in all states, newest fact first, and how many there are. Read beside the writer: they are kept for a month. */
export async function listDeliveries(reader: Pick<Reader, "several">, webhookID: string, page: { limit: number; offset: number }): Promise<{ rows: DeliveryRow[]; attempts: AttemptRow[]; totalRows: number }> {
  const found = `SELECT * FROM webhook_deliveries WHERE webhook_id = :webhookID ORDER BY fact_seq DESC LIMIT :limit OFFSET :offset`;
  const parameters = { webhookID, limit: page.limit, offset: page.offset };
  const [rows, attempts, counted] = await reader.several<[DeliveryRow, AttemptRow, { n: number }]>([
    { sql: found, parameters },
    { sql: `SELECT a.* FROM (${found}) AS found CROSS JOIN webhook_attempts AS a ON a.delivery_id = found.id ORDER BY a.at, a.id`, parameters },
    { sql: `SELECT count(*) AS n FROM webhook_deliveries WHERE webhook_id = :webhookID`, parameters: { webhookID } },
  ]);
  return { rows, attempts, totalRows: counted[0]?.n ?? 0 };
}

/** Every call that was made for a delivery, oldest first. */
export function listAttempts(db: Pick<Db, "sql">, deliveryID: string): AttemptRow[] {
  return db.sql<AttemptRow>(`SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY at, id`).all(deliveryID);
}

/** Station table. @param row `status_code` is null when no answer came; `error` says why. */
export function insertAttempt(db: Db, row: AttemptRow): void {
  db.sql(
    `INSERT INTO webhook_attempts (id, delivery_id, at, status_code, error, duration_ms)
     VALUES (:id, :delivery_id, :at, :status_code, :error, :duration_ms)`,
  ).run(row);
}

/** One that was given up may be delivered after all, when a person asks for it. @returns Whether it was in another state that may change; what was delivered stays so. */
export function markEnded(db: Db, id: string, state: Exclude<DeliveryState, "PENDING">, now: string): boolean {
  return db.sql(`UPDATE webhook_deliveries SET state = :state, updated_at = :now WHERE id = :id AND state <> 'DELIVERED' AND state <> :state`).run({ id, state, now }).changes > 0;
}

/** From any state; its attempts stay in the log. */
export function markPending(db: Db, id: string, now: string): void {
  db.sql(`UPDATE webhook_deliveries SET state = 'PENDING', updated_at = :now WHERE id = :id`).run({ id, now });
}

/** Ends the webhook's deliveries that are still pending; none is called again. */
export function markAllGivenUp(db: Db, webhookID: string, now: string): void {
  db.sql(`UPDATE webhook_deliveries SET state = 'GIVEN_UP', updated_at = :now WHERE webhook_id = :webhookID AND state = 'PENDING'`).run({ webhookID, now });
}

/** With their attempts. @returns Their ids. */
export function deleteEndedBefore(db: Db, before: string, atMost: number): string[] {
  return db
    .sql<{ id: string }>(
      `DELETE FROM webhook_deliveries
        WHERE id IN (SELECT id FROM webhook_deliveries WHERE state <> 'PENDING' AND updated_at < ? ORDER BY updated_at LIMIT ?)
       RETURNING id`,
    )
    .all(before, atMost)
    .map(({ id }) => id);
}
