/** Takes an order of a file that was imported before: compares it, and changes nothing by itself. */
import { isAppError } from "../../base/errors.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { compareRow, isChangeable } from "../order-changes/compare-row.ts";
import { noteContent, type ImportedOrder } from "../shipments/imported-order.ts";
import { gatherChange, refuse, type Gathered } from "./gathered.ts";
import type { PreparedOrder } from "./prepare-orders.ts";
import { rejectFor } from "./reject-row.ts";

/** Returns whether an order that was imported before is imported again. */
export function isReopened(known: ImportedOrder, order: PreparedOrder): boolean {
  return known.isCancelled && !order.isCancelled && !["", order.hash].includes(known.contentHash);
}

/**
 * Takes a known order; needs an open transaction. Counts it as changed while a person must decide
 * about its rows, as rejected when the order cannot take its changed rows, and else as known.
 */
export function takeKnown(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  known: ImportedOrder,
  order: PreparedOrder,
  result: Gathered,
): void {
  // The order is of a version that kept no hash.
  const isUnhashed = known.contentHash === "";
  const hash = isUnhashed ? order.hash : known.contentHash;
  if (isUnhashed) noteContent(deps, known.id, { contentHash: hash });
  const { made, isCancelled } = order;
  const isChanged = !isCancelled && order.hash !== hash;
  if (isChanged && "faults" in made && isChangeable(deps, actor, known.id, order.hash))
    return refuse(result, order, made.faults);
  try {
    const change = compareRow(
      deps,
      actor,
      { ...known, contentHash: hash },
      {
        hash: order.hash,
        isCancelled,
        input: "input" in made ? made.input : undefined,
        has: (column) => result.headings[column] !== undefined,
        fileName: result.fileName,
      },
    );
    if (change === undefined) result.known += 1;
    else gatherChange(result, change);
  } catch (error) {
    if (!isAppError(error)) throw error;
    refuse(result, order, [rejectFor(result.headings, order.first, error)]);
  }
}
