/** SQL for `offers` and `rate_requests`. */
import type { Db } from "../db/database.ts";
import type { ManyRows } from "../db/many-rows.ts";

export type OfferRow = {
  id: string;
  created_at: string;
  organization_id: string;
  shipment_id: string;
  request_no: number;
  parent_offer_id: string | null;
  schedule_date: string | null;
  /** Which carrier quoted and will buy. */
  carrier_id: string;
  provider_code: string;
  provider_service_code: string;
  service_name: string;
  provider_account_id: string | null;
  provider_account_name: string | null;
  amount_minor: number;
  tax_minor: number;
  vat_minor: number;
  total_minor: number;
  estimated_hours: number;
  duration_terms: string;
  rating: number;
  expires_at: string | null;
  details: string;
};

export type RateRequestRow = { shipment_id: string; created_at: string; updated_at: string; request_no: number; requested: number; completed: number; ineligible: string };

/** Station table. @param row Amounts in minor units, `details` as JSON text. */
export function insertOffer(db: Db, row: OfferRow): void {
  db.sql(
    `INSERT INTO offers
       (id, created_at, organization_id, shipment_id, request_no, parent_offer_id, schedule_date, carrier_id, provider_code,
        provider_service_code, service_name, provider_account_id, provider_account_name, amount_minor, tax_minor, vat_minor,
        total_minor, estimated_hours, duration_terms, rating, expires_at, details)
     VALUES
       (:id, :created_at, :organization_id, :shipment_id, :request_no, :parent_offer_id, :schedule_date, :carrier_id, :provider_code,
        :provider_service_code, :service_name, :provider_account_id, :provider_account_name, :amount_minor, :tax_minor, :vat_minor,
        :total_minor, :estimated_hours, :duration_terms, :rating, :expires_at, :details)`,
  ).run(row);
}

/** Expired offers too; undefined when the organization has no such offer. */
export function findOffer(db: Db, organizationID: string, id: string): OfferRow | undefined {
  return db.sql<OfferRow>(`SELECT * FROM offers WHERE id = ? AND organization_id = ?`).get(id, organizationID);
}

/** The offers of one rate request, oldest first. */
export function listOffers(db: Db, shipmentID: string, requestNo: number): OfferRow[] {
  return db.sql<OfferRow>(`SELECT * FROM offers WHERE shipment_id = ? AND request_no = ? ORDER BY id`).all(shipmentID, requestNo);
}

/** The offers of each shipment's last rate request. */
export const OFFERS_OF_RATE_REQUEST: ManyRows<OfferRow> = {
  sql: `SELECT o.*
          FROM rate_requests AS r
          JOIN offers AS o ON o.shipment_id = r.shipment_id AND o.request_no = r.request_no
         WHERE r.shipment_id IN (SELECT value FROM json_each(:ids))`,
};

export const RATE_REQUESTS_BY_SHIPMENT: ManyRows<RateRequestRow> = { sql: `SELECT * FROM rate_requests WHERE shipment_id IN (SELECT value FROM json_each(:ids))` };

/** The shipment's last rate request; undefined before the first. */
export function findRateRequest(db: Db, shipmentID: string): RateRequestRow | undefined {
  return db.sql<RateRequestRow>(`SELECT * FROM rate_requests WHERE shipment_id = ?`).get(shipmentID);
}

/** Begins a new rate request: offers of earlier ones can no longer be accepted. */
export function writeRateRequest(db: Db, row: Omit<RateRequestRow, "created_at">): void {
  db.sql(
    `INSERT INTO rate_requests (shipment_id, created_at, updated_at, request_no, requested, completed, ineligible)
     VALUES (:shipment_id, :updated_at, :updated_at, :request_no, :requested, :completed, :ineligible)
     ON CONFLICT DO UPDATE SET
       updated_at = excluded.updated_at,
       request_no = excluded.request_no,
       requested = excluded.requested,
       completed = excluded.completed,
       ineligible = excluded.ineligible`,
  ).run(row);
}

/** One carrier awaited in this rate request has answered, or will not any more. A later one is left alone. */
export function addToRateRequest(db: Db, of: { shipmentID: string; requestNo: number }, answer: { now: string; ineligible: readonly unknown[] }): void {
  db.sql(
    `UPDATE rate_requests
        SET completed = completed + 1,
            updated_at = :now,
            ineligible = (SELECT json_group_array(json(value)) FROM (SELECT value FROM json_each(ineligible) UNION ALL SELECT value FROM json_each(:ineligible)))
      WHERE shipment_id = :shipmentID AND request_no = :requestNo`,
  ).run({ ...of, now: answer.now, ineligible: JSON.stringify(answer.ineligible) });
}

/**
 * Old offers, oldest first, each with whether its shipment has a label: the bought offer is in the purchase then, and the others
 * are not needed. Ids are ordered by time.
 */
export function listOld(db: Pick<Db, "sql">, q: { after: string; before: string; atMost: number }): { id: string; shipment_id: string; is_bought: number }[] {
  return db
    .sql<{ id: string; shipment_id: string; is_bought: number }>(
      `SELECT o.id, o.shipment_id, (SELECT s.purchase_id IS NOT NULL FROM shipments AS s WHERE s.id = o.shipment_id) AS is_bought
         FROM offers AS o
        WHERE o.id > :after AND o.id < :before
        ORDER BY o.id
        LIMIT :atMost`,
    )
    .all(q);
}

/** The shipment's offers and its rate request. */
export function deleteOffersOf(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM offers WHERE shipment_id = ?`).run(shipmentID);
  db.sql(`DELETE FROM rate_requests WHERE shipment_id = ?`).run(shipmentID);
}
