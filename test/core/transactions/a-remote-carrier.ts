/** A remote carrier whose answers the test gives, each when it wants to. */
import type { Bought, RemoteCarrier } from "../../../core/carriers/carrier.ts";
import type { Shipment } from "../../../core/shipments/shipments.schema.ts";
import { shipmentWithOffers, type Station } from "../../helpers/station.ts";

export const LABEL: Bought = { barcode: "REMOTE0001", trackingNumber: "T1", trackingUrl: "", carrierName: "Far" };

export type Call = { readonly key: string; done(bought: Bought): void; failed(error: Error): void };

/** @returns The carrier, and its calls to buy in their order. None is answered by itself. */
export function remoteCarrier(change: Partial<RemoteCarrier> = {}): { carrier: RemoteCarrier; calls: Call[] } {
  const calls: Call[] = [];
  const carrier: RemoteCarrier = {
    kind: "marketplace",
    place: "remote",
    name: "Far",
    deadlineMs: 5_000,
    quote: () => Promise.resolve({ quotes: [], missing: [] }),
    buy: ({ key }) => new Promise((done, failed) => calls.push({ key, done, failed })),
    ...change,
  };
  return { carrier, calls };
}

/** A shipment with an offer of the remote carrier, as its answer would have left it. */
export async function remoteOffer(s: Station): Promise<{ shipment: Shipment; offerID: string }> {
  const shipment = await shipmentWithOffers(s);
  const offerID = shipment.offers?.cheapest?.id ?? "";
  s.core.deps.db.raw.prepare("UPDATE offers SET carrier_kind = 'marketplace' WHERE id = ?").run(offerID);
  return { shipment, offerID };
}
