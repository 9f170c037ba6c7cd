/** Actions of desks that read changed order files, and decide about them, while disconnected. */
import { createHash } from "node:crypto";
import { inTransaction } from "../../../core/db/change.ts";
import {
  applyChange,
  dismissChange,
} from "../../../core/fulfilment/order-changes/decide-change.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { compareRow } from "../../../core/shipping/order-changes/compare-row.ts";
import { findImportedOrder } from "../../../core/shipping/shipments/imported-order.ts";
import type { ShipmentInput } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";

type Order = { readonly sourceIdentifier: string; readonly orderNumber: string };

/** Reads a file in which an order, if it is known, has this content or is cancelled. */
export function readChanged(
  { deps }: LooseStation,
  actor: Actor,
  order: Order,
  input: ShipmentInput | undefined,
): void {
  const known = findImportedOrder(deps, actor, order);
  if (known === undefined) return;
  const hash = createHash("sha256")
    .update(JSON.stringify(input ?? ""))
    .digest("hex");
  const row = {
    hash,
    isCancelled: input === undefined,
    input,
    has: () => true,
    fileName: "orders.csv",
  };
  inTransaction(deps, () => compareRow(deps, actor, known, row));
}

/** Decides about the first open change of a station. */
export async function decideFirst(
  { deps }: LooseStation,
  actor: Actor,
  act: "apply" | "dismiss",
): Promise<void> {
  const row = deps.db
    .sql<{ id: string; version: string }>(
      `SELECT id, version FROM order_changes WHERE version <> '' AND version <> applied AND version <> dismissed ORDER BY id LIMIT 1`,
    )
    .get();
  if (row === undefined) return;
  if (act === "apply") await applyChange(deps, actor, row.id, row.version);
  else dismissChange(deps, actor, row.id, row.version);
}
