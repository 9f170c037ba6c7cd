/**
 * Puts labels back on this station's waiting list when their print request to another station ended
 * and it is certain that nothing was printed there. A label that may have been printed is not
 * printed automatically: a person must check.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { readPrintError, type PrintError } from "../../printing/print-error.ts";
import { resumeWaitingLabel } from "../../printing/requested-job.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { isNeverSeen } from "./end-requests.ts";
import * as store from "./print-requests.store.ts";
import type { Stations } from "./stations.ts";

/**
 * How far back requests are searched, ms: longer than the longest life of a request. Labels of
 * older requests are not printed automatically.
 */
const LOOKED_BACK_MS = 3 * 60 * 60_000;
const AT_MOST = 50;
/** Highest number of requests of one shipment that are read. */
const ALL = 1_000;

/** Reasons of requests that the printer's station refused before they entered its journal. */
const REFUSED: ReadonlySet<PrintError["code"]> = new Set([
  "printer removed",
  "not shared",
  "printer off",
  "not drawn",
  "not allowed",
  "not valid",
]);

/**
 * Puts unprinted labels back on the waiting list. Opens its own transactions; a repeated call
 * changes nothing.
 */
export function bringBackLabels(deps: WriteDeps, stations: Stations, organizationID: string): void {
  const stationID = deps.db.stationID;
  const fromID = earliestIdAt(Date.parse(deps.now()) - LOOKED_BACK_MS);
  const ended = store.listEndedLabels(deps.db, {
    organizationID,
    stationID,
    fromID,
    limit: AT_MOST,
  });
  for (const shipmentID of new Set(ended.map((row) => row.shipmentID))) {
    const all = store
      .listRequests(deps.db, {
        organizationID,
        stationID,
        shipmentID,
        state: null,
        askedBy: null,
        limit: ALL,
      })
      .filter((row) => row.document === "label" && row.fromStationID === stationID);
    const shipment = findShipmentRow(deps, shipmentID);
    const isInForce =
      shipment !== undefined &&
      isBought(shipment.status) &&
      all.every((row) => row.transactionID === "" || row.transactionID === shipment.purchaseID);
    if (isInForce && all.every((row) => isUnprinted(stations, row)))
      inTransaction(deps, () => void resumeWaitingLabel(deps, shipmentID));
  }
}

/** Returns whether it is certain that nothing of a request was printed or will be printed. */
function isUnprinted(stations: Stations, row: store.PrintRequestRow): boolean {
  const { code } = readPrintError(row.reason);
  switch (row.state) {
    case "FAILED":
      return row.jobID === null && REFUSED.has(code);
    case "EXPIRED":
      return code === "expired";
    case "CANCELLED":
      // The printer's station answered that it had not started the print, or never received the
      // request in time.
      return (
        code === "cancelled" ||
        (Date.parse(row.expiresAt) <= stations.hubNow() && isNeverSeen(stations, row))
      );
    default:
      return false;
  }
}
