/**
 * Entering scans: the one way by which scans of live parcels come in from any source. Checks
 * each scan, keeps the tracking number that may come with it, and records the scan once.
 */
import { AppError, errors } from "../../base/errors.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import { instantOf, type Instant } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ParcelWay } from "../../shipping/board/board.schema.ts";
import { readParcelWay } from "../../shipping/board/parcel-way.ts";
import { changeShipment } from "../../shipping/shipments/move-shipment.ts";
import { recordTracking } from "../../shipping/shipments/record-tracking.ts";
import {
  getShipmentRow,
  indexShipment,
  requireShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import type { ScanSource, TrackingSubCode } from "../../shipping/tracking/tracking.schema.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { changeTrackingNumber, findBoughtAt } from "../transactions/transactions.service.ts";
import type { ScansInput } from "./scans.schema.ts";

/** Difference that the clocks of carriers and programs may have, ms. */
const CLOCKS_MS = 5 * 60_000;

export type EnteredScan = {
  readonly subCode: TrackingSubCode;
  readonly statusDate: Instant;
  readonly details: string;
  readonly locationName: string;
  /** "" when the scan brings no tracking number. */
  readonly trackingNumber: string;
  /** Page of the carrier, http or https; "" when the scan brings none. */
  readonly trackingURL: string;
  /** Whether `statusDate` is a day alone, which may be the day of the purchase. */
  readonly isDay?: boolean;
};

type Deps = WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">;

/**
 * Enters scans of one parcel: all, or none when one is refused.
 *
 * @throws AppError E1051 when the actor may not see the shipment; E2175, E2176, E2177.
 */
export function enterScans(
  deps: Deps & Pick<FulfilmentDeps, "settings">,
  actor: Actor,
  shipmentID: string,
  input: ScansInput,
): ParcelWay {
  return inTransaction(deps, () => {
    const { id } = getShipmentRow(deps, actor, shipmentID);
    for (const scan of scansOf(input, deps.now()))
      enterScan(deps, id, scan, actor.via === "desk" ? "person" : "program");
    return readParcelWay(deps, actor, id);
  });
}

function scansOf({ scans, subCode, ...scan }: ScansInput, now: Instant): EnteredScan[] {
  const all = scans ?? (subCode === undefined ? [] : [{ ...scan, subCode }]);
  return all.map(({ statusDate, ...one }) => ({
    ...one,
    statusDate: statusDate === undefined ? now : instantOf(statusDate),
  }));
}

/**
 * Enters one scan. Joins the caller's transaction when there is one.
 *
 * @returns Whether the scan was new.
 * @throws AppError E2175, E2176 or E2177; nothing was written.
 */
export function enterScan(
  deps: Deps,
  shipmentID: string,
  scan: EnteredScan,
  source: ScanSource,
): boolean {
  return inTransaction(deps, () => {
    const row = requireShipment(deps, shipmentID);
    const fault = findScanFault(deps, row, scan);
    if (fault !== undefined) throw fault;
    keepNumber(deps, row, scan);
    const { subCode, statusDate, details, locationName } = scan;
    return recordTracking(deps, row.id, { subCode, statusDate, details, locationName, source });
  });
}

/** Finds why a scan of a shipment is refused; undefined when it can be entered. */
export function findScanFault(
  deps: ReadDeps & Pick<FulfilmentDeps, "now">,
  row: Pick<ShipmentRow, "test" | "status" | "purchaseID" | "createdAt"> &
    Partial<Pick<ShipmentRow, "providerAccountID">>,
  { statusDate, isDay = false }: Pick<EnteredScan, "statusDate" | "isDay">,
): AppError | undefined {
  // A test label of another server moves there.
  if (row.test === 1 && (row.providerAccountID ?? null) === null) return errors.testParcelScanned();
  if (!isBought(row.status) || row.purchaseID === null) return errors.noParcelToScan();
  const boughtAt = findBoughtAt(deps, row.purchaseID) ?? row.createdAt;
  const earliestMs = isDay
    ? Date.parse(instantsOfDays(turkishDay(boughtAt), 1).from)
    : Date.parse(boughtAt) - CLOCKS_MS;
  const atMs = Date.parse(statusDate);
  if (atMs >= earliestMs && atMs <= Date.parse(deps.now()) + CLOCKS_MS) return undefined;
  return errors.scanTimeRefused(undefined, { reason: atMs < earliestMs ? "early" : "future" });
}

/**
 * Keeps a new tracking number and page with the purchase and its shipment; "" changes nothing. Needs
 * an open transaction.
 */
export function keepNumber(
  deps: Deps,
  row: ShipmentRow,
  { trackingNumber, trackingURL }: Pick<EnteredScan, "trackingNumber" | "trackingURL">,
): void {
  const given = {
    ...(trackingNumber === "" || trackingNumber === row.trackingNumber ? {} : { trackingNumber }),
    ...(trackingURL === "" || trackingURL === row.trackingUrl ? {} : { trackingUrl: trackingURL }),
  };
  if (row.purchaseID === null || Object.keys(given).length === 0) return;
  changeTrackingNumber(deps, row.purchaseID, given);
  changeShipment(deps, row, given);
  indexShipment(deps, row);
}
