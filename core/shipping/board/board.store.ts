/**
 * SQL of the board, from `open_parcels`. Triggers maintain this table as events are folded, so that
 * the board does not search all shipments. Uses the reader's connection.
 */
import type { Reader } from "../../db/reader.ts";
import { countReads, REPORTED, type ReasonCount, type StepCount } from "./board-counts.ts";
import { HERE, REASON, REPORTING, type BoardQuery } from "../shipments/board-limits.ts";
import { MOST_OF_A_GROUP, STEPS, type Reason, type Step } from "./board.schema.ts";

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
  announcement: string;
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
          found.event_id, e.sub_code, e.location_name,
          coalesce(n.state, '') AS announcement
     FROM (${found}) AS found
    CROSS JOIN shipments AS s ON s.seq = found.seq
     LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
     LEFT JOIN announcements AS n ON n.id = s.purchase_id
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

const OPEN_STEPS = ["BOUGHT", "HANDED_OVER", "ON_ITS_WAY", "OUT_FOR_DELIVERY"] as const;
const TIMED = ["LATE", "STUCK", "UNREPORTED"] as const satisfies readonly Reason[];

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

export type BoardRows = {
  readonly steps: readonly StepCount[];
  readonly reported: readonly ReasonCount[];
  readonly calm: readonly BoardRow[];
  readonly needy: readonly BoardRow[];
};

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
