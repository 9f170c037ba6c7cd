/** Finds labels that were bought and never printed, from which a batch can be made. */
import { setImmediate } from "node:timers/promises";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { listShipmentRows, onlyOf } from "../../shipping/shipments/shipments.service.ts";
import { MOST_LABELS, type Unprinted, type UnprintedQuery } from "./batches.schema.ts";
import { presentItems } from "./present-batch.ts";
import { LOOKED_AT, sortablesOf, sorted, type Sortable } from "./sort-batch.ts";
import * as store from "./unprinted.store.ts";

/** Number of labels in the preview. */
const PREVIEWED = 20;

/**
 * Finds unprinted labels. A label counts on the day on which the outcome of its purchase became
 * known, Turkish time. Labels of open batches are left out; a member with limited access gets only
 * its own labels.
 *
 * @throws AppError E2052 when reading takes too long.
 */
export async function findUnprinted(
  deps: Pick<FulfilmentDeps, "db" | "reader" | "now" | "geo">,
  actor: Actor,
  { day = turkishDay(deps.now()), days, carrier, sort }: UnprintedQuery,
): Promise<Unprinted> {
  const of = {
    organizationID: actor.organizationID,
    createdBy: onlyOf(actor) ?? null,
    ...instantsOfDays(day, days),
  };
  const carriers = await store.listUnprintedCarriers(deps.reader, of);
  const shipmentIDs = await store.listUnprinted(
    deps.reader,
    { ...of, providerCode: carrier ?? null },
    MOST_LABELS,
  );
  const shipments: Sortable[] = [];
  for (let i = 0; i < shipmentIDs.length; i += LOOKED_AT) {
    const asked = shipmentIDs.slice(i, i + LOOKED_AT);
    const found = listShipmentRows(deps, asked);
    shipments.push(
      ...sortablesOf(
        deps,
        asked.flatMap((id) => found.get(id) ?? []),
        sort,
      ),
    );
    await setImmediate();
  }
  const first = sorted(shipments).slice(0, PREVIEWED);
  return {
    carriers: carriers.map(({ providerCode, carrierName, labels }) => ({
      providerCode,
      carrierName,
      labels,
    })),
    shipmentIDs,
    preview: presentItems(
      deps,
      first.map(({ id }, i) => ({ position: i + 1, shipmentID: id, jobID: null, status: null })),
    ),
  };
}
