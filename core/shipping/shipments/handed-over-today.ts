/**
 * SQL of the shipments whose label was scanned onto a carrier's truck today and not taken back, also
 * those that the carrier has scanned since; the list of shipments and the view of today share it.
 *
 * A truck takes only labels in force, so that the shipments of ended trucks need not be read: that
 * would take longer than all other numbers of today.
 */

/** Shipments on trucks that are being loaded, and of trucks whose loading ended today. */
const LOADED_TODAY = `FROM (
  SELECT h.shipment_id, h.provider_code
    FROM handed_over AS h INDEXED BY handed_over_open
   CROSS JOIN shipments AS s ON s.id = h.shipment_id
   WHERE h.organization_id = :organizationID
     AND h.state = 'LOADED'
     AND h.hand_over_id = ''
     AND h.scanned_at >= :today
     AND s.purchase_id = h.transaction_id
     AND (:memberID IS NULL OR s.created_by = :memberID)
   UNION ALL
  SELECT h.shipment_id, h.provider_code
    FROM hand_overs AS o INDEXED BY hand_overs_by_time
   CROSS JOIN handed_over AS h INDEXED BY handed_over_together ON h.hand_over_id = o.id
   WHERE o.organization_id = :organizationID
     AND o.created_at >= :today
     AND h.hand_over_id <> ''
     AND h.state = 'LOADED'
     AND h.scanned_at >= :today
     AND (:memberID IS NULL
          OR (SELECT created_by FROM shipments WHERE id = h.shipment_id) = :memberID)) AS l`;

/** Statement that lists the shipments, for a condition on `seq`. */
export const SHIPMENTS_HANDED_OVER_TODAY = `SELECT s.seq ${LOADED_TODAY}
 CROSS JOIN shipments AS s ON s.id = l.shipment_id`;

/** Statement that counts the shipments by carrier. */
export const COUNT_HANDED_OVER_TODAY = `SELECT provider_code, count(DISTINCT shipment_id) AS n
  ${LOADED_TODAY}
 GROUP BY provider_code`;
