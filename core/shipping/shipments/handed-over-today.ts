/**
 * SQL of the labels that were scanned onto a carrier's truck today and not taken back, also those
 * that the carrier has scanned since; the list of shipments and the view of today share it.
 */

/** Labels on trucks that are being loaded, and labels of trucks whose loading ended today. */
const LOADED_TODAY = `FROM (
  SELECT h.shipment_id, h.transaction_id
    FROM handed_over AS h INDEXED BY handed_over_open
   WHERE h.organization_id = :organizationID
     AND h.state = 'LOADED'
     AND h.hand_over_id = ''
     AND h.scanned_at >= :today
   UNION ALL
  SELECT h.shipment_id, h.transaction_id
    FROM hand_overs AS o INDEXED BY hand_overs_by_time
   CROSS JOIN handed_over AS h INDEXED BY handed_over_together ON h.hand_over_id = o.id
   WHERE o.organization_id = :organizationID
     AND o.created_at >= :today
     AND h.hand_over_id <> ''
     AND h.state = 'LOADED'
     AND h.scanned_at >= :today) AS l
  CROSS JOIN shipments AS s ON s.id = l.shipment_id
  WHERE s.purchase_id = l.transaction_id
    AND (:memberID IS NULL OR s.created_by = :memberID)`;

/** Statement that lists the shipments, for a condition on `seq`. */
export const SHIPMENTS_HANDED_OVER_TODAY = `SELECT s.seq ${LOADED_TODAY}`;

/** Statement that counts the labels by carrier. */
export const COUNT_HANDED_OVER_TODAY = `SELECT s.provider_code, count(*) AS n ${LOADED_TODAY} GROUP BY s.provider_code`;
