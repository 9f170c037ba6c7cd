/** SQL of today, from counters and the indexes of open work. Only reads, on the reader's connection. */
import { earliestIdAt } from "../../base/ids.ts";
import type { Reader } from "../../db/reader.ts";
import {
  countReads,
  firstColumnRead,
  returnsRead,
  type CarrierCount,
  type ReasonCount,
  type StepCount,
} from "../../shipping/board/board-counts.ts";
import { boughtLabels } from "../../shipping/shipments/bought-labels.ts";
import type { BoardQuery } from "../../shipping/shipments/board-limits.ts";
import { COUNT_HANDED_OVER_TODAY } from "../../shipping/shipments/handed-over-today.ts";
import { COUNT_FAILED, COUNT_TO_ANNOUNCE } from "../../shipping/shipments/failed-shipments.ts";

export type TodayQuery = BoardQuery & {
  /** End of today, exclusive. */
  readonly tomorrow: string;
};

/** Labels bought today: of one carrier's service or of one member in an hour, or of one station. */
export type BoughtRow = {
  part: "carrier" | "packer" | "station";
  /** Code of the carrier; id of the member; name of the station in its stamps. */
  key: string;
  /** Name of the carrier or of the member. */
  name: string;
  /** Code of the carrier's service; "" for members and stations. */
  service: string;
  /** 0 to 23, Turkish time; 0 for stations. */
  hour: number;
  bought: number;
  printed: number;
  totalMinor: number;
  lastAt: string;
};

type CancelledRow = { memberID: string; name: string; n: number };
type FailedCount = { n: number; purchases: number; prints: number; announcements: number };
type OpenCount = { waiting: number; held: number };
type CountOfCarrier = Pick<CarrierCount, "providerCode" | "n">;

export type TodayRows = {
  readonly open: OpenCount | undefined;
  readonly bought: readonly BoughtRow[];
  readonly cancelled: readonly CancelledRow[];
  readonly failed: FailedCount | undefined;
  readonly toAnnounce: readonly CountOfCarrier[];
  readonly handedOver: readonly CountOfCarrier[];
  readonly firstColumn: readonly CarrierCount[];
  readonly returns: readonly CarrierCount[];
  readonly steps: readonly StepCount[];
  readonly reported: readonly ReasonCount[];
};

/** Allowed difference between the clocks of stations, ms. */
const CLOCKS_MS = 60 * 60 * 1_000;

/** Orders on hold and returns without a label are counted by the triggers as waiting. */
const OPEN = `SELECT counted.n - held.n - returns.n AS waiting, held.n AS held
  FROM (SELECT coalesce(sum(n), 0) AS n
          FROM shipment_counts
         WHERE organization_id = :organizationID
           AND status IN ('CREATED', 'GOT_OFFERS')
           AND (:memberID IS NULL OR created_by = :memberID)) AS counted,
       (SELECT count(*) AS n
          FROM shipments INDEXED BY shipments_held
         WHERE organization_id = :organizationID
           AND hold_reason <> ''
           AND is_return = 0
           AND +status IN ('CREATED', 'GOT_OFFERS')
           AND (:memberID IS NULL OR created_by = :memberID)) AS held,
       (SELECT count(*) AS n
          FROM shipments INDEXED BY shipments_returns_waiting
         WHERE organization_id = :organizationID
           AND is_return = 1
           AND (status = 'CREATED' OR status = 'GOT_OFFERS')
           AND (:memberID IS NULL OR created_by = :memberID)) AS returns`;

/**
 * Reads the labels of today once and sums them three ways. A label belongs to the station whose
 * stamp its transaction has: the station that bought it.
 */
const BOUGHT = `WITH bought AS MATERIALIZED (
  SELECT s.provider_code,
         coalesce(s.provider_service_code, '') AS service,
         t.carrier_name,
         CAST(strftime('%H', t.updated_at, '+3 hours') AS INTEGER) AS hour,
         t.member_id,
         CAST(substr(t.stamp, instr(t.stamp, '.') + 1) AS INTEGER) AS station_no,
         s.is_printed,
         t.total_minor,
         t.updated_at
    ${boughtLabels(":today", ":tomorrow")}
     AND (:memberID IS NULL OR s.created_by = :memberID))
SELECT 'carrier' AS part,
       provider_code AS key,
       max(carrier_name) AS name,
       service,
       hour,
       count(*) AS bought,
       sum(is_printed) AS printed,
       sum(total_minor) AS total_minor,
       max(updated_at) AS last_at
  FROM bought
 GROUP BY provider_code, service, hour
 UNION ALL
SELECT 'packer', b.member_id, coalesce(m.name, ''), '', b.hour, count(*), 0, 0, max(b.updated_at)
  FROM bought AS b
  LEFT JOIN members AS m ON m.id = b.member_id
 WHERE :memberID IS NULL OR b.member_id = :memberID
 GROUP BY b.member_id, b.hour
 UNION ALL
SELECT 'station', w.name, '', '', 0, count(*), 0, 0, max(b.updated_at)
  FROM bought AS b
 CROSS JOIN stations AS w ON w.no = b.station_no
 GROUP BY b.station_no`;

/** Finds the cancelled labels of today's purchases by the time in their ids. */
const CANCELLED = `SELECT t.member_id, coalesce(m.name, '') AS name, count(*) AS n
  FROM transactions AS t
 CROSS JOIN shipments AS s ON s.id = t.shipment_id
  LEFT JOIN members AS m ON m.id = t.member_id
 WHERE t.id > :boughtAfter
   AND t.created_at >= :today
   AND t.status = 'CANCELED'
   AND +t.organization_id = :organizationID
   AND s.is_return = 0
   AND (:memberID IS NULL OR (t.member_id = :memberID AND s.created_by = :memberID))
 GROUP BY t.member_id`;

/**
 * Reads everything about today in one snapshot.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readTodayRows(reader: Reader, query: TodayQuery): Promise<TodayRows> {
  const { tomorrow, ...board } = query;
  const { organizationID, memberID, today, failedFrom, failedAfter, oldest } = board;
  const boughtAfter = earliestIdAt(Date.parse(today) - CLOCKS_MS);
  const whose = { organizationID, memberID };
  const [open, bought, cancelled, failed, toAnnounce, handedOver, firstColumn, returns, ...counts] =
    await reader.several<
      [
        OpenCount,
        BoughtRow,
        CancelledRow,
        FailedCount,
        CountOfCarrier,
        CountOfCarrier,
        CarrierCount,
        CarrierCount,
        StepCount,
        ReasonCount,
      ]
    >([
      { sql: OPEN, parameters: whose },
      { sql: BOUGHT, parameters: { ...whose, today, tomorrow } },
      { sql: CANCELLED, parameters: { ...whose, today, boughtAfter } },
      { sql: COUNT_FAILED, parameters: { ...whose, failedFrom, failedAfter, oldest } },
      { sql: COUNT_TO_ANNOUNCE, parameters: whose },
      { sql: COUNT_HANDED_OVER_TODAY, parameters: { ...whose, today } },
      firstColumnRead(board),
      returnsRead(board),
      ...countReads(board),
    ]);
  const [steps, reported] = counts;
  return {
    open: open[0],
    bought,
    cancelled,
    failed: failed[0],
    toAnnounce,
    handedOver,
    firstColumn,
    returns,
    steps,
    reported,
  };
}
