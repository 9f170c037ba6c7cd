import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import { recordTracking, type Scan } from "../../../../core/shipping/shipments/record-tracking.ts";
import {
  SUB_CODES,
  type TrackingSubCode,
} from "../../../../core/shipping/tracking/tracking.schema.ts";
import { trackingHistory } from "../../../../core/shipping/tracking/tracking.service.ts";
import { requireShipment } from "../../../../core/shipping/shipments/shipments.service.ts";
import { boughtShipment, station, type Station } from "../../../helpers/station.ts";

const scan = (subCode: TrackingSubCode, minute: number): Scan => ({
  subCode,
  statusDate: new Date(
    Date.parse("2026-11-21T10:00:00.000Z") + minute * 60_000,
  ).toISOString() as Instant,
  details: "",
  locationName: "Tuzla",
});
const statusOf = (s: Station, id: string) => requireShipment(s.core.deps, id).status;

async function parcelWith(scans: readonly TrackingSubCode[]): Promise<{ s: Station; id: string }> {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  scans.forEach((subCode, i) => recordTracking(s.core.deps, shipment.id, scan(subCode, i)));
  return { s, id: shipment.id };
}

describe("scans of a parcel", () => {
  it("a scan that arrives twice is stored once", async () => {
    const { s, id } = await parcelWith(["package_accepted"]);
    expect(recordTracking(s.core.deps, id, scan("package_accepted", 0))).toBe(false);
    expect(trackingHistory(s.core.deps, id)).toHaveLength(1);
  });

  it.each<[TrackingSubCode[], string]>([
    [["delivered"], "DELIVERED"],
    [["information_received"], "TRACKING_CODE_CREATED"],
    [["package_accepted", "package_damaged", "out_for_delivery", "delivered"], "DELIVERED"],
    [["package_accepted", "package_undeliverable"], "FAILED"],
    [["package_accepted", "package_undeliverable", "return_to_sender"], "RETURNED"],
    [["package_accepted", "package_undeliverable", "out_for_delivery", "delivered"], "DELIVERED"],
    [["package_accepted", "package_lost", "delivery_rescheduled"], "SHIPPED"],
    [["package_accepted", "other"], "SHIPPED"],
  ])("the scans %j leave the shipment %s", async (scans, status) => {
    const { s, id } = await parcelWith(scans);
    expect(statusOf(s, id)).toBe(status);
  });

  it("a scan that fits no move is stored and shown, and changes nothing", async () => {
    const { s, id } = await parcelWith([
      "package_accepted",
      "delivered",
      "package_departed",
      "package_lost",
    ]);
    expect(statusOf(s, id)).toBe("DELIVERED");
    expect(
      trackingHistory(s.core.deps, id).map((e) => [e.trackingSubStatusCode, e.isApplied]),
    ).toEqual([
      ["package_accepted", true],
      ["delivered", true],
      ["package_departed", false],
      ["package_lost", false],
    ]);
  });

  it(
    "scans in any number and order never undo a final state, and each is stored",
    { timeout: 120_000 },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const codes = Object.keys(SUB_CODES) as TrackingSubCode[];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...codes), { minLength: 1, maxLength: 12 }),
          async (scans) => {
            const { shipment } = await boughtShipment(s, { test: true });
            let ended: string | undefined;
            scans.forEach((subCode, i) => {
              recordTracking(s.core.deps, shipment.id, scan(subCode, i));
              const status = statusOf(s, shipment.id);
              if (ended !== undefined) expect(status).toBe(ended);
              if (["DELIVERED", "RETURNED", "CANCELED"].includes(status)) ended = status;
            });
            expect(trackingHistory(s.core.deps, shipment.id)).toHaveLength(scans.length);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
