/** Attention for parcels that a marketplace has sold: it reports their scans, so they can be late. */
import { expect, it } from "vitest";
import type { Board } from "../../../core/shipping/board/board.schema.ts";
import type { Today } from "../../../core/fulfilment/today/today.schema.ts";
import { boughtThere, deskBehindProxy } from "../../helpers/marketplace.ts";
import { boughtShipment } from "../../helpers/station.ts";

it(
  "a parcel of a marketplace is late or stuck; a parcel of ours whose carrier reports nothing is not",
  { tags: "all" },
  async () => {
    const s = await deskBehindProxy();
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "onDemand" });
    const ours = await boughtShipment(s);
    await s.call("PATCH", `/station/marketplaces/${s.accountID}`, { asks: "always" });
    const theirs = await boughtThere(s);
    s.ahead.ms += 12 * 24 * 60 * 60_000;
    const { data } = await s.desk<Board>("GET", "/station/tracking/board");
    const reasonOf = (id: string): string | undefined =>
      data.attention.find(({ list }) => list.some(({ shipmentID }) => shipmentID === id))?.reason;
    expect([reasonOf(theirs.shipment.id), reasonOf(ours.shipment.id)]).toEqual([
      expect.stringMatching(/^(LATE|STUCK)$/),
      "UNREPORTED",
    ]);
    const today = await s.desk<Today>("GET", "/station/today");
    expect(JSON.stringify(today.data)).toContain(reasonOf(theirs.shipment.id));
  },
);
