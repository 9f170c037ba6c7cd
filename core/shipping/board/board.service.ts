/** Reads the tracking board: parcels by step, after the parcels that need attention. */
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { boardQueryOf } from "../shipments/board-limits.ts";
import { trackingSettings } from "../tracking/tracking-settings.ts";
import { REASONS, STEPS, type Board, type BoardParcel, type Reason } from "./board.schema.ts";
import type { ReasonCount, StepCount } from "./board-counts.ts";
import { readBoardRows, type BoardRow } from "./board.store.ts";

/**
 * Reads the newest parcels of each column and each reason, with the counts. A member with limited
 * access gets only its own parcels.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readBoard(
  deps: Pick<ShippingDeps, "db" | "reader" | "now" | "settings" | "carriers" | "connections">,
  actor: Actor,
): Promise<Board> {
  const { steps, reported, calm, needy } = await readBoardRows(
    deps.reader,
    boardQueryOf(deps, actor),
  );
  const counts = countReasons(steps, reported);
  const calmCount = ({ n, late, stuck, unreported, reported: needing }: StepCount): number =>
    n - late - stuck - unreported - needing;
  return {
    stuckDays: trackingSettings(deps).stuckDays,
    attention: REASONS.map((reason) => ({
      reason,
      count: counts.get(reason) ?? 0,
      list: needy.filter((row) => row.reason === reason).map(presentParcel),
    })),
    columns: STEPS.map((step) => ({
      step,
      count: steps.filter((row) => row.step === step).reduce((sum, row) => sum + calmCount(row), 0),
      list: calm.filter((row) => row.step === step).map(presentParcel),
    })),
  };
}

/** Counts the parcels that need attention, by reason. */
export function countReasons(
  steps: readonly StepCount[],
  reported: readonly ReasonCount[],
): ReadonlyMap<Reason, number> {
  const sum = (of: (row: StepCount) => number): number =>
    steps.reduce((all, row) => all + of(row), 0);
  return new Map<Reason, number>([
    ...reported.map(({ reason, n }) => [reason, n] as const),
    ["LATE", sum(({ late }) => late)],
    ["STUCK", sum(({ stuck }) => stuck)],
    ["UNREPORTED", sum(({ unreported }) => unreported)],
  ]);
}

function presentParcel(row: BoardRow): BoardParcel {
  return {
    shipmentID: row.shipmentID,
    number: row.number,
    isReturn: row.isReturn === 1,
    orderNumber: row.orderNumber,
    recipientName: row.recipientName,
    recipientPhone: row.recipientPhone,
    districtName: row.recipientDistrict,
    cityName: row.recipientCity,
    serviceName: row.serviceName,
    barcode: row.barcode,
    trackingNumber: row.trackingNumber,
    reason: row.reason === "" ? null : row.reason,
    lastAt: row.lastAt,
    eventID: row.eventID,
    event: row.subCode ?? "",
    place: row.locationName ?? "",
    announcement: row.announcement,
    promisedUntil: row.dueAt,
  };
}
