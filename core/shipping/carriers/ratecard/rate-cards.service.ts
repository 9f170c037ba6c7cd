/** Manages rate cards. `ratecard-carrier.ts` computes prices from them. */
import type { ReadDeps } from "../../../db/deps.ts";
import { parseJsonOr } from "../../../base/json.ts";
import { inTransaction } from "../../../db/change.ts";
import type { ShippingDeps } from "../../deps.ts";
import type { CarrierCard, SetUpCarriers } from "../carrier-shelf.ts";
import { rateCardSchema, type RateCard } from "./rate-card.schema.ts";
import {
  hasSampleCards,
  insertRateCard,
  listActiveRateCards,
  listSampleCards,
  readCard,
  retireRateCard,
} from "./rate-cards.store.ts";

/**
 * Reads the summary of an organization's carriers. `changedAt`: time of the last change to an
 * active card; "" without active cards.
 */
export function readCarriers(deps: ReadDeps, organizationID: string): SetUpCarriers {
  const cards = listActiveRateCards(deps.db, organizationID);
  const changedAt = cards.reduce((newest, { updatedAt: at }) => (at > newest ? at : newest), "");
  return {
    hasCarriers: cards.length > 0,
    samplePrices: hasSampleCards(deps.db, organizationID),
    changedAt,
  };
}

/** Stores a rate card, and returns its id. */
export function createRateCard(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  organizationID: string,
  card: RateCard,
): string {
  const id = deps.newId();
  const now = deps.now();
  inTransaction(deps, () =>
    insertRateCard(deps.db, {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID,
      providerCode: card.providerCode,
      name: card.carrierName,
      isSample: card.isSample ? 1 : 0,
      isActive: 1,
      card: JSON.stringify(card),
    }),
  );
  return id;
}

/** Lists the organization's active cards for Settings, by provider code. */
export function listCards(deps: ReadDeps, organizationID: string): CarrierCard[] {
  return listActiveRateCards(deps.db, organizationID).flatMap(({ id }) => {
    const card = parseJsonOr(readCard(deps.db, id), rateCardSchema, undefined);
    if (card === undefined) return [];
    const { carrierName, providerCode, isSample, needsAccount, services } = card;
    return [
      {
        id,
        name: carrierName,
        providerCode,
        isSample,
        needsAccount,
        services: services.map(({ code, name }) => ({ code, name })),
      },
    ];
  });
}

/**
 * Retires the sample cards, so that they no longer quote. Labels bought from them can still be
 * cancelled.
 */
export function retireSampleCards(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  organizationID: string,
): void {
  inTransaction(deps, () => {
    for (const id of listSampleCards(deps.db, organizationID))
      retireRateCard(deps.db, id, deps.now());
  });
}
