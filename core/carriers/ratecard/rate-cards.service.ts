/** Keeping rate cards. Pricing by them is `ratecard-carrier.ts`. */
import { commit } from "../../db/change.ts";
import type { Deps } from "../../deps.ts";
import type { RateCard } from "./rate-card.schema.ts";
import { hasSampleCards, insertRateCard, listActiveRateCards } from "./rate-cards.store.ts";

/** Whether there is anybody to ask for prices, and whether made-up prices are among them. */
export function readCarriers(deps: Pick<Deps, "db">, organizationID: string): { readonly hasCarriers: boolean; readonly samplePrices: boolean } {
  return { hasCarriers: listActiveRateCards(deps.db, organizationID).length > 0, samplePrices: hasSampleCards(deps.db, organizationID) };
}

/** @returns The card's id. */
export function addRateCard(deps: Pick<Deps, "db" | "now" | "newId">, organizationID: string, card: RateCard): string {
  const id = deps.newId();
  const now = deps.now();
  commit(deps, () =>
    insertRateCard(deps.db, {
      id,
      created_at: now,
      updated_at: now,
      organization_id: organizationID,
      provider_code: card.providerCode,
      name: card.carrierName,
      is_sample: card.isSample ? 1 : 0,
      is_active: 1,
      card: JSON.stringify(card),
    }),
  );
  return id;
}
