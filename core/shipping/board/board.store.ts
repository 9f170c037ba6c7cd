/**
 * SQL of the board, from `open_parcels`. Triggers maintain this table as events are folded, so that
 * the board does not search all shipments. Uses the reader's connection.
 */
import type { Read } from "../../db/reader-protocol.ts";
import type { Reader } from "../../db/reader.ts";
import { MOST_OF_A_GROUP, STEPS, type Reason, type Step } from "./board.schema.ts";

export type BoardQuery = {
  readonly organizationID: string;
  /** Null: all members. */
  readonly memberID: string | null;
  readonly now: string;
  /** A parcel can be stuck only if its newest event is before this time. */
  readonly stuckBefore: string;
  /** Start of today. */
  readonly today: string;
  /** A parcel whose newest event is before this time is not on the board. */
  readonly oldest: string;
};

/**
 * SQL of the reason for attention. Only parcels of carriers that report scans can be late or stuck;
 * otherwise every parcel of the other carriers would count as late or stuck. RETURNED has no
 * column, so a returned parcel leaves the board once it is handled.
 */
const REASON = `CASE WHEN p.is_handled = 1 THEN ''
            WHEN p.reason <> '' THEN p.reason
            WHEN p.step = 'DELIVERED' OR p.provider_code NOT IN (SELECT provider_code FROM reporting) THEN ''
            WHEN p.due_at < :now THEN 'LATE'
            WHEN p.last_at < :stuckBefore THEN 'STUCK'
            ELSE ''
       END`;

/** SQL of the carriers with a known scan of a parcel that is recent enough for the board. */
const REPORTING = `reporting AS MATERIALIZED (
         SELECT DISTINCT provider_code FROM open_parcels WHERE organization_id = :organizationID AND step IN ('ON_ITS_WAY', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED') AND last_at >= :oldest
       )`;

const HERE = `p.organization_id = :organizationID
   AND (:memberID IS NULL OR p.created_by = :memberID)`;

export type BoardRow = {
  reason: Reason | "";
  step: Step | "RETURNED";
  shipmentID: string;
  number: number;
  isReturn: number;
  orderNumber: string;
  recipientName: string;
  recipientPhone: string;
  recipientDistrict: string;
  recipientCity: string;
  serviceName: string;
  barcode: string;
  trackingNumber: string;
  lastAt: string;
  dueAt: string | null;
  eventID: string;
  subCode: string | null;
  locationName: string | null;
};

/** Selects the fields of a row for the given parcels. */
const rowsOf = (found: string): string =>
  `SELECT found.reason, found.step, s.id AS shipment_id, s.number, s.is_return, s.order_number,
          coalesce(x.body ->> '$.recipient.name', '') AS recipient_name,
          coalesce(x.body ->> '$.recipient.phone', '') AS recipient_phone,
          coalesce(x.body ->> '$.recipient.district_name', '') AS recipient_district,
          coalesce(x.body ->> '$.recipient.city_name', '') AS recipient_city,
          coalesce(x.body ->> '$.offer.service_name', '') AS service_name,
          s.barcode, s.tracking_number, found.last_at, found.due_at,
          found.event_id, e.sub_code, e.location_name
     FROM (${found}) AS found
    CROSS JOIN shipments AS s ON s.seq = found.seq
     LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
     LEFT JOIN tracking_events AS e ON e.shipment_id = s.id AND e.id = found.event_id
    ORDER BY found.last_at DESC, s.seq DESC`;

/**
 * Selects a step's newest parcels with a reason, or without a reason, in the order of the index, so
 * that reading ends at the last shown parcel.
 */
const newestOf = (step: Step | "RETURNED", reason: Reason | ""): string =>
  `SELECT * FROM (SELECT p.seq, p.step, p.last_at, p.due_at, p.event_id, '${reason}' AS reason
     FROM open_parcels AS p INDEXED BY open_parcels_board
    WHERE ${HERE}
      AND p.step = '${step}'
      AND p.last_at >= ${step === "DELIVERED" ? ":today" : ":oldest"}${reason === "STUCK" ? " AND p.last_at < :stuckBefore" : ""}
      AND ${REASON} = '${reason}'
    ORDER BY p.last_at DESC
    LIMIT ${MOST_OF_A_GROUP})`;

const OPEN_STEPS = ["BOUGHT", "ON_ITS_WAY", "OUT_FOR_DELIVERY"] as const;
/** Reasons that a carrier reports. All other reasons follow from the time. */
const REPORTED = [
  "LOST",
  "DAMAGED",
  "UNDELIVERABLE",
  "RETURNED",
] as const satisfies readonly Reason[];
const TIMED = ["LATE", "STUCK"] as const satisfies readonly Reason[];

/** Selects the newest parcels of a reported reason. */
const reportedOf = (reason: Reason): string =>
  `SELECT * FROM (SELECT p.seq, p.step, p.last_at, p.due_at, p.event_id, p.reason
     FROM open_parcels AS p INDEXED BY open_parcels_reported
    WHERE ${HERE}
      AND p.reason = '${reason}' AND p.reason <> '' AND p.is_handled = 0
      AND p.last_at >= :oldest
    ORDER BY p.last_at DESC
    LIMIT ${MOST_OF_A_GROUP})`;

