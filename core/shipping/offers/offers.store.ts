/** SQL for `offers` and `rate_requests`. */
import { z } from "zod";
import { parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";

export type OfferRow = {
  id: string;
  createdAt: string;
  organizationID: string;
  shipmentID: string;
  requestNo: number;
  parentOfferID: string | null;
  scheduleDate: string | null;
  /** Carrier that quoted and will buy. */
  carrierID: string;
  providerCode: string;
  providerServiceCode: string;
  serviceName: string;
  providerAccountID: string | null;
  providerAccountName: string | null;
  amountMinor: number;
  taxMinor: number;
  vatMinor: number;
  totalMinor: number;
  estimatedHours: number;
  /** Turkish day of the promised delivery; "" when only hours are known. */
  promisedOn: string;
  durationTerms: string;
  rating: number;
  expiresAt: string | null;
  details: string;
  /** JSON in the shape of `priceLinesSchema`; "" when the carrier gave no lines. */
  priceLines: string;
};

/** Row of a rate request. `id`: the shipment's id. */
export type RateRequestRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  requestNo: number;
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

/** Finds an offer, also an expired offer; undefined when the organization has no such offer. */
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

/** Finds the shipment's last rate request; undefined before the first rate request. */
export function findRateRequest(db: Db, shipmentID: string): RateRequestRow | undefined {
  return db.sql<RateRequestRow>(`SELECT * FROM rate_requests WHERE id = ?`).get(shipmentID);
}

/**
 * Writes a new rate request: offers of earlier rate requests can no longer be accepted. Synced
 * table: needs an open transaction.
 *
 * @param isFirst Whether the shipment has no rate request yet.
 */
export function writeRateRequest(
  db: Db,
  { id, ...row }: Omit<RateRequestRow, "createdAt">,
  isFirst: boolean,
): void {
  if (isFirst) insertRow(db, "rate_requests", { id, createdAt: row.updatedAt, ...row });
  else updateRow(db, "rate_requests", id, row);
}

/**
 * Counts one carrier of a rate request as answered or given up. Writes all fields that can change,
 * so that the requests of two disconnected stations are never mixed.
 *
 * @param row The current row.
 */
export function addToRateRequest(
  db: Db,
  row: RateRequestRow,
  answer: { now: string; ineligible: readonly unknown[] },
): void {
  const { id, createdAt: _, requestNo, requested, completed, ineligible } = row;
  const known = parseJsonOr(ineligible, z.array(z.unknown()), []);
  updateRow(db, "rate_requests", id, {
    updatedAt: answer.now,
    requestNo,
    requested,
    completed: completed + 1,
    ineligible: JSON.stringify([...known, ...answer.ineligible]),
  });
}

/**
 * Lists old offers, oldest first. `isBought`: whether the shipment has a label; then the purchase
 * contains the bought offer, and the shipment's other offers are not needed. Ids are ordered by
 * time.
 */
export function listOld(
  db: Pick<Db, "sql">,
  q: { after: string; before: string; atMost: number },
): { id: string; shipmentID: string; isBought: number }[] {
  return db
    .sql<{ id: string; shipmentID: string; isBought: number }>(
      `SELECT o.id, o.shipment_id, (SELECT s.purchase_id IS NOT NULL FROM shipments AS s WHERE s.id = o.shipment_id) AS is_bought
         FROM offers AS o
        WHERE o.id > :after AND o.id < :before
        ORDER BY o.id
        LIMIT :atMost`,
    )
    .all(q);
}

/**
 * Deletes the shipment's offers and its rate request, at this station only, since every station
 * deletes its own copies by the same rule.
 */
export function deleteOffersOf(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM offers WHERE shipment_id = ?`).run(shipmentID);
  db.sql(`DELETE FROM rate_requests WHERE id = ?`).run(shipmentID);
  db.sql(`DELETE FROM row_clocks WHERE row_id = ? AND table_name = 'rate_requests'`).run(
    shipmentID,
  );
}
