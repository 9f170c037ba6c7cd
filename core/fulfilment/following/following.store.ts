/** SQL of labels whose carriers are asked for scans, and of `tracking_asked`. */
import type { Db } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";
import type { Instant } from "../../base/units.ts";

/** Label that is due to be asked about. */
export type DueLabel = {
  readonly transactionID: string;
  readonly shipmentID: string;
};

export type DueQuery = {
  readonly organizationID: string;
  readonly accountID: string;
  /** "": the account has labels of several carriers. */
  readonly providerCode: string;
  /** A label that was asked about later than now is due: the clock was set back. */
  readonly now: Instant;
  /** Parcels without news since this time are given up. */
  readonly oldest: Instant;
  /** End of the Turkish day: a parcel promised before it is urgent. */
  readonly tomorrow: Instant;
  /** Times before which a label must have been asked about to be due again, by its urgency. */
  readonly urgentBefore: Instant;
  readonly unseenBefore: Instant;
  readonly othersBefore: Instant;
  readonly atMost: number;
};

/**
 * Finds announced labels that are due, urgent labels first: out for delivery, promised for today,
 * never scanned, others; within each group the label that was not asked about for the longest time.
 */
export async function findDue(reader: Reader, query: DueQuery): Promise<DueLabel[]> {
  return await reader.all<DueLabel>(
    `SELECT transaction_id, shipment_id
       FROM (SELECT a.id AS transaction_id,
                    a.shipment_id,
                    coalesce(k.asked_at, '') AS asked_at,
                    CASE WHEN p.step = 'OUT_FOR_DELIVERY' THEN 0
                         WHEN p.due_at <= :tomorrow THEN 1
                         WHEN p.step IN ('BOUGHT', 'HANDED_OVER') THEN 2
                         ELSE 3
                    END AS urgency
               FROM open_parcels AS p INDEXED BY open_parcels_board
              CROSS JOIN shipments AS s ON s.seq = p.seq
              CROSS JOIN announcements AS a ON a.id = s.purchase_id
               LEFT JOIN tracking_asked AS k ON k.transaction_id = a.id
              WHERE p.organization_id = :organizationID
                AND p.step IN ('BOUGHT', 'HANDED_OVER', 'ON_ITS_WAY', 'OUT_FOR_DELIVERY')
                AND p.last_at >= :oldest
                AND (:providerCode = '' OR p.provider_code = :providerCode)
                AND a.account_id = :accountID
                AND a.state = 'ANNOUNCED')
      WHERE asked_at < CASE urgency WHEN 0 THEN :urgentBefore WHEN 1 THEN :urgentBefore WHEN 2 THEN :unseenBefore ELSE :othersBefore END
         OR asked_at > :now
      ORDER BY urgency, asked_at, transaction_id
      LIMIT :atMost`,
    query,
  );
}

/** Records that a carrier was asked about a label; needs an open transaction. */
export function markAsked(
  db: Pick<Db, "sql">,
  row: { readonly transactionID: string; readonly accountID: string; readonly askedAt: string },
): void {
  db.sql(
    `INSERT INTO tracking_asked (transaction_id, account_id, asked_at)
     VALUES (:transactionID, :accountID, :askedAt)
         ON CONFLICT (transaction_id) DO UPDATE SET asked_at = excluded.asked_at`,
  ).run(row);
}

/**
 * Deletes at most `atMost` records of labels that were asked about long ago.
 *
 * @returns Number of deleted records.
 */
export function deleteAskedBefore(db: Pick<Db, "sql">, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM tracking_asked
        WHERE transaction_id IN (SELECT transaction_id FROM tracking_asked WHERE asked_at < :before LIMIT :atMost)`,
    )
    .run({ before, atMost }).changes;
}
