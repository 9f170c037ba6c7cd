/** Purchases that name a service instead of an offer, where a remote carrier may have it. */
import { isAppError } from "../base/errors.ts";
import type { RemoteCarrier } from "../carriers/carrier.ts";
import type { Actor, Deps } from "../deps.ts";
import { askNow } from "../offers/quote-job.ts";
import { carriersFor, type CarrierAnswer } from "../offers/quote-shipment.ts";
import { draftShipment, subjectOf, type CreateOptions } from "../shipments/create-shipment.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";

/**
 * Buys by the prices that this station knows; only when none of them is of the service, the remote carriers are asked, and it is
 * tried once more with what they answered.
 *
 * @param shipment.requireCaller Awaited between asking and buying: who gives up meanwhile asks again, and that call buys.
 * @param buy Reserves the purchase in a transaction of its own.
 * @throws what `buy` throws: E1064 when no carrier has the service.
 */
export async function askForService<T>(deps: Deps, actor: Actor, shipment: { readonly input: ShipmentInput; readonly create: Omit<CreateOptions, "quote">; readonly requireCaller?: (() => Promise<void>) | undefined }, buy: (answers: readonly CarrierAnswer[]) => Promise<T>): Promise<T> {
  try {
    return await buy([]);
  } catch (error) {
    const carriers = isAppError(error, "E1064") ? remoteCarriers(deps, actor, shipment.input.test) : [];
    if (carriers.length === 0) throw error;
    const draft = draftShipment(deps, actor, shipment.input, { ...shipment.create, quote: true, isTrial: true });
    const { consignment } = subjectOf(deps, draft);
    if (consignment === undefined) throw error;
    const answers = await askNow(deps, carriers, consignment);
    await shipment.requireCaller?.();
    return await buy(answers);
  }
}

function remoteCarriers(deps: Deps, { organizationID }: Actor, test: boolean): RemoteCarrier[] {
  return carriersFor(deps, { organizationID, test }).filter((carrier) => carrier.place === "remote");
}
