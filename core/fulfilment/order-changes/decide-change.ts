/**
 * Deciding about an order that a file has changed or cancelled: its change is applied while the
 * order waits for its label, or dismissed.
 */
import { errors, type AppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { withLeases, type ClaimNeed } from "../../db/leases.ts";
import { missingClaim, requireClaim } from "../../db/shipment-claims.ts";
import type { Actor } from "../../http/actor.ts";
import { listDifferences } from "../../shipping/order-changes/differences.ts";
import type {
  ChangeStage,
  DecidedChange,
} from "../../shipping/order-changes/order-changes.schema.ts";
import {
  contentOfChange,
  getChange,
  stageOfChange,
  writeDecision,
  type OrderChangeRow,
} from "../../shipping/order-changes/order-changes.service.ts";
import { writeDigests } from "../../shipping/order-changes/field-digests.ts";
import type { OrderNow } from "../../shipping/order-changes/order-now.ts";
import { takeContent } from "../../shipping/order-changes/take-content.ts";
import { CANCELLED_CONTENT, noteContent } from "../../shipping/shipments/imported-order.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { clearTicks, fitTicks } from "../packing/item-ticks.ts";
import { beginCancel } from "../transactions/cancel-shipment.ts";

type DecideDeps = WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers" | "connections" | "leases">;

const WHY_NOT: Readonly<Record<Exclude<ChangeStage, "WAITING">, string>> = {
  BUYING: "Its label is being bought. Wait until the purchase has ended.",
  BOUGHT: "Its label was bought before. Cancel the label and pack the order again, or keep it.",
  SENT: "The carrier has the parcel. Call the carrier, or keep the order as it is.",
  JOINED: "It is packed together with another order. Separate the orders first.",
  BOXES: "Its items are in several boxes. Remove the other boxes first.",
  CANCELED: "It was cancelled. Pack it again first, or keep it as it is.",
};

/**
 * Applies a change: gives the order the file's content, or cancels it unbought. Applying it again
 * changes nothing.
 *
 * @param version The version that the person has read.
 * @throws AppError E2280; E2281 when a newer file says something else; E2282 with `details.reason`
 *   when the order no longer waits; E2134 while another station holds it; E1129 to E1136.
 */
export async function applyChange(
  deps: DecideDeps,
  actor: Actor,
  id: string,
  version: string,
): Promise<DecidedChange> {
  const findMissing = (): ClaimNeed | undefined => {
    const plan = planApply(deps, actor, id, version);
    for (const box of plan.isApplied ? [] : plan.now.boxes) {
      const claim = missingClaim(deps.db, box.id);
      if (claim !== undefined) return claim;
    }
    return undefined;
  };
  return await withLeases(deps, findMissing, () =>
    inTransaction(deps, () => {
      const { row, now, isApplied } = planApply(deps, actor, id, version);
      if (!isApplied) {
        for (const box of now.boxes) requireClaim(deps.db, box.id);
        apply(deps, actor, row, now);
        decide(deps, actor, row, now, "applied");
      }
      return { id, version, state: "APPLIED" as const, shipmentID: now.shown.id };
    }),
  );
}

/**
 * Keeps an order as it is, in any stage: the same rows in a later file ask nobody again.
 *
 * @throws AppError E2280, E2281; E2281 also for a change that was applied.
 */
export function dismissChange(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  version: string,
): DecidedChange {
  return inTransaction(deps, () => {
    const { row, now } = getChange(deps, actor, id);
    if (row.version !== version || row.applied === version) throw errors.orderChangeOutdated();
    if (row.dismissed !== version) decide(deps, actor, row, now, "dismissed");
    return { id, version, state: "DISMISSED", shipmentID: now.shown.id };
  });
}

type Plan = {
  readonly row: OrderChangeRow;
  readonly now: OrderNow;
  readonly isApplied: boolean;
};

/** Checks whether a change may be applied; writes nothing. @throws AppError E2280, E2281, E2282 */
function planApply(deps: ReadDeps, actor: Actor, id: string, version: string): Plan {
  const { row, now } = getChange(deps, actor, id);
  if (row.applied === version) return { row, now, isApplied: true };
  if (row.version !== version) throw errors.orderChangeOutdated();
  const content = contentOfChange(row);
  const stage = stageOfChange(
    now,
    content === undefined ? [] : listDifferences(deps, now, content),
  );
  const isGone = content === undefined && stage === "CANCELED"; // cancelled here and in the file
  if (stage !== "WAITING" && !isGone) throw tooLate(stage, now);
  // Shipments that this member may not see are not changed.
  for (const box of now.boxes) getShipmentRow(deps, actor, box.id);
  return { row, now, isApplied: false };
}

function tooLate(stage: Exclude<ChangeStage, "WAITING">, now: OrderNow): AppError {
  return errors.orderChangeTooLate(
    `The change of the order ${now.order.orderNumber} cannot be applied. ${WHY_NOT[stage]} Nothing was changed.`,
    { reason: stage, number: now.shown.number, order: now.order.orderNumber },
  );
}

function apply(deps: DecideDeps, actor: Actor, row: OrderChangeRow, now: OrderNow): void {
  const content = contentOfChange(row);
  if (content === undefined) {
    for (const box of now.boxes) {
      clearTicks(deps, actor, box.id);
      beginCancel(deps, actor, box.id);
    }
    noteContent(deps, now.importedID, { contentHash: CANCELLED_CONTENT });
    return;
  }
  const differences = listDifferences(deps, now, content);
  takeContent(deps, actor, now, content, differences);
  if (differences.some(({ field }) => field === "items"))
    for (const box of now.boxes) fitTicks(deps, getShipmentRow(deps, actor, box.id));
  noteContent(deps, now.importedID, {
    contentHash: row.version.slice("CHANGED ".length),
    fieldDigests: writeDigests(now.fieldDigests, content),
  });
}

function decide(
  deps: WriteDeps,
  actor: Actor,
  { id, version }: OrderChangeRow,
  now: OrderNow,
  state: "applied" | "dismissed",
): void {
  writeDecision(deps.db, id, { state, version, by: actor.memberID, now: deps.now() });
  for (const box of now.boxes.length === 0 ? [now.shown] : now.boxes) noteChanged(deps, box.id);
}
