/**
 * Serves /transactions: buys the label of an offer, or creates a shipment and buys its label in one
 * step.
 */
import { wrapOne } from "../../http/envelope.ts";
import { serve, type Route, type RouteContext } from "../route.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import { acceptOffer } from "./accept-offer.ts";
import { buyInOneStep } from "./buy-in-one-step.ts";
import { getShipment } from "../../shipping/shipments/shipments.service.ts";
import { takeOverPurchase } from "./take-over-purchase.ts";
import type { ResponseTracker } from "./response-tracker.ts";
import * as api from "./transactions.api.ts";
import type { PurchaseAnswer, PurchaseInput, Transaction } from "./transactions.schema.ts";
import { presentFresh, presentTransaction, requireBought } from "./transactions.service.ts";

/**
 * Creates the routes.
 *
 * @param responses Tracks one-step purchases whose answer has not reached its caller yet. An
 * identical call joins such a purchase.
 */
export function transactionRoutes(responses: ResponseTracker): readonly Route[] {
  return [
    serve(
      api.createTransaction,
      async (context, { body }) => {
        const { deps, actor, keep, onAnswered } = context;
        await requireCaller(context);
        if (body.offerID !== "")
          return answerOf(
            context,
            body,
            await acceptOffer(deps, actor, body.offerID, {
              print: false,
              requestHash: null,
              keep,
              requireCaller: () => requireCaller(context),
            }),
          );
        const { transactionID, fresh } = await buyInOneStep(deps, actor, body, {
          keep,
          onAnswered,
          responses,
          requireCaller: () => requireCaller(context),
        });
        return fresh === undefined
          ? answerOf(context, body, transactionID)
          : answerInOneStep(presentFresh(deps, fresh, context.origin));
      },
      {
        repeat: (context, { body }, id) => {
          requireBought(context.deps, id);
          return answerOf(context, body, id);
        },
      },
    ),
    serve(api.takeOverPurchase, ({ deps, actor, origin }, { params: { shipmentID } }) => {
      takeOverPurchase(deps, actor, shipmentID);
      return getShipment(deps, actor, shipmentID, origin);
    }),
  ];
}

/**
 * Presents a purchase. A one-step purchase, which has no `offerID`, is answered in another
 * envelope.
 */
function answerOf(
  { deps, origin }: RouteContext,
  { offerID }: PurchaseInput,
  id: string,
): PurchaseAnswer {
  const transaction = presentTransaction(deps, id, origin);
  return offerID === "" ? answerInOneStep(transaction) : wrapOne(transaction);
}

/** Wraps a one-step purchase: its envelope has `message` instead of `additionalMessage`. */
function answerInOneStep(data: Transaction): PurchaseAnswer {
  return { result: true, message: "Success", data };
}
