/** SQL for `offers` and `quote_rounds`. */
import type { Db } from "../db/database.ts";
import type { ManyRows } from "../db/many-rows.ts";

export type OfferRow = {
  id: string;
  created_at: string;
  organization_id: string;
  shipment_id: string;
  round: number;
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

export type RoundRow = { shipment_id: string; created_at: string; updated_at: string; round: number; requested: number; completed: number; ineligible: string };

/** Station table. @param row Amounts in minor units, `details` as JSON text. */
export function insertOffer(db: Db, row: OfferRow): void {
  db.sql(
    `INSERT INTO offers
       (id, created_at, organization_id, shipment_id, round, parent_offer_id, schedule_date, carrier_id, provider_code,
        provider_service_code, service_name, provider_account_id, provider_account_name, amount_minor, tax_minor, vat_minor,
        total_minor, estimated_hours, duration_terms, rating, expires_at, details)
     VALUES
       (:id, :created_at, :organization_id, :shipment_id, :round, :parent_offer_id, :schedule_date, :carrier_id, :provider_code,
        :provider_service_code, :service_name, :provider_account_id, :provider_account_name, :amount_minor, :tax_minor, :vat_minor,
        :total_minor, :estimated_hours, :duration_terms, :rating, :expires_at, :details)`,
  ).run(row);
}

/** Expired offers too; undefined when the organization has no such offer. */
export function findOffer(db: Db, organizationID: string, id: string): OfferRow | undefined {
  return db.sql<OfferRow>(`SELECT * FROM offers WHERE id = ? AND organization_id = ?`).get(id, organizationID);
}

/** Cheapest first, then fastest; ties by id, so that the order never flickers. Sub-offers by their date. */
export function listOffers(db: Db, shipmentID: string, round: number): OfferRow[] {
  return sortOffers(db.sql<OfferRow>(`SELECT * FROM offers WHERE shipment_id = ? AND round = ?`).all(shipmentID, round));
}

/** The offers of each shipment's present round. */
export const OFFERS_OF_ROUND: ManyRows<OfferRow> = {
  sql: `SELECT o.*
          FROM quote_rounds AS r
          JOIN offers AS o ON o.shipment_id = r.shipment_id AND o.round = r.round
         WHERE r.shipment_id IN (SELECT value FROM json_each(:ids))`,
};

export const ROUNDS_BY_SHIPMENT: ManyRows<RoundRow> = { sql: `SELECT * FROM quote_rounds WHERE shipment_id IN (SELECT value FROM json_each(:ids))` };

/** @returns In the order of `listOffers`. */
export function sortOffers(rows: readonly OfferRow[]): OfferRow[] {
  return [...rows].sort((a, b) => a.total_minor - b.total_minor || a.estimated_hours - b.estimated_hours || order(a.schedule_date ?? "", b.schedule_date ?? "") || order(a.id, b.id));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The shipment's last rate request; undefined before the first. */
export function findRound(db: Db, shipmentID: string): RoundRow | undefined {
  return db.sql<RoundRow>(`SELECT * FROM quote_rounds WHERE shipment_id = ?`).get(shipmentID);
}

/** Begins a new round: offers of earlier ones can no longer be accepted. */
export function writeRound(db: Db, row: Omit<RoundRow, "created_at">): void {
  db.sql(
    `INSERT INTO quote_rounds (shipment_id, created_at, updated_at, round, requested, completed, ineligible)
     VALUES (:shipment_id, :updated_at, :updated_at, :round, :requested, :completed, :ineligible)
     ON CONFLICT DO UPDATE SET
       updated_at = excluded.updated_at,
       round = excluded.round,
       requested = excluded.requested,
       completed = excluded.completed,
       ineligible = excluded.ineligible`,
  ).run(row);
}

/** One carrier awaited in this round has answered, or will not any more. A later round is left alone. */
export function addToRound(db: Db, of: { shipment_id: string; round: number }, answer: { now: string; ineligible: readonly unknown[] }): void {
  db.sql(
    `UPDATE quote_rounds
        SET completed = completed + 1,
            updated_at = :now,
            ineligible = (SELECT json_group_array(json(value)) FROM (SELECT value FROM json_each(ineligible) UNION ALL SELECT value FROM json_each(:ineligible)))
      WHERE shipment_id = :shipmentID AND round = :round`,
  ).run({ shipmentID: of.shipment_id, round: of.round, now: answer.now, ineligible: JSON.stringify(answer.ineligible) });
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

/** The shipment's offers and its round. */
export function deleteOffersOf(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM offers WHERE shipment_id = ?`).run(shipmentID);
  db.sql(`DELETE FROM quote_rounds WHERE shipment_id = ?`).run(shipmentID);
}
