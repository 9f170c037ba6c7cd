/** A remote carrier whose answers a test gives. */
import type { Bought, RemoteCarrier } from "../../../../core/shipping/carriers/carrier.ts";
import { farCarrier, LABEL, outcomeOf, sendFar } from "../../../helpers/far-carrier.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { shipmentWithOffers, type Station } from "../../../helpers/station.ts";

export { LABEL };

export type Call = { readonly key: string; done(bought: Bought): void; failed(error: Error): void };

/**
 * Makes the carrier.
 * @returns The carrier, and its purchase calls in order, which the test answers.
 */
export function remoteCarrier(change: Partial<RemoteCarrier> = {}): {
  carrier: RemoteCarrier;
  calls: Call[];
} {
  const calls: Call[] = [];
  const buy: RemoteCarrier["buy"] = ({ key }) =>
    outcomeOf(new Promise<Bought>((done, failed) => calls.push({ key, done, failed })));
  const carrier = farCarrier({ buy, ...change });
  return { carrier, calls };
}

/** Creates a shipment with an offer of the remote carrier, as if the carrier had answered. */
export async function remoteOffer(s: Station): Promise<{ shipment: Shipment; offerID: string }> {
  const shipment = await shipmentWithOffers(s);
  return { shipment, offerID: sendFar(s.core.deps, shipment.offers?.cheapest?.id) };
}