const timedOf = (reason: Reason): string =>
  `SELECT * FROM (SELECT * FROM (${OPEN_STEPS.map((step) => newestOf(step, reason)).join(" UNION ALL ")}) ORDER BY last_at DESC LIMIT ${MOST_OF_A_GROUP})`;

export type StepCount = { step: Step; n: number; late: number; stuck: number; reported: number };
export type ReasonCount = { reason: Reason; n: number };

export type BoardRows = {
  readonly steps: readonly StepCount[];
  readonly reported: readonly ReasonCount[];
  readonly calm: readonly BoardRow[];
  readonly needy: readonly BoardRow[];
};

const IS_TIMED = `p.is_handled = 0 AND p.reason = '' AND p.provider_code IN (SELECT provider_code FROM reporting)`;

/** Returns the statements that count the parcels by step, and those that a carrier reports. */
export function countReads(query: BoardQuery): readonly [Read, Read] {
  const parameters = { ...query };
  return [
    {
      sql: `WITH ${REPORTING}
SELECT p.step,
       count(*) AS n,
       coalesce(sum(p.due_at < :now AND ${IS_TIMED}), 0) AS late,
       coalesce(sum(p.last_at < :stuckBefore AND coalesce(p.due_at >= :now, 1) AND ${IS_TIMED}), 0) AS stuck,
       sum(p.is_handled = 0 AND p.reason <> '') AS reported
  FROM open_parcels AS p INDEXED BY open_parcels_board
 WHERE ${HERE} AND p.step IN ('BOUGHT', 'ON_ITS_WAY', 'OUT_FOR_DELIVERY') AND p.last_at >= :oldest
 GROUP BY p.step
 UNION ALL
SELECT 'DELIVERED', count(*), 0, 0, 0
  FROM open_parcels AS p INDEXED BY open_parcels_board
 WHERE ${HERE} AND p.step = 'DELIVERED' AND p.last_at >= :today`,
      parameters,
    },
    {
      sql: `SELECT p.reason, count(*) AS n
  FROM open_parcels AS p INDEXED BY open_parcels_reported
 WHERE ${HERE} AND p.reason IN (${REPORTED.map((reason) => `'${reason}'`).join(", ")}) AND p.reason <> '' AND p.is_handled = 0 AND p.last_at >= :oldest
 GROUP BY p.reason`,
      parameters,
    },
  ];
}

/** Condition: the parcel is in the board's first column. */
const IN_FIRST_COLUMN = `p.step = 'BOUGHT' AND p.last_at >= :oldest AND ${REASON} = ''`;

export type CarrierCount = { providerCode: string; carrierName: string; n: number; first: number };

/**
 * Returns the statement that counts the parcels of the board's first column by carrier, returns
 * included.
 */
export function firstColumnRead(query: BoardQuery): Read {
  return {
    sql: `WITH ${REPORTING}
SELECT g.provider_code, coalesce(t.carrier_name, '') AS carrier_name, g.n, g.n AS first
  FROM (SELECT p.provider_code, count(*) AS n, max(p.seq) AS seq
          FROM open_parcels AS p INDEXED BY open_parcels_board
         WHERE ${HERE} AND ${IN_FIRST_COLUMN}
         GROUP BY p.provider_code) AS g
 CROSS JOIN shipments AS s ON s.seq = g.seq
  LEFT JOIN transactions AS t ON t.id = s.purchase_id`,
    parameters: { ...query },
  };
}

/**
 * Returns the statement that counts the returns under way by carrier; `first`: those in the board's
 * first column.
 */
export function returnsRead(query: BoardQuery): Read {
  return {
    sql: `WITH ${REPORTING}
SELECT g.provider_code, coalesce(t.carrier_name, '') AS carrier_name, g.n, g.first
  FROM (SELECT s.provider_code, count(*) AS n, max(s.seq) AS seq,
               coalesce(sum(${IN_FIRST_COLUMN}), 0) AS first
          FROM shipments AS s INDEXED BY shipments_returns_under_way
          LEFT JOIN open_parcels AS p ON p.seq = s.seq
         WHERE s.organization_id = :organizationID
           AND s.is_return = 1
           AND s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED')
           AND (:memberID IS NULL OR s.created_by = :memberID)
         GROUP BY s.provider_code) AS g
 CROSS JOIN shipments AS s ON s.seq = g.seq
  LEFT JOIN transactions AS t ON t.id = s.purchase_id`,
    parameters: { ...query },
  };
}

/**
 * Counts the parcels by step and reason, and reads the newest parcels of each step and reason, in
 * one snapshot.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readBoardRows(reader: Reader, query: BoardQuery): Promise<BoardRows> {
  const parameters = { ...query };
  const [steps, reported, calm, needy] = await reader.several<
    [StepCount, ReasonCount, BoardRow, BoardRow]
  >([
    ...countReads(query),
    {
      sql: `WITH ${REPORTING} ${rowsOf(STEPS.map((step) => newestOf(step, "")).join(" UNION ALL "))}`,
      parameters,
    },
    {
      sql: `WITH ${REPORTING} ${rowsOf([...REPORTED.map(reportedOf), ...TIMED.map(timedOf)].join(" UNION ALL "))}`,
      parameters,
    },
  ]);
  return { steps, reported, calm, needy };
}
