/** Records what a carrier reports about one parcel, each scan once. */
import { turkishDay } from "../../base/turkish-day.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Tracked, TrackedEvent } from "../../shipping/carriers/carrier.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isPage } from "../../shipping/carriers/carrier-answers.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { recordCharge, type ChargedAccount } from "../charges/record-charges.ts";
import { enterScan, findScanFault, keepNumber, type EnteredScan } from "../scans/enter-scans.ts";
import { LONGEST_DETAILS, LONGEST_NUMBER, LONGEST_PLACE } from "../scans/scans.schema.ts";

/** Highest number of a parcel's scans that are read from one answer; a parcel has some dozens. */
const MOST_SCANS = 500;
const SLICE = 20;

/**
 * Records the tracking number, the charge and the scans of a parcel, oldest first. Leaves out scans
 * with an impossible time; the carrier reports them again with its next answer.
 */
export async function recordTracked(
  deps: WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">,
  account: ChargedAccount,
  shipmentID: string,
  { events, trackingNumber = "", trackingUrl = "", charge }: Tracked,
): Promise<void> {
  const shipment = findShipmentRow(deps, shipmentID);
  if (shipment === undefined) return;
  inTransaction(deps, () => {
    if (trackingNumber.length <= LONGEST_NUMBER)
      keepNumber(deps, shipment, {
        trackingNumber,
        trackingURL: isPage(trackingUrl) ? trackingUrl : "",
      });
    if (charge !== undefined)
      recordCharge(deps, account, {
        shipmentID,
        code: shipment.barcode,
        day: turkishDay(deps.now()),
        charge,
      });
  });
  const scans = events.slice(0, MOST_SCANS).map(scanOf);
  const usable = scans
    .filter((scan) => findScanFault(deps, shipment, scan) === undefined)
    .sort((a, b) => (a.statusDate < b.statusDate ? -1 : a.statusDate > b.statusDate ? 1 : 0));
  if (usable.length < events.length)
    deps.log.warn(
      { shipmentID, scans: events.length, recorded: usable.length },
      "a carrier reported scans that cannot be recorded",
    );
  for (let i = 0; i < usable.length; i += SLICE) {
    inTransaction(deps, () => {
      for (const scan of usable.slice(i, i + SLICE)) enterScan(deps, shipmentID, scan, "carrier");
    });
    await yieldToEventLoop();
  }
}

function scanOf({ subCode, at, description, location }: TrackedEvent): EnteredScan {
  return {
    subCode,
    statusDate: at,
    details: description.slice(0, LONGEST_DETAILS),
    locationName: location.slice(0, LONGEST_PLACE),
    trackingNumber: "",
    trackingURL: "",
    // Some scans have no time of day.
    isDay: true,
  };
}
