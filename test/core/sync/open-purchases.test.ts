/**
 * A station's open purchase stays unchanged when other stations' changes of the shipment arrive.
 */
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import type { Instant } from "../../../core/base/units.ts";
import { settleNow } from "../../helpers/far-carrier.ts";
import { buy, exchange, LABEL, two } from "./two-stations.ts";

describe("a purchase whose carrier does not answer", () => {
  it("the buying station shows the purchase as stuck until the carrier's answer arrives", async () => {
    const silence = Array.from({ length: 5 }, () => new Error("ECONNRESET"));
    const { a, b, actor, id } = two([...silence, LABEL]);
    const bought = buy(a, actor, id, true);
    for (const _ of silence)
      await expect(settleNow(a.deps, bought)).rejects.toSatisfy((error) =>
        isAppError(error, "outcomeUnknown"),
      );
    const shown = () => [a, b].map((s) => requireShipment(s.deps, id).lastErrorCode);
    exchange(a, b);
    recordTracking(b.deps, id, {
      subCode: "information_received",
      statusDate: "2026-11-21T10:00:00.000Z" as Instant,
      details: "",
      locationName: "",
    });
    exchange(a, b);
    expect(shown()).toEqual(["E2008", null]);
    await settleNow(a.deps, bought);
    exchange(a, b);
    expect(shown()).toEqual([null, null]);
  });
});
