/**
 * Made-up rate cards: what the demo works with, and what a station without carriers can be tried
 * with.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { inTransaction } from "../../../db/change.ts";
import type { ShippingDeps } from "../../deps.ts";
import { rateCardSchema } from "./rate-card.schema.ts";
import { createRateCard } from "./rate-cards.service.ts";
import { listActiveRateCards } from "./rate-cards.store.ts";

/**
 * @param resourcesDir Has samples/rate-cards.json.
 * @returns How many were added; 0 when the organization has rate cards already.
 */
export function addSampleCards(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  organizationID: string,
  resourcesDir: string,
): number {
  return inTransaction(deps, () => {
    if (listActiveRateCards(deps.db, organizationID).length > 0) return 0;
    const cards = z
      .array(rateCardSchema)
      .parse(JSON.parse(readFileSync(join(resourcesDir, "samples", "rate-cards.json"), "utf8")));
    for (const card of cards) createRateCard(deps, organizationID, card);
    return cards.length;
  });
}
