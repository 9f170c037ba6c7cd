/** SQL of today, from counters and the indexes of open work. Only reads, on the reader's connection. */
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

export type TodayQuery = BoardQuery & {
  /** End of today, exclusive. */
  readonly tomorrow: string;
};

type BoughtRow = {
  providerCode: string;
  carrierName: string;
  /** 0 to 23, Turkish time. */
  hour: number;
  bought: number;
  printed: number;
  totalMinor: number;
};

type OpenCount = { waiting: number; held: number };

export type TodayRows = {
  readonly open: OpenCount | undefined;
  readonly bought: readonly BoughtRow[];
  readonly firstColumn: readonly CarrierCount[];
  readonly returns: readonly CarrierCount[];
  readonly steps: readonly StepCount[];
  readonly reported: readonly ReasonCount[];
};

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

const BOUGHT = `SELECT s.provider_code,
       max(t.carrier_name) AS carrier_name,
       CAST(strftime('%H', t.updated_at, '+3 hours') AS INTEGER) AS hour,
       count(*) AS bought,
       sum(s.is_printed) AS printed,
       sum(t.total_minor) AS total_minor
  ${boughtLabels(":today", ":tomorrow")}
   AND (:memberID IS NULL OR s.created_by = :memberID)
 GROUP BY s.provider_code, hour
 ORDER BY s.provider_code, hour`;

/**
 * Reads everything about today in one snapshot.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readTodayRows(reader: Reader, query: TodayQuery): Promise<TodayRows> {
  const { tomorrow, ...board } = query;
  const { organizationID, memberID, today } = board;
  const [open, bought, firstColumn, returns, steps, reported] = await reader.several<
    [OpenCount, BoughtRow, CarrierCount, CarrierCount, StepCount, ReasonCount]
  >([
    { sql: OPEN, parameters: { organizationID, memberID } },
    { sql: BOUGHT, parameters: { organizationID, memberID, today, tomorrow } },
    firstColumnRead(board),
    returnsRead(board),
    ...countReads(board),
  ]);
  return { open: open[0], bought, firstColumn, returns, steps, reported };
}
