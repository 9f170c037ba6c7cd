/**
 * SQL of the board's counts. The statements are given away unrun, so that the board and the view of
 * today read them in one snapshot with their other statements.
 */
import type { Read } from "../../db/reader-protocol.ts";
import {
  HERE,
  IN_FIRST_COLUMN,
  REPORTING,
  REPORTS,
  type BoardQuery,
} from "../shipments/board-limits.ts";
import type { Reason, Step } from "./board.schema.ts";

/** Reasons that a carrier reports. All other reasons follow from the time. */
export const REPORTED = [
  "LOST",
  "DAMAGED",
  "UNDELIVERABLE",
  "RETURNED",
] as const satisfies readonly Reason[];
/** `unreported`: parcels whose carrier reports no scans, and that would be late or stuck. */
export type StepCount = {
  step: Step;
  n: number;
  late: number;
  stuck: number;
  unreported: number;
  reported: number;
};
export type ReasonCount = { reason: Reason; n: number };

const IS_TIMED = `p.is_handled = 0 AND p.reason = ''`;
const IS_LATE = `p.due_at < :now AND ${IS_TIMED}`;
const IS_STUCK = `p.last_at < :stuckBefore AND coalesce(p.due_at >= :now, 1) AND ${IS_TIMED}`;

/** Returns the statements that count the parcels by step, and those that a carrier reports. */
export function countReads(query: BoardQuery): readonly [Read, Read] {
  const parameters = { ...query };
  return [
    {
      sql: `WITH ${REPORTING}
SELECT p.step,
       count(*) AS n,
       coalesce(sum(${IS_LATE} AND ${REPORTS}), 0) AS late,
       coalesce(sum(${IS_STUCK} AND ${REPORTS}), 0) AS stuck,
       coalesce(sum((${IS_LATE} OR ${IS_STUCK}) AND NOT ${REPORTS}), 0) AS unreported,
       sum(p.is_handled = 0 AND p.reason <> '') AS reported
  FROM open_parcels AS p INDEXED BY open_parcels_board
 WHERE ${HERE} AND p.step IN ('BOUGHT', 'HANDED_OVER', 'ON_ITS_WAY', 'OUT_FOR_DELIVERY') AND p.last_at >= :oldest
 GROUP BY p.step
 UNION ALL
SELECT 'DELIVERED', count(*), 0, 0, 0, 0
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
