/**
 * SQL of the reports about money, from purchases, ledger entries and receipts. Only reads, on the
 * reader's connection.
 */
import { whileWanted, type Reader } from "../../db/reader.ts";
import { idsBoughtBetween } from "../transactions/bought-between.ts";
import { PAID_BY } from "../transactions/paid-by.ts";

/**
 * Filter: an organization, a period whose end `to` is exclusive, and a member; null: all members.
 */
export type Within = {
  readonly organizationID: string;
  readonly memberID: string | null;
  readonly from: string;
  readonly to: string;
};

/**
 * SQL condition for the purchases of a period. Finds them by their ids, which start with a time:
 * these queries run a few times a day, too seldom for an index.
 */
const ENDED_WITHIN = `t.id > :after
        AND t.id < :latest
        AND +t.organization_id = :organizationID
        AND t.updated_at >= :from
        AND t.updated_at < :to
        AND (:memberID IS NULL OR t.member_id = :memberID)
        AND ${whileWanted("t.rowid")}`;

export type SpendingRow = {
  day: string;
  carrierName: string;
  /** Name of the marketplace that sold the labels; "" for labels of the carrier itself. */
  marketplace: string;
  labels: number;
  totalMinor: number;
  onAccountMinor: number;
  paidThereMinor: number;
};

/**
 * Sums the cost of labels in force by day, carrier and marketplace.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listSpending(reader: Reader, of: Within): Promise<SpendingRow[]> {
  return reader.all<SpendingRow>(
    `SELECT date(t.updated_at, '+3 hours') AS day,
            t.carrier_name,
            coalesce(a.name, '') AS marketplace,
            count(*) AS labels,
            sum(t.total_minor) AS total_minor,
            sum(CASE WHEN t.on_account = ${PAID_BY.account} THEN t.total_minor ELSE 0 END) AS on_account_minor,
            sum(CASE WHEN t.on_account = ${PAID_BY.marketplace} THEN t.total_minor ELSE 0 END) AS paid_there_minor
       FROM transactions AS t
       LEFT JOIN provider_accounts AS a
              ON a.id = CASE WHEN t.on_account = ${PAID_BY.marketplace} THEN t.agreement_id END
      WHERE ${ENDED_WITHIN}
        AND t.status = 'DONE'
      GROUP BY day, t.carrier_name, t.on_account = ${PAID_BY.marketplace}, a.id
      ORDER BY day, t.carrier_name, marketplace, a.id`,
    { ...of, ...idsBoughtBetween(of) },
    "long",
  );
}

export type PackerRow = {
  memberID: string;
  name: string;
  hour: number;
  labels: number;
  cancelled: number;
  totalMinor: number;
  firstAt: string | null;
  lastAt: string | null;
};

/**
 * Counts the labels and cancellations of each member by hour of a day, without returns, which
 * nobody packs.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listPackers(reader: Reader, of: Within): Promise<PackerRow[]> {
  return reader.all<PackerRow>(
    `SELECT t.member_id,
            coalesce(m.name, '') AS name,
            CAST(strftime('%H', t.updated_at, '+3 hours') AS INTEGER) AS hour,
            sum(t.status = 'DONE') AS labels,
            sum(t.status = 'CANCELED') AS cancelled,
            sum(CASE WHEN t.status = 'DONE' THEN t.total_minor ELSE 0 END) AS total_minor,
            min(CASE WHEN t.status = 'DONE' THEN t.updated_at END) AS first_at,
            max(CASE WHEN t.status = 'DONE' THEN t.updated_at END) AS last_at
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
       LEFT JOIN members AS m ON m.id = t.member_id
      WHERE ${ENDED_WITHIN}
        AND t.status IN ('DONE', 'CANCELED')
        AND s.is_return = 0
      GROUP BY t.member_id, hour
      ORDER BY name, t.member_id, hour`,
    { ...of, ...idsBoughtBetween(of) },
    "long",
  );
}

export type CashRow = {
  providerCode: string;
  carrierName: string;
  expectedParcels: number;
  expectedMinor: number;
  deliveredParcels: number;
  deliveredMinor: number;
};

const ON_ITS_WAY = `s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED')`;
/** Frozen cash on delivery of a purchase, minor units; 0 without cash on delivery. */
const COLLECTED = `CAST(round(coalesce(x.body ->> '$.label.cashOnDelivery.amount', 0) * 100) AS INTEGER)`;

/**
 * Sums the cash on delivery of each carrier's parcels in transit or delivered, without test
 * shipments.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listCash(
  reader: Reader,
  of: Pick<Within, "organizationID" | "memberID">,
): Promise<CashRow[]> {
  return reader.all<CashRow>(
    `SELECT s.provider_code,
            max(t.carrier_name) AS carrier_name,
            sum(${ON_ITS_WAY}) AS expected_parcels,
            sum(CASE WHEN ${ON_ITS_WAY} THEN ${COLLECTED} ELSE 0 END) AS expected_minor,
            sum(s.status = 'DELIVERED') AS delivered_parcels,
            sum(CASE WHEN s.status = 'DELIVERED' THEN ${COLLECTED} ELSE 0 END) AS delivered_minor
       FROM shipments AS s
      CROSS JOIN transactions AS t ON t.id = s.purchase_id
      CROSS JOIN purchase_snapshots AS x ON x.id = s.purchase_id
      WHERE s.organization_id = :organizationID
        AND s.payment_on_delivery = 1
        AND s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'DELIVERED')
        AND s.test = 0
        AND (:memberID IS NULL OR s.created_by = :memberID)
        AND ${whileWanted("s.seq")}
      GROUP BY s.provider_code
      ORDER BY carrier_name, s.provider_code`,
    { organizationID: of.organizationID, memberID: of.memberID },
    "long",
  );
}

export type ReceivedRow = { providerCode: string; receivedMinor: number };

/** Sums the payments of each carrier. */
export function listReceived(reader: Reader, organizationID: string): Promise<ReceivedRow[]> {
  return reader.all<ReceivedRow>(
    `SELECT provider_code,
            sum(amount_minor) AS received_minor
       FROM cash_receipts
      WHERE organization_id = :organizationID
      GROUP BY provider_code`,
    { organizationID },
  );
}
