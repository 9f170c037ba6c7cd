/** Records what a carrier reports about one parcel, each scan once. */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Tracked, TrackedEvent } from "../../shipping/carriers/carrier.ts";
import { recordTracking } from "../../shipping/shipments/record-tracking.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";

/** Highest number of a parcel's scans that are read from one answer; a parcel has some dozens. */
const MOST_SCANS = 500;
const SLICE = 20;
/** Clocks of carriers may be ahead by so much, ms. */
const AHEAD_MS = 24 * 60 * 60 * 1_000;
const LONGEST_TEXT = 500;

/** Records the scans of a parcel, oldest first; leaves out scans with an impossible time. */
export async function recordTracked(
  deps: WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">,
  shipmentID: string,
  { events }: Tracked,
): Promise<void> {
  const shipment = findShipmentRow(deps, shipmentID);
  if (shipment === undefined) return;
  const usable = events
    .slice(0, MOST_SCANS)
    .filter((event) => isPossible(event, shipment.createdAt, deps.now()))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  if (usable.length < events.length)
    deps.log.warn(
      { shipmentID, scans: events.length, recorded: usable.length },
      "a carrier reported scans with impossible times, or too many",
    );
  for (let i = 0; i < usable.length; i += SLICE) {
    inTransaction(deps, () => {
      for (const event of usable.slice(i, i + SLICE))
        recordTracking(deps, shipmentID, {
          subCode: event.subCode,
          statusDate: event.at,
          details: event.description.slice(0, LONGEST_TEXT),
          locationName: event.location.slice(0, LONGEST_TEXT),
        });
    });
    await yieldToEventLoop();
  }
}

/** A parcel is scanned after its shipment was created, give or take a day, and not in the future. */
function isPossible({ at }: TrackedEvent, createdAt: string, now: string): boolean {
  const ms = Date.parse(at);
  return ms >= Date.parse(createdAt) - AHEAD_MS && ms <= Date.parse(now) + AHEAD_MS;
}
