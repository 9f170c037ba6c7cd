/** Scans of one parcel that arrive from another station, one at a time or in one batch. */
import { expect, it } from "vitest";
import type { Instant } from "../../../core/base/units.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { buy, exchange, two, written } from "./two-stations.ts";

const SCANS = [
  ["information_received", "2026-11-21T09:00:00.000Z"],
  ["package_accepted", "2026-11-21T10:00:00.000Z"],
  ["package_departed", "2026-11-21T11:00:00.000Z"],
  ["delivered", "2026-11-21T12:00:00.000Z"],
] as const;

/** Events that programs get for each scan, in order. */
function told({ deps }: LooseStation): unknown[] {
  return deps.db.raw
    .prepare<[], { payload: string }>(
      "SELECT payload FROM outbox WHERE topic = 'tracking.updated' ORDER BY seq",
    )
    .all()
    .map(({ payload }) => {
      const { statusCode, packageAcceptedAt, trackingStatus } = JSON.parse(payload) as {
        statusCode: string;
        packageAcceptedAt: string | null;
        trackingStatus: { trackingSubStatusCode: string };
      };
      return [trackingStatus.trackingSubStatusCode, statusCode, packageAcceptedAt];
    });
}

it.each(["one at a time", "in one batch", "in one batch, the newest first"])(
  "scans of another station that arrive %s each report the shipment as it was at that scan",
  (how) => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    exchange(a, b);
    const before = written(a).length;
    for (const [subCode, statusDate] of SCANS) {
      const at = statusDate as Instant;
      recordTracking(a.deps, id, { subCode, statusDate: at, details: "", locationName: "" });
      a.clock.nowMs += 1_000;
    }
    const scans = written(a).slice(before);
    expect(scans).toHaveLength(SCANS.length);
    if (how === "one at a time") for (const scan of scans) b.apply([scan]);
    else b.apply(how === "in one batch" ? scans : scans.toReversed());
    expect(told(a)).toEqual([
      ["information_received", "TRACKING_CODE_CREATED", null],
      ["package_accepted", "SHIPPED", SCANS[1][1]],
      ["package_departed", "SHIPPED", SCANS[1][1]],
      ["delivered", "DELIVERED", SCANS[1][1]],
    ]);
    expect(told(b)).toEqual(told(a));
  },
);
