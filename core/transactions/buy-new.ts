/** A shipment and its label in one transaction: the shipment is written once, in the state the purchase leaves it in. */
import type { AppError } from "../base/errors.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import type { Actor, Deps } from "../deps.ts";
import { cheapestOf } from "../offers/offers.service.ts";
import { quoteShipment, saveRateRequest, type CarrierAnswer } from "../offers/quote-shipment.ts";
import { draftShipment, subjectOf, writeShipment, type CreateOptions } from "../shipments/create-shipment.ts";
import { purchaseColumns } from "../shipments/folded-columns.ts";
import { partsOfPurchase } from "../shipments/shipment-parts.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";
import { noteFact } from "../shipments/shipments.service.ts";
import type { FreshPurchase } from "./transactions.service.ts";
import { buyOffer, type PurchaseOptions, type Reserved } from "./accept-offer.ts";

export type NewPurchase = {
  readonly input: ShipmentInput;
  readonly create: Omit<CreateOptions, "quote">;
  readonly options: PurchaseOptions;
  /** Of remote carriers, which were asked before. */
  readonly answers?: readonly CarrierAnswer[];
  /** What is thrown when no offer could be made. */
  readonly noOffer: (ineligible: readonly IneligibleService[]) => AppError;
};

/** `fresh`: the bought shipment, from what was just written; undefined while its carrier is asked. */
export type NewlyBought = Reserved & { readonly shipmentID: string; readonly fresh: FreshPurchase | undefined };

/**
 * Writes the shipment and the purchase of its cheapest offer. Inside a transaction.
 *
 * @throws AppError those of creating a shipment and of accepting.
 */
export function buyNew(deps: Deps, actor: Actor, { input, create, options, answers = [], noOffer }: NewPurchase): NewlyBought {
  const draft = draftShipment(deps, actor, input, { ...create, quote: true });
  const request = quoteShipment(deps, { ...subjectOf(deps, draft, create.only), answers });
  const now = deps.now();
  const offer = cheapestOf(request.offers.filter(({ expires_at }) => expires_at === null || expires_at > now));
  if (offer === undefined) throw noOffer(request.ineligible);
  const { id } = draft.columns;
  let fresh: FreshPurchase | undefined;
  const reserved = buyOffer(deps, actor, { shipment: draft, offer, options }, {
    opened(row) {
      saveRateRequest(deps, request);
      writeShipment(deps, draft, { status: "OFFER_ACCEPTED" });
      noteFact(deps, id, "quoted purchaseOpened", row.id);
    },
    bought(row, snapshot) {
      // The offer is in the snapshot: where it was the only one, the rate request says nothing more.
      if (request.offers.length > 1) saveRateRequest(deps, request);
      const shipment = writeShipment(deps, draft, { ...purchaseColumns(row, offer), status: "TRACKING_CODE_CREATED" });
      noteFact(deps, id, "quoted purchaseOpened bought", row.id);
      if (request.offers.length === 1) fresh = { row, snapshot, parts: partsOfPurchase(shipment, snapshot, draft.order) };
    },
  });
  return { ...reserved, shipmentID: id, fresh };
}
