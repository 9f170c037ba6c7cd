/** Purchases in an open transaction, at stations that need no lease for them. */
import type { Actor } from "../../core/http/actor.ts";
import { planAcceptance, reserve } from "../../core/fulfilment/transactions/accept-offer.ts";
import {
  buyNew,
  planNew,
  type NewlyBought,
  type NewPurchase,
} from "../../core/fulfilment/transactions/buy-in-one-step.ts";
import type { PurchaseOptions, Reserved } from "../../core/fulfilment/transactions/buy-offer.ts";

const PLAIN: PurchaseOptions = { print: false, requestHash: null };

export function reserveNow(
  deps: Parameters<typeof planAcceptance>[0] & Parameters<typeof reserve>[0],
  actor: Actor,
  offerID: string,
): Reserved {
  const plan = planAcceptance(deps, actor, offerID);
  if (plan.kind !== "plan") throw new Error(`the purchase lacks a ${plan.kind}`);
  return reserve(deps, actor, plan, PLAIN);
}

export function buyNewNow(
  deps: Parameters<typeof planNew>[0] & Parameters<typeof buyNew>[0],
  actor: Actor,
  purchase: Omit<NewPurchase, "answers">,
): NewlyBought {
  const planned = planNew(deps, actor, { ...purchase, answers: [] });
  if (planned.kind !== "purchase") throw new Error(`the purchase lacks ${planned.kind}`);
  return buyNew(deps, actor, planned, PLAIN);
}
