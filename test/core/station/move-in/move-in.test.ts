/** An organization moves from one station to another, both over real sockets. */
import { describe, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { emptyStation, fullStation, moved } from "../../../helpers/moving-station.ts";
import type { Station } from "../../../helpers/station.ts";

const listOf = async <T>(s: Station, path: string): Promise<T[]> =>
  (await s.call<T[]>("GET", path)).body.data;

/** Selects the fields that are equal at both stations. */
function comparable(one: Shipment): Record<string, unknown> {
  const { order, senderAddress, recipientAddress, trackingStatus } = one;
  return {
    id: one.id,
    number: one.organizationShipmentID,
    status: one.statusCode === "GOT_OFFERS" ? "CREATED" : one.statusCode,
    barcode: one.barcode,
    amounts: [one.amount, one.amountTax, one.amountVat, one.totalAmount],
    size: [one.length, one.width, one.height, one.weight, one.desi],
    test: one.test,
    orderID: order?.id,
    orderNumber: order?.orderNumber,
    items: one.items.map(({ title, quantity }) => [title, quantity]),
    sender: [senderAddress?.id, senderAddress?.name, senderAddress?.districtID],
    recipient: [recipientAddress?.id, recipientAddress?.name, recipientAddress?.districtID],
    scan: [trackingStatus?.trackingSubStatusCode, trackingStatus?.statusDate],
    accepted: one.packageAcceptedAt,
    createdAt: one.createdAt,
    service: one.providerServiceCode,
    acceptedOfferID: one.acceptedOfferID,
  };
}

describe("a move to an empty station", () => {
  it("brings every shipment once, with its id, number, state, order, items and scans", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    const there = await listOf<Shipment>(from, "/shipments?limit=100");
    await moved(to, from);
    const here = await listOf<Shipment>(to, "/shipments?limit=100");
    expect(here.map(comparable)).toEqual(there.map(comparable));
    expect(new Set(there.map(({ statusCode }) => statusCode)).size).toBeGreaterThanOrEqual(4);
  });
});
