/** Stations that are each other's marketplaces. */
import { expect, it } from "vitest";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  connectMarketplace,
  farOffer,
  marketplaceStation,
  quoted,
} from "../../helpers/marketplace.ts";
import { shipmentWithOffers, type Station } from "../../helpers/station.ts";

const countShipments = (s: Station): number =>
  (s.core.deps.db.raw.prepare("SELECT count(*) AS n FROM shipments").get() as { n: number }).n;

it("ask each other once about an order, and not in a circle", { tags: "all" }, async () => {
  const settings = { carrierTargets: { loopback: true } };
  const first = await marketplaceStation({ settings });
  const second = await marketplaceStation({ settings });
  const accountID = await connectMarketplace(first, second.url, second.started.token ?? "");
  await connectMarketplace(second, first.url, first.started.token ?? "");
  const shipment = await quoted(first);
  expect(farOffer(shipment, accountID)).toBeDefined();
  await shipmentWithOffers(second);
  await new Promise((done) => setTimeout(done, 1_500));
  // Each order, its question at the other station, and the answer's own question back.
  expect([countShipments(first), countShipments(second)]).toEqual([3, 3]);
  const asked = await second.call<Shipment[]>("GET", "/shipments?limit=100");
  const codes = asked.body.data.map(({ id }) =>
    listIneligibleServices(second.core.deps, id).map(({ code }) => code),
  );
  expect(codes.flat()).toContain("IN_A_CIRCLE");
});
