/**
 * Idempotency-Keys that stations share: a call that made nothing must release its key for the
 * other stations.
 */
import { expect, it } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { SharedAnswer } from "../../../core/http/shared-keys.ts";
import { shipmentWithOffers, station } from "../../helpers/station.ts";

it("a purchase that was rolled back for lack of a lease releases its key", async () => {
  const s = await station();
  const shipment: Shipment = await shipmentWithOffers(s);
  const ended: (SharedAnswer | undefined)[] = [];
  s.core.deps.sharedKeys.use({
    claim: () => Promise.resolve({ is: "first", end: (answer) => void ended.push(answer) }),
  });
  const buy = () =>
    s.call(
      "POST",
      "/transactions",
      { offerID: shipment.offers?.cheapest?.id },
      { "Idempotency-Key": "k" },
    );
  s.core.deps.db.isLeasing = true;
  expect(await buy()).toMatchObject({ status: 409, body: { code: "E2131" } });
  expect(ended).toEqual([undefined]);

  s.core.deps.db.isLeasing = false;
  expect((await buy()).status).toBe(201);
  expect(ended).toEqual([undefined, { status: 201, body: expect.any(String) }]);
});
