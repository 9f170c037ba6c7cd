/** Offers made at one of two stations, shown and bought at the other. */
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { pruneOffers } from "../../../core/shipping/offers/prune-offers.ts";
import { changePackage } from "../../../core/shipping/shipments/change-package.ts";
import { packageInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  presentShipment,
  requireShipment,
} from "../../../core/shipping/shipments/shipments.service.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import { presentTransaction } from "../../../core/fulfilment/transactions/transactions.service.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { exchange, two } from "./two-stations.ts";

const ORIGIN = "http://127.0.0.1:1";
const shown = ({ deps }: LooseStation, id: string) =>
  presentShipment(deps, requireShipment(deps, id), ORIGIN).offers;
const accept = ({ deps }: LooseStation, actor: Actor, offerID: string): string =>
  inTransaction(deps, () => reserveNow(deps, actor, offerID).transactionID);
const weigh = (s: LooseStation, actor: Actor, id: string, weight: string): unknown =>
  changePackage(s.deps, actor, id, packageInputSchema.parse({ weight }));
const count = ({ deps }: LooseStation, from: string): unknown =>
  deps.db.raw.prepare(`SELECT count(*) FROM ${from}`).pluck().get();
const rows = (s: LooseStation): unknown[] =>
  ["offers", "rate_requests", "row_clocks WHERE table_name = 'rate_requests'"].map((from) =>
    count(s, from),
  );

describe("an offer of one station", () => {
  it("the other station shows an offer with the same content, and can buy it", () => {
    const { a, b, actor, id } = two();
    const offers = shown(b, id);
    expect(offers).toEqual(shown(a, id));
    const bought = accept(b, actor, offers?.cheapest?.id ?? "");
    exchange(a, b);
    expect(presentTransaction(a.deps, bought, ORIGIN)).toMatchObject({
      offerID: offers?.cheapest?.id,
      shipment: { statusCode: "TRACKING_CODE_CREATED" },
    });
  });

  it("an offer can no longer be bought at the other station after the parcel was weighed again: E1064", () => {
    const { a, b, actor, id } = two();
    const earlier = shown(b, id)?.cheapest?.id ?? "";
    weigh(a, actor, id, "9");
    exchange(a, b);
    expect(() => accept(b, actor, earlier)).toThrow(expect.objectContaining({ code: "E1064" }));
    expect(shown(b, id)).toEqual(shown(a, id));
  });

  it("offers of rate requests by two disconnected stations are not mixed, and only the offers of the last request stay", () => {
    const { a, b, actor, id } = two();
    weigh(a, actor, id, "9");
    b.clock.nowMs = a.clock.nowMs + 50;
    weigh(b, actor, id, "4");
    const last = shown(b, id);
    exchange(a, b);
    expect([shown(a, id), shown(b, id)]).toEqual([last, last]);
  });

  it("each station deletes a shipment's offers a month after the purchase, and does not publish the deletion", () => {
    const { a, b, actor, id } = two();
    weigh(a, actor, id, "9");
    exchange(a, b);
    accept(b, actor, shown(b, id)?.cheapest?.id ?? "");
    exchange(a, b);
    for (const s of [a, b]) {
      // The ids of offers have the time of the computer's clock.
      s.clock.nowMs = Math.max(s.clock.nowMs, Date.now()) + 40 * 86_400_000;
      const before = s.outbox(0).length;
      pruneOffers(s.deps)(1_000);
      expect([s.outbox(0).length - before, rows(s)]).toEqual([0, [0, 0, 0]]);
    }
    expect(shown(a, id)).toEqual(shown(b, id));
  });
});
