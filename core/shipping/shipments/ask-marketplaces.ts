/** Asks marketplaces for offers of one shipment because a person wants them. */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { askByHand } from "../offers/quote-shipment.ts";
import { draftOf, subjectOf } from "./consign-shipment.ts";
import { getShipmentRow } from "./shipments.service.ts";

/**
 * Asks the marketplaces that are asked on demand and have not been asked about the shipment's
 * current size and recipient.
 *
 * @throws AppError E1051; E1073 when the shipment has a label, its purchase is open, or it is
 *   cancelled
 */
export function askMarketplaces(
  deps: WriteDeps & Pick<ShippingDeps, "carriers" | "jobs">,
  actor: Actor,
  shipmentID: string,
): void {
  inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    if (row.status !== "GOT_OFFERS")
      throw errors.shipmentNotChangeable(
        "Marketplaces are asked only about an order without a label. Nothing was changed.",
      );
    askByHand(deps, subjectOf(deps, draftOf(deps, row)));
  });
  deps.jobs.wake();
}
