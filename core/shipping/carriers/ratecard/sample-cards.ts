/** Sample rate cards, for the demo and for trying out a station without carriers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { inTransaction } from "../../../db/change.ts";
import type { ShippingDeps } from "../../deps.ts";
import { rateCardSchema } from "./rate-card.schema.ts";
import { createRateCard } from "./rate-cards.service.ts";
import { listActiveRateCards } from "./rate-cards.store.ts";

/**
 * Adds the sample cards.
 *
 * @param resourcesDir Contains samples/rate-cards.json.
 * @returns Number of added cards; 0 when the organization has active rate cards already.
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
