/**
 * SQL of the shipments on which something failed and waits for a person, and of those whose labels
 * wait to be announced; the list of shipments and the view of today share it.
 */

const OF_MEMBER = "(:memberID IS NULL OR s.created_by = :memberID)";

/**
 * Selects what may have failed. Purchases without an answer and refused ones are known from every station;
 * prints, and jobs that need a person, only from this one. A refused purchase of today or yesterday
 * counts until its order is bought; it is found by the time in its id.
 */
const FAILURES = `SELECT 'open' AS part, t.shipment_id
    FROM transactions AS t INDEXED BY transactions_open
   WHERE t.organization_id = :organizationID AND t.status = 'PENDING'
   UNION ALL
  SELECT 'refused', t.shipment_id
    FROM transactions AS t
   WHERE t.id > :failedAfter
     AND t.created_at >= :failedFrom
     AND t.status = 'FAILED'
     AND +t.organization_id = :organizationID
   UNION ALL
  SELECT 'job', j.shipment_id
    FROM jobs AS j INDEXED BY jobs_for_people
   WHERE j.state = 'NEEDS_PERSON'
     AND j.organization_id = :organizationID
     AND j.kind IN ('buy', 'cancel')
   UNION ALL
  SELECT 'print', p.shipment_id
    FROM print_jobs AS p INDEXED BY print_jobs_by_status
   WHERE p.status = 'UNKNOWN' AND p.organization_id = :organizationID
   UNION ALL
  SELECT 'failedPrint', p.shipment_id
    FROM print_jobs AS p INDEXED BY print_jobs_by_status
   WHERE p.status = 'FAILED'
     AND p.organization_id = :organizationID
     AND p.created_at >= :oldest
     AND p.kind = 'LABEL'
   UNION ALL
  SELECT 'announcement', a.shipment_id
    FROM announcements AS a INDEXED BY announcements_open
   WHERE a.organization_id = :organizationID
     AND a.state IN ('REFUSED', 'UNCERTAIN')
     AND a.state IN ('WAITING', 'REFUSED', 'UNCERTAIN')`;

const FAILED = `FROM (${FAILURES}) AS f
  CROSS JOIN shipments AS s ON s.id = f.shipment_id
  WHERE ${OF_MEMBER}
    AND CASE f.part
          WHEN 'open' THEN s.last_error_code IS NOT NULL
          WHEN 'refused' THEN s.last_error_code IS NOT NULL AND s.status IN ('CREATED', 'GOT_OFFERS')
          WHEN 'failedPrint' THEN s.is_printed = 0 AND s.status = 'TRACKING_CODE_CREATED'
          ELSE 1
        END`;

/** Statement that lists the failed shipments, for a condition on `seq`. */
export const FAILED_SHIPMENTS = `SELECT s.seq ${FAILED}`;

const countOf = (parts: string): string =>
  `count(DISTINCT CASE WHEN f.part IN (${parts}) THEN s.seq END)`;

/** Statement that counts the failed shipments: all, and by what failed. */
export const COUNT_FAILED = `SELECT count(DISTINCT s.seq) AS n,
       ${countOf("'open', 'refused', 'job'")} AS purchases,
       ${countOf("'print', 'failedPrint'")} AS prints,
       ${countOf("'announcement'")} AS announcements
  ${FAILED}`;

const TO_ANNOUNCE = `FROM announcements AS a INDEXED BY announcements_open
  CROSS JOIN shipments AS s ON s.id = a.shipment_id
  WHERE a.organization_id = :organizationID
    AND a.state = 'WAITING'
    AND a.state IN ('WAITING', 'REFUSED', 'UNCERTAIN')
    AND s.purchase_id = a.id
    AND ${OF_MEMBER}`;

/** Statement that lists the shipments to be announced, for a condition on `seq`. */
export const SHIPMENTS_TO_ANNOUNCE = `SELECT s.seq ${TO_ANNOUNCE}`;

/** Statement that counts the labels to be announced by carrier. */
export const COUNT_TO_ANNOUNCE = `SELECT s.provider_code, count(*) AS n ${TO_ANNOUNCE} GROUP BY s.provider_code`;
