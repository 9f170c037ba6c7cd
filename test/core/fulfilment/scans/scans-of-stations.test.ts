/** Scans and tracking numbers that are entered at one of two stations. */
import { expect, it } from "vitest";
import { enterScan, type EnteredScan } from "../../../../core/fulfilment/scans/enter-scans.ts";
import { requireShipment } from "../../../../core/shipping/shipments/shipments.service.ts";
import { listEvents } from "../../../../core/shipping/tracking/tracking.service.ts";
import { settleNow } from "../../../helpers/far-carrier.ts";
import { buy, exchange, LABEL, two } from "../../sync/two-stations.ts";

it(
  "a scan that two stations enter is one event, and its tracking number is the parcel's at both",
  { tags: "all" },
  async () => {
    const { a, b, actor, id } = two([LABEL]);
    await settleNow(a.deps, buy(a, actor, id, true));
    exchange(a, b);
    const scan: EnteredScan = {
      subCode: "package_accepted",
      statusDate: b.deps.now(),
      details: "",
      locationName: "Tuzla",
      trackingNumber: "",
      trackingURL: "",
    };
    expect(enterScan(a.deps, id, scan, "person")).toBe(true);
    expect(enterScan(b.deps, id, { ...scan, trackingNumber: "KN-77" }, "file")).toBe(true);
    exchange(a, b);
    expect(enterScan(b.deps, id, scan, "program")).toBe(false);
    for (const { deps } of [a, b]) {
      expect(listEvents(deps.db, id)).toHaveLength(1);
      expect(requireShipment(deps, id)).toMatchObject({
        status: "SHIPPED",
        trackingNumber: "KN-77",
      });
    }
  },
);
