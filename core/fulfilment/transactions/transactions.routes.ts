/** Serves /transactions. */
import { wrapOne } from "../../http/envelope.ts";
import { serve, type Route, type RouteContext } from "../route.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import { acceptOffer } from "./accept-offer.ts";
import { buyInOneStep } from "./buy-in-one-step.ts";
import type { ResponseTracker } from "./response-tracker.ts";
import * as api from "./transactions.api.ts";
import type { PurchaseAnswer, PurchaseInput, Transaction } from "./transactions.schema.ts";
import { presentFresh, presentTransaction, requireBought } from "./transactions.service.ts";

/**
 * @param responses Tracks one-step purchases whose responses have not reached their callers yet.
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
  ];
}

/** Answers the one-step form with `message` instead of `additionalMessage`. */
function answerOf(
  { deps, origin }: RouteContext,
  { offerID }: PurchaseInput,
  id: string,
): PurchaseAnswer {
  const transaction = presentTransaction(deps, id, origin);
  return offerID === "" ? answerInOneStep(transaction) : wrapOne(transaction);
}

function answerInOneStep(data: Transaction): PurchaseAnswer {
  return { result: true, message: "Success", data };
}
