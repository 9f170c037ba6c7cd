/** SQL for `offers` and `rate_requests`. */
import { z } from "zod";
import { parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";

export type OfferRow = {
  id: string;
  created_at: string;
  organization_id: string;
  shipment_id: string;
  request_no: number;
  parent_offer_id: string | null;
  schedule_date: string | null;
  /** Carrier that quoted and will buy. */
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

/** Row of a rate request. `id`: the shipment's id. */
export type RateRequestRow = {
  id: string;
  created_at: string;
  updated_at: string;
  request_no: number;
  requested: number;
  completed: number;
  ineligible: string;
};

/**
 * Inserts an offer into a synced table; needs an open transaction.
 *
 * @param row Amounts in minor units, `details` as JSON text.
 */
export function insertOffer(db: Db, row: OfferRow): void {
  insertRow(db, "offers", row);
}

/** Finds an offer, also an expired one; undefined when the organization has no such offer. */
export function findOffer(db: Db, organizationID: string, id: string): OfferRow | undefined {
  return db
    .sql<OfferRow>(`SELECT * FROM offers WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
}

/** Lists the offers of one rate request, oldest first. */
export function listOffers(db: Db, shipmentID: string, requestNo: number): OfferRow[] {
  return db
    .sql<OfferRow>(`SELECT * FROM offers WHERE shipment_id = ? AND request_no = ? ORDER BY id`)
    .all(shipmentID, requestNo);
}

/** Selects the offers of each shipment's last rate request. */
export const OFFERS_OF_RATE_REQUEST: ManyRows<OfferRow> = {
  sql: `SELECT o.*
          FROM rate_requests AS r
          JOIN offers AS o ON o.shipment_id = r.id AND o.request_no = r.request_no
         WHERE r.id IN (SELECT value FROM json_each(:ids))`,
};

export const RATE_REQUESTS_BY_SHIPMENT: ManyRows<RateRequestRow> = {
  sql: `SELECT * FROM rate_requests WHERE id IN (SELECT value FROM json_each(:ids))`,
};

/** Finds the shipment's last rate request; undefined before the first. */
export function findRateRequest(db: Db, shipmentID: string): RateRequestRow | undefined {
  return db.sql<RateRequestRow>(`SELECT * FROM rate_requests WHERE id = ?`).get(shipmentID);
}

/**
 * Writes a new rate request: offers of earlier ones can no longer be accepted. Synced table: needs
 * an open transaction.
 *
 * @param isFirst Whether the shipment has no rate request yet.
 */
export function writeRateRequest(
  db: Db,
  { id, ...row }: Omit<RateRequestRow, "created_at">,
  isFirst: boolean,
): void {
  if (isFirst) insertRow(db, "rate_requests", { id, created_at: row.updated_at, ...row });
  else updateRow(db, "rate_requests", id, row);
}

/**
 * Counts one carrier of a rate request as answered or given up. Writes all fields, so that the
 * requests of two disconnected stations are never mixed.
 *
 * @param row The current row.
 */
export function addToRateRequest(
  db: Db,
  row: RateRequestRow,
  answer: { now: string; ineligible: readonly unknown[] },
): void {
  const { id, created_at: _, request_no, requested, completed, ineligible } = row;
  const known = parseJsonOr(ineligible, z.array(z.unknown()), []);
  updateRow(db, "rate_requests", id, {
    updated_at: answer.now,
    request_no,
    requested,
    completed: completed + 1,
    ineligible: JSON.stringify([...known, ...answer.ineligible]),
  });
}

/**
 * Lists old offers, oldest first, each with whether its shipment has a label: the purchase then
 * contains the bought offer, and the others are not needed. Ids are ordered by time.
 */
export function listOld(
  db: Pick<Db, "sql">,
  q: { after: string; before: string; atMost: number },
): { id: string; shipment_id: string; is_bought: number }[] {
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

/**
 * Deletes the shipment's offers and its rate request, at this station only: every station deletes
 * its copies by the same rule.
 */
export function deleteOffersOf(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM offers WHERE shipment_id = ?`).run(shipmentID);
  db.sql(`DELETE FROM rate_requests WHERE id = ?`).run(shipmentID);
  db.sql(`DELETE FROM row_clocks WHERE row_id = ? AND table_name = 'rate_requests'`).run(
    shipmentID,
  );
}
