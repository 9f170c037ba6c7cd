/** Changed and cancelled rows of order files that wait for a person's decision. */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { importedOrderID } from "../shipments/imported-order.ts";
import { maySee } from "../shipments/may-see.ts";
import { addressRowsOf, type ShipmentRow } from "../shipments/shipments.service.ts";
import { listDifferences } from "./differences.ts";
import { readContent, type FileContent } from "./file-content.ts";
import { findOrderNow, type OrderNow } from "./order-now.ts";
import {
  MOST_CHANGES,
  type ChangeStage,
  type Difference,
  type OrderChange,
  type OrderChanges,
} from "./order-changes.schema.ts";
import * as store from "./order-changes.store.ts";

export type OrderChangeRow = store.OrderChangeRow;
export { writeDecision } from "./order-changes.store.ts";

/** The version of a cancelled row. */
export const CANCELLED = "CANCELLED";

/** Makes the version of changed rows. */
export function changedTo(hash: string): string {
  return `CHANGED ${hash}`;
}

/** Reads the content of a change; undefined for a cancelled row. */
export function contentOfChange({ version, content }: OrderChangeRow): FileContent | undefined {
  return version === CANCELLED || content === "" ? undefined : readContent(content);
}

/** Decides whether a change can be applied, with its differences. */
export function stageOfChange(now: OrderNow, differences: readonly Difference[]): ChangeStage {
  return now.stage === "WAITING" &&
    now.boxes.length > 1 &&
    differences.some(({ field }) => field === "items")
    ? "BOXES"
    : now.stage;
}

/** Presents a change. */
export function presentChange(deps: ReadDeps, row: OrderChangeRow, now: OrderNow): OrderChange {
  const content = contentOfChange(row);
  const differences = content === undefined ? [] : listDifferences(deps, now, content);
  return {
    id: row.id,
    version: row.version,
    kind: row.version === CANCELLED ? "CANCELLED" : "CHANGED",
    stage: stageOfChange(now, differences),
    shipmentID: now.shown.id,
    shipmentNumber: now.shown.number,
    orderNumber: now.order.orderNumber,
    recipientName: addressRowsOf(deps, now.shown).recipient.name,
    fileName: row.fileName,
    arrivedAt: row.arrivedAt,
    differences,
  };
}

/**
 * Lists open changes that the actor may see, oldest first.
 *
 * @param after `next` of the page before; "" for the first page.
 */
export function listOpenChanges(
  deps: ReadDeps,
  actor: Actor,
  { after, limit }: { readonly after: string; readonly limit: number },
): OrderChanges {
  const { organizationID } = actor;
  const [arrivedAt = "", id = ""] = after.split(" ");
  const most = Math.min(limit, MOST_CHANGES);
  const rows = store.listOpen(deps.db, { organizationID, arrivedAt, id, limit: most });
  const last = rows.length < most ? undefined : rows.at(-1);
  const list = rows.flatMap((row) => {
    const now = findOrderNow(deps, row.orderID);
    return now === undefined || !maySee(actor, now.shown) ? [] : presentChange(deps, row, now);
  });
  const next = last === undefined ? null : `${last.arrivedAt} ${last.id}`;
  const isLimited = actor.role === "limitedAccessUser";
  return { list, next, total: isLimited ? list.length : countOpenChanges(deps, actor) };
}

/**
 * Counts the open changes that need a decision, up to MOST_COUNTED. A count of all orders would say
 * how many a member with limited access may not see, so such a member gets its own, up to
 * MOST_CHANGES.
 */
export function countOpenChanges(deps: ReadDeps, actor: Actor): number {
  if (actor.role === "limitedAccessUser")
    return listOpenChanges(deps, actor, { after: "", limit: MOST_CHANGES }).total;
  return store.countOpen(deps.db, actor.organizationID);
}

/** Finds the open change of the order that a shipment packs; null when there is none. */
export function findOpenChange(
  deps: ReadDeps,
  { id, organizationID, orderID, storeIdentifier, orderNumber }: ShipmentRow,
): OrderChange | null {
  if (orderID === null) return null;
  const of = { organizationID, sourceIdentifier: storeIdentifier, orderNumber };
  const row = store.findChangeOf(deps.db, importedOrderID(of));
  if (row === undefined || !store.isOpen(row)) return null;
  const now = findOrderNow(deps, row.orderID);
  return now === undefined || !now.ids.includes(id) ? null : presentChange(deps, row, now);
}

/**
 * Returns whether a purchase must wait for a decision. An order that was corrected at the desk as
 * its file has it needs none.
 */
export function isUndecided(deps: ReadDeps, row: ShipmentRow): boolean {
  const change = findOpenChange(deps, row);
  return change !== null && (change.kind === "CANCELLED" || change.differences.length > 0);
}

/** Gets a change with its order. @throws AppError E2280 */
export function getChange(
  deps: ReadDeps,
  actor: Actor,
  id: string,
): { readonly row: OrderChangeRow; readonly now: OrderNow } {
  const row = store.findChange(deps.db, id);
  if (row === undefined || row.organizationID !== actor.organizationID)
    throw errors.orderChangeNotFound();
  const now = findOrderNow(deps, row.orderID);
  if (now === undefined || !maySee(actor, now.shown)) throw errors.orderChangeNotFound();
  return { row, now };
}
